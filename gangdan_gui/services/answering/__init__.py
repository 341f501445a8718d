"""Answers questions from passages or from whole documents, and keeps conversations."""
