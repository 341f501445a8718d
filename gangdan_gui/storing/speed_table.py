"""How fast this machine was at what builds do, week by week, to forecast by: of late counts more than long ago."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from gangdan_gui.storing.database import Database

# Of the weeks with builds in them; each counts half of the one after it.
KEPT_WEEKS = 8
_DAYS = 7


@dataclass(frozen=True, slots=True)
class Speed:
    """An amount of some work (bytes, passages, rows), and the seconds that it took."""

    amount: float
    seconds: float

    def __add__(self, other: Speed) -> Speed:
        return Speed(self.amount + other.amount, self.seconds + other.seconds)

    @property
    def a_second(self) -> float:
        """The amount that one second does; 0 where that can't be said."""
        return self.amount / self.seconds if self.seconds > 0 else 0.0


# By the work (of what unit its amount is, whoever measures decides) and its kind: a format, an embedder's label.
Speeds = Mapping[tuple[str, str], Speed]


class SpeedTable:
    """Amounts and seconds by work and kind."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, done: Speeds, day: datetime | None = None) -> None:
        """Add what was done just now; weeks that are long ago are forgotten, and those to come: a clock was wrong."""
        week = (day or datetime.now(UTC)).date().toordinal() // _DAYS
        await self._database.write(lambda connection: _note(connection, done, week))

    async def all(self) -> dict[tuple[str, str], Speed]:
        """All that was measured, the older weeks faded."""
        return await self._database.read(_all)

    async def lengths(self) -> list[tuple[str, int, int]]:
        """Of the documents that answer: path, bytes of the file, and the characters that these became."""
        return await self._database.read(
            lambda connection: connection.execute(
                "SELECT d.path, d.size, d.characters FROM documents AS d JOIN generations AS g"
                " ON g.number = d.generation WHERE g.role = 1 AND d.size > 0 AND d.characters > 0"
            ).fetchall()
        )


def _note(connection: sqlite3.Connection, done: Speeds, week: int) -> None:
    for (work, kind), speed in done.items():
        if speed.amount <= 0 or speed.seconds <= 0:
            continue
        connection.execute(
            "INSERT INTO speeds (work, kind, week, amount, seconds) VALUES (?,?,?,?,?) ON CONFLICT (work, kind, week)"
            " DO UPDATE SET amount = amount + excluded.amount, seconds = seconds + excluded.seconds",
            (work, kind, week, speed.amount, speed.seconds),
        )
        connection.execute(
            "DELETE FROM speeds WHERE work = ?1 AND kind = ?2 AND week NOT IN"
            " (SELECT week FROM speeds WHERE work = ?1 AND kind = ?2 AND week <= ?3 ORDER BY week DESC LIMIT ?4)",
            (work, kind, week, KEPT_WEEKS),
        )


def _all(connection: sqlite3.Connection) -> dict[tuple[str, str], Speed]:
    found: dict[tuple[str, str], Speed] = {}
    ages: dict[tuple[str, str], int] = {}
    for work, kind, amount, seconds in connection.execute(
        "SELECT work, kind, amount, seconds FROM speeds ORDER BY week DESC"
    ):
        age = ages.get((work, kind), 0)
        ages[work, kind] = age + 1
        weight = 0.5**age
        found[work, kind] = found.get((work, kind), Speed(0, 0)) + Speed(amount * weight, seconds * weight)
    return found
