"""Documents that go through a build together: embedded in one go, stored with others that wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.services.building.prepared import Prepared
from gangdan_gui.services.passage_vectors import Embedded

_GROUP_CHUNKS = 128
# Of hundreds of rows Chroma stores each in three quarters of the time that it takes for one of some dozens.
_STORED_ROWS = 400


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that are embedded and stored together."""

    documents: tuple[Prepared, ...]
    embedded: Embedded

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        return tuple(chunk for prepared in self.documents for chunk in prepared.chunks)


async def take_group(given: asyncio.Queue[Prepared | None]) -> tuple[Prepared, ...]:
    """At least one document, and more while they are waiting and the group is small; empty at the end."""
    documents: list[Prepared] = []
    chunks = 0
    while chunks < _GROUP_CHUNKS and (not documents or not given.empty()):
        prepared = await given.get()
        if prepared is None:
            given.put_nowait(None)  # for the other lane
            break
        documents.append(prepared)
        chunks += len(prepared.chunks)
    return tuple(documents)


async def take_waiting(given: asyncio.Queue[Group | None]) -> list[Group]:
    """At least one group, and more while they are waiting and the rows are few; empty at the end."""
    groups: list[Group] = []
    rows = 0
    while rows < _STORED_ROWS and (not groups or not given.empty()):
        group = await given.get()
        if group is None:
            given.put_nowait(None)
            break
        groups.append(group)
        rows += len(group.embedded.vectors)
    return groups


def joined(groups: Sequence[Group]) -> Group:
    """All of their documents as one."""
    embedded = Embedded()
    for group in groups:
        embedded.vectors |= group.embedded.vectors
        embedded.refused |= group.embedded.refused
    return Group(tuple(prepared for group in groups for prepared in group.documents), embedded)
