"""Orders hits and merges them into passages. Pure functions of hits; asks no store and no model."""
