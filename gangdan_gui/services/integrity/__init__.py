"""Whether collections hold what the manifest says, and how they come to do so again."""
