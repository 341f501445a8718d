"""A document beside its original and its passages, and how it is corrected."""
