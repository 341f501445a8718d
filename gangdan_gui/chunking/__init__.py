"""Cuts Markdown text into chunks, one file a splitter. Pure functions of text and settings."""
