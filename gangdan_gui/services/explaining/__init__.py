"""How a passage was found, why another was not, and where an answer may have gone wrong."""
