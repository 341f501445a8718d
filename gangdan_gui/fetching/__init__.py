"""Finds and brings the files of a source. Does not look at what is in them beyond their bytes' hash."""
