"""The licences of sources: the one that a source states, else the one that its files were found to hold."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from gangdan_gui.domain.documents import OWN, Source, SourceKind
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.fetching.licences import agreed, licence_at


class Licences:
    """What was found is remembered as long as what was brought stays as it is."""

    def __init__(self, downloader: Downloader) -> None:
        self._downloader = downloader
        self._found: dict[str, tuple[int, str]] = {}

    async def of(self, source: Source) -> str:
        """The licence of a source, empty where nobody says; what the user wrote has none but a stated one."""
        return (await self.told((source,)))[source.id].licence

    async def told(self, sources: Iterable[Source]) -> dict[str, Source]:
        """Sources by their ids, each with its licence."""
        return await asyncio.to_thread(lambda: {one.id: replace(one, licence=self._of(one)) for one in sources})

    def _of(self, source: Source) -> str:
        if source.licence or source.kind in OWN:
            return source.licence
        if source.kind is SourceKind.LOCAL:
            return agreed(licence_at(Path(place)) for place in source.locations)
        changed = self._downloader.index_changed(source.id)
        known = self._found.get(source.id)
        if known is None or known[0] != changed:
            known = self._found[source.id] = changed, self._downloader.licence(source.id)
        return known[1]
