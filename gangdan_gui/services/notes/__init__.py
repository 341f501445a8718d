"""Texts of the user's own, and answers that were kept."""
