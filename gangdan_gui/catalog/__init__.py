"""Reads and writes lists of sources (`sources.yaml` and the user's own list). Knows nothing of files' contents."""
