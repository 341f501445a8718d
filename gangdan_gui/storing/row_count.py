"""How many rows the collection of a generation should have: one for each chunk, and one for each cut in it."""

from __future__ import annotations

# `cuts` are numbers with a blank between them.
ROWS_OF_GENERATION = (
    "SELECT coalesce(sum(CASE cuts WHEN '' THEN 1 ELSE 2 + length(cuts) - length(replace(cuts, ' ', '')) END), 0)"
    " FROM chunks WHERE chunks.generation = generations.number"
)
