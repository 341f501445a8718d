"""Writes answers and conversations to files, one file a format. Does not change what it writes."""
