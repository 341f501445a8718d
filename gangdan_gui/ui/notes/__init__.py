"""Writing and changing notes."""
