"""Archives: what is in them, brought out under limits and under its own names."""
