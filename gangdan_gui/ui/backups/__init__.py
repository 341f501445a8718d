"""Backups in the window: writing one, and bringing one back."""
