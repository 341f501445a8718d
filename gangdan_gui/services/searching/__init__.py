"""Finds passages, judges whether they hold an answer, and tells how they were found."""
