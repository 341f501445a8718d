"""Judges how well passages answer a question, one file a kind of judge. Does not know how they were found."""
