"""Makes an answer from passages. Does not search."""
