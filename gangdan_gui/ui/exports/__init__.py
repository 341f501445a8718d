"""Writing answers to files."""
