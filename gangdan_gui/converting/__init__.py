"""Turns the bytes of one file into Markdown, one file a format. Reads nothing but those bytes and what it is
handed of the same source; never the network."""
