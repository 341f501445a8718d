"""A library as one file and back: what goes into it, what must not, and how it takes the place of another."""
