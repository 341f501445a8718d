"""The library as a whole: opened, its sources added, built, looked at and removed."""
