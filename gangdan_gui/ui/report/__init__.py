"""The page that says what became of each file of a source."""
