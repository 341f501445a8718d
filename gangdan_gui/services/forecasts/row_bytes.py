"""What a row takes on the disk."""

ROW_BYTES = 12_000
"""In Chroma, measured at 5,000 rows and more."""
