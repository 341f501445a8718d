"""Markdown as it is read: laid out, coloured, marked."""
