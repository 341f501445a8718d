"""Turns the bytes of one file into Markdown, one file a format. Reads nothing but those bytes; never the network."""
