"""The documents of an installed pack as a build sees them: files of Markdown, each with what the pack says of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import LocationMissing, PackRefused
from gangdan_gui.fetching.local import FoundFile, Listing
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.packs.head import PackHead
from gangdan_gui.storing.packs.reading import Pack, head_of, open_pack
from gangdan_gui.storing.packs.tables import PackDocument


@dataclass(frozen=True, slots=True)
class PackTexts:
    """The files of a pack's source, and by path what it says of the documents that they are."""

    listing: Listing
    documents: Mapping[str, PackDocument]
    version: str


async def installed_head(parts: Parts, source: Source) -> PackHead | None:
    """What the pack says of itself that a source is made of; None where it can't be read."""
    return await asyncio.to_thread(_installed_head, parts, source)


def _installed_head(parts: Parts, source: Source) -> PackHead | None:
    try:
        return head_of(parts.packs.file(source))
    except (LocationMissing, PackRefused):
        return None


async def pack_texts(parts: Parts, source: Source) -> PackTexts:
    """The documents of the pack that a source is made of. Raises LocationMissing, PackRefused, CannotWrite."""
    return await asyncio.to_thread(_pack_texts, parts, source)


def _pack_texts(parts: Parts, source: Source) -> PackTexts:
    file = parts.packs.file(source)
    if not file.exists():
        raise LocationMissing(location=str(file))
    with open_pack(file) as pack:
        documents = {document.path: document for document in pack.documents()}
        files = tuple(_found(parts, source.id, pack, document) for document in documents.values())
        return PackTexts(Listing(files), documents, pack.head.made_by)


def _found(parts: Parts, source: str, pack: Pack, document: PackDocument) -> FoundFile:
    """The file of a document, written again where it is not there. It is the Markdown that answers."""
    name = parts.markdown.write(source, document.path, pack.text(document))
    file = parts.markdown.folder(source) / name
    return FoundFile(document.path, file, file.stat().st_size, document.modified, document.url, document.commit)
