"""Looks after a library: what works, what is damaged, mending, backups."""
