"""What works and what does not, as a dialog."""
