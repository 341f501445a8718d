"""The chunks of a generation that answer, by their slots in the index of words; read once and kept while they stay."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gangdan_gui.storing.database import changes
from gangdan_gui.storing.posting_arrays import Posting

_GENERATIONS = 64
_KEY = (
    "SELECT slots, terms, (SELECT coalesce(sum(chunks), 0) FROM documents WHERE generation = number)"
    " FROM generations WHERE number = ?"
)
_CHUNKS = "SELECT row, document, ordinal, slot, length, language FROM chunks WHERE generation = ?"
_DOCUMENTS = "SELECT id, path FROM documents WHERE generation = ? ORDER BY path"
_Key = tuple[int, str, int]


@dataclass(frozen=True, slots=True, eq=False)
class LiveSlots:
    """Chunks in the order of path and ordinal, which is that of equal scores; all arrays are by their place in it.

    `places` is by slot, −1 where no chunk has it any more. `whole`: every chunk is in the index.
    """

    terms: str
    places: NDArray[np.int32]
    slots: NDArray[np.int32]
    rows: NDArray[np.int64]
    lengths: NDArray[np.float64]
    documents: NDArray[np.int32]
    paths: tuple[str, ...]
    languages: NDArray[np.str_]
    whole: bool

    def __len__(self) -> int:
        return len(self.rows)

    def path(self, place: int) -> str:
        """The document of a chunk."""
        return self.paths[int(self.documents[place])]

    def holds(self, version: str, *, whole: bool) -> bool:
        """Whether the index has the terms of that version, of every chunk or of some."""
        return (self.whole or not whole) and (self.terms == version or not len(self))

    def of(self, posting: Posting) -> Posting:
        """What of a posting is of chunks that answer."""
        slots = posting.slots
        if not len(slots):
            return posting
        if slots.min() < 0 or slots.max() >= len(self.places):  # a disk has changed it
            posting = posting.only((slots >= 0) & (slots < len(self.places)))
        if len(self) == len(self.places):  # nothing has gone
            return posting
        there = self.places[posting.slots] >= 0
        return posting if there.all() else posting.only(there)

    def chosen(self, paths: Collection[str] | None, language: str) -> NDArray[np.bool_] | None:
        """Which chunks are of some documents and of a language; None where that is every one."""
        if paths is None and not language:
            return None
        found = np.ones(len(self), np.bool_)
        if paths is not None:
            wanted = paths if isinstance(paths, frozenset | set) else frozenset(paths)
            found &= np.fromiter((path in wanted for path in self.paths), np.bool_, len(self.paths))[self.documents]
        if language:
            found &= self.languages == language
        return found


class LiveCache:
    """The live slots of the generations that were asked for last. Used on the thread of the database only."""

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None
        self._kept: dict[int, tuple[_Key, LiveSlots]] = {}
        self._looked: tuple[int, int] | None = None
        self._sure: set[int] = set()

    def get(self, connection: sqlite3.Connection, number: int) -> LiveSlots | None:
        """Those of a generation as they are now; None for one that is gone."""
        if connection is not self._connection:  # another database may stand where a damaged one was
            self._connection, self._kept, self._looked = connection, {}, None
        looked = changes(connection)
        if looked != self._looked:
            self._looked, self._sure = looked, set()
        if number in self._sure:
            return self._kept[number][1]
        key = connection.execute(_KEY, (number,)).fetchone()
        if key is None:
            self._kept.pop(number, None)
            return None
        known = self._kept.pop(number, None)
        found = known[1] if known and known[0] == key else read_live(connection, number)
        self._kept[number] = key, found  # last, so that the one not asked for longest goes first
        self._sure.add(number)
        if len(self._kept) > _GENERATIONS:
            gone = next(iter(self._kept))
            del self._kept[gone]
            self._sure.discard(gone)
        return found


def read_live(
    connection: sqlite3.Connection, number: int, given: Mapping[int, tuple[int, int]] | None = None
) -> LiveSlots:
    """The chunks of a generation that is there; `given` are slot and length by row instead of those kept of them."""
    slots_given, terms, _ = connection.execute(_KEY, (number,)).fetchone()
    documents = connection.execute(_DOCUMENTS, (number,)).fetchall()
    ranks = {id_: rank for rank, (id_, _) in enumerate(documents)}
    rows = connection.execute(_CHUNKS, (number,)).fetchall()
    if given is not None:
        rows = [(*row[:3], *given.get(row[0], (-1, 0)), row[5]) for row in rows]
        slots_given = len(given)
    indexed = [row for row in rows if row[3] >= 0]
    columns = list(zip(*indexed, strict=True)) if indexed else [()] * 6
    slots, ordinals = np.array(columns[3], np.int32), np.array(columns[2], np.int64)
    ranked = np.fromiter((ranks[document] for document in columns[1]), np.int32, len(indexed))
    order = np.lexsort((ordinals, ranked))
    places = np.full(max(slots_given, int(slots.max(initial=-1)) + 1), -1, np.int32)
    places[slots[order]] = np.arange(len(order), dtype=np.int32)
    return LiveSlots(
        terms=terms,
        places=places,
        slots=slots[order],
        rows=np.array(columns[0], np.int64)[order],
        lengths=np.array(columns[4], np.float64)[order],
        documents=ranked[order],
        paths=tuple(path for _, path in documents),
        languages=np.array(columns[5], np.str_)[order],
        whole=len(indexed) == len(rows),
    )
