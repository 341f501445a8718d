"""The licences of sources: the one that a source states, else the one that its files were found to hold."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from gangdan_gui.domain.documents import OWN, Source, SourceKind
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.fetching.licences import agreed, licence_at
from gangdan_gui.services.deadline import within

_PATIENCE = 2.0


class Licences:
    """What was found is remembered as long as what was brought stays as it is."""

    def __init__(self, downloader: Downloader, patience: float = _PATIENCE) -> None:
        self._downloader = downloader
        self._patience = patience
        self._found: dict[str, tuple[int, str]] = {}

    async def of(self, source: Source) -> str:
        """The licence of a source, empty where nobody says; what the user wrote has none but a stated one."""
        return (await self.told((source,)))[source.id].licence

    async def told(self, sources: Iterable[Source]) -> dict[str, Source]:
        """Sources by their ids, each with its licence, as far as that can be had in a moment.

        Answers wait for this, so a folder on a drive that does not reply is not waited for.
        """
        # What lies in the library comes first, and is told whatever the user's folders do.
        ordered = sorted(sources, key=lambda one: one.kind is SourceKind.LOCAL)
        found: dict[str, str] = {}

        def look() -> None:
            for one in ordered:
                found[one.id] = self._of(one)

        with suppress(TimeoutError):
            await within(self._patience, look, lambda: None)
        return {one.id: replace(one, licence=found.get(one.id, one.licence)) for one in ordered}

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
