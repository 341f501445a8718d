"""Which source a user means who gives its id or its title."""

from __future__ import annotations

from collections.abc import Iterable

from gangdan_gui.domain.documents import SourceSummary
from gangdan_gui.domain.errors import AmbiguousTitle, UnknownSource


def source_named(name: str, summaries: Iterable[SourceSummary]) -> str:
    """The id of the source of that id or, where there is none, of that title. Raises UnknownSource, AmbiguousTitle."""
    sources = [summary.source for summary in summaries]
    if any(source.id == name for source in sources):
        return name
    ids = [source.id for source in sources if source.title == name.strip()]
    if len(ids) > 1:
        raise AmbiguousTitle(title=name.strip(), sources=", ".join(ids))
    if not ids:
        raise UnknownSource(source=name)
    return ids[0]
