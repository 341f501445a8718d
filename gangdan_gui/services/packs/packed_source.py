"""The source that a pack becomes here: what the pack says of it, as the library's list can hold it."""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import replace
from pathlib import Path

from gangdan_gui.catalog.identifiers import source_id, valid_id
from gangdan_gui.catalog.schema import good_language
from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.sources.taken_ids import taken_ids
from gangdan_gui.storing.packs.head import PackHead

_LONGEST_TITLE, _LONGEST = 200, 2000


async def new_source(parts: Parts, head: PackHead, file: Path) -> Source:
    """A source under an id that is free, the pack's own where that is; it has no location yet."""
    taken, title = await taken_ids(parts), _title(head, file)
    name = head.source if valid_id(head.source) and head.source not in taken else source_id(title, taken)
    return as_said(Source(name, title, SourceKind.PACK, ()), head, file)


def as_said(source: Source, head: PackHead, file: Path, before: PackHead | None = None) -> Source:
    """The source as the pack describes it. What is other than what the one `before` said is the user's own word."""
    said = replace(
        source,
        title=_title(head, file),
        language=head.language if good_language(head.language) else "",
        licence=_line(head.licence),
        description=_line(head.description),
        description_zh=_line(head.description_zh),
    )
    if before is None:
        return said
    was = as_said(source, before, file)
    return replace(
        said,
        title=said.title if source.title == was.title else source.title,
        language=said.language if source.language == was.language else source.language,
        licence=said.licence if source.licence == was.licence else source.licence,
    )


async def say(parts: Parts, source: Source, before: Source) -> None:
    """Let the list and the records say this of a source. Raises CatalogProblem, CannotWrite."""
    if source != before:
        await asyncio.to_thread(parts.user_list.replace, source)
        await parts.manifest.sources.put(source)
        parts.lying.forget()


def _title(head: PackHead, file: Path) -> str:
    return _line(head.title)[:_LONGEST_TITLE] or _line(file.stem) or head.origin


def _line(text: str) -> str:
    """A text as an entry of the list can hold it, without what can't be seen in it."""
    seen = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in text[: 2 * _LONGEST])
    return " ".join(seen.split())[:_LONGEST]
