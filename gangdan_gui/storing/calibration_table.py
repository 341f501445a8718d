"""What tells whether a generation holds the answer to a question, measured when it was built: one text (JSON) each."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from gangdan_gui.storing.database import Database, marks


class CalibrationTable:
    """At most one calibration a generation; it goes with its generation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, generations: Sequence[int]) -> dict[int, str]:
        """Those that there are, by the numbers of their generations."""
        query = f"SELECT generation, facts FROM calibrations WHERE generation IN ({marks(len(generations))})"

        def read(connection: sqlite3.Connection) -> dict[int, str]:
            return dict(connection.execute(query, list(generations)))

        return await self._database.read(read)

    async def keep(self, generation: int, facts: str) -> None:
        """Keep one in the place of an earlier one; nothing is kept of a generation that is gone meanwhile."""
        work = (
            "INSERT INTO calibrations (generation, facts) SELECT ?1, ?2"
            " WHERE EXISTS (SELECT 1 FROM generations WHERE number = ?1)"
            " ON CONFLICT (generation) DO UPDATE SET facts = excluded.facts"
        )
        await self._database.write(lambda connection: connection.execute(work, (generation, facts)))
