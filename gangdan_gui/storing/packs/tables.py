"""The tables of a pack, a JSON object a line: its documents, and how each generation cut them.

A chunk's text is not in its table: it is a stretch of its document's Markdown, which it can't contradict so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.storing.facts_json import facts_json, read_facts
from gangdan_gui.storing.packs.head import DOCUMENTS, count, sha256_hex, text
from gangdan_gui.storing.packs.refusing import Unfit

_LONGEST_PATH = 4096


@dataclass(frozen=True, slots=True)
class PackDocument:
    """A document of a pack. `sha256`, `size` and `modified` are of the file that it was made from.

    `text` is the SHA-256 of its Markdown, which names the part that holds that; `characters` are those of it. `url` is
    empty or an address of the web. `reason` says what is missing of it in its chunks; `without` are stretches that are
    to be in none of them.
    """

    path: str
    title: str
    text: str
    characters: int
    sha256: str = ""
    size: int = 0
    modified: float = 0.0
    language: str = ""
    encoding: str = ""
    url: str = ""
    commit: str = ""
    facts: DocumentFacts = NO_FACTS
    warnings: tuple[Reason, ...] = ()
    reason: Reason | None = None
    dropped: int = 0
    dropped_characters: int = 0
    without: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class PackChunk:
    """A chunk of a pack: `start` and `end` are offsets into its document's Markdown, in characters.

    `context` and `cuts` are those of `Chunk`; most have none.
    """

    path: str
    ordinal: int
    start: int
    end: int
    heading: tuple[str, ...] = ()
    language: str = ""
    context: str = ""
    cuts: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        """In characters."""
        return self.end - self.start


def text_part(digest: str) -> str:
    """The part that holds a text of that SHA-256."""
    return f"markdown/{digest}.md"


def is_web_address(url: str) -> bool:
    """Whether it is one that may be shown as a link to click."""
    return url.startswith(("https://", "http://"))


def document_lines(documents: Iterable[PackDocument]) -> bytes:
    """The table of documents."""
    return b"".join(_line(_said_of(document)) for document in documents)


def chunk_lines(chunks: Iterable[PackChunk]) -> bytes:
    """A table of chunks, in the order of the rows of their vectors."""
    return b"".join(
        _line(
            {
                "path": chunk.path,
                "ordinal": chunk.ordinal,
                "start": chunk.start,
                "end": chunk.end,
                "heading": chunk.heading,
                "language": chunk.language,
            }
            | ({"context": chunk.context} if chunk.context else {})
            | ({"cuts": chunk.cuts} if chunk.cuts else {})
        )
        for chunk in chunks
    )


def read_documents(data: bytes) -> tuple[PackDocument, ...]:
    """The documents of such a table. Raises Unfit."""
    try:
        documents = tuple(_document(said) for said in _objects(data))
        if len({document.path for document in documents}) != len(documents):
            raise ValueError("a path stands there twice")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Unfit(DOCUMENTS) from error
    return documents


def read_chunks(data: bytes, part: str) -> tuple[PackChunk, ...]:
    """The chunks of such a table. Raises Unfit."""
    try:
        return tuple(
            PackChunk(
                text(said["path"]), count(said["ordinal"]), count(said["start"]), count(said["end"]),
                tuple(map(text, said["heading"])), text(said["language"]), text(said.get("context", "")),
                tuple(map(count, said.get("cuts", ()))),
            )
            for said in _objects(data)
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Unfit(part) from error


def _line(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def _objects(data: bytes) -> Iterator[Mapping[str, Any]]:
    return (json.loads(line) for line in data.splitlines())


def _said_of(document: PackDocument) -> dict[str, Any]:
    reason = document.reason
    return {
        "path": document.path,
        "title": document.title,
        "text": document.text,
        "characters": document.characters,
        "sha256": document.sha256,
        "size": document.size,
        "modified": document.modified,
        "language": document.language,
        "encoding": document.encoding,
        "url": document.url,
        "commit": document.commit,
        "facts": facts_json(document.facts),
        "warnings": [[warning.code, warning.detail] for warning in document.warnings],
        "reason": [reason.code, reason.detail] if reason else None,
        "dropped": document.dropped,
        "dropped_characters": document.dropped_characters,
        "without": [[quote.text, quote.start] for quote in document.without],
    }


def _document(said: Mapping[str, Any]) -> PackDocument:
    path = text(said["path"])
    if not path.strip() or len(path) > _LONGEST_PATH or "\x00" in path:
        raise ValueError(path)
    url = text(said["url"])
    if url and not is_web_address(url):
        raise ValueError(url)
    modified = said["modified"]
    if isinstance(modified, bool) or not isinstance(modified, int | float) or not 0 <= modified < 1e12:
        raise ValueError(modified)
    return PackDocument(
        path=path,
        title=text(said["title"]),
        text=sha256_hex(said["text"]),
        characters=count(said["characters"]),
        sha256=text(said["sha256"]),
        size=count(said["size"]),
        modified=float(modified),
        language=text(said["language"]),
        encoding=text(said["encoding"]),
        url=url,
        commit=text(said["commit"]),
        facts=read_facts(said["facts"]),
        warnings=tuple(map(_reason, said["warnings"])),
        reason=_reason(said["reason"]) if said["reason"] else None,
        dropped=count(said["dropped"]),
        dropped_characters=count(said["dropped_characters"]),
        without=tuple(Quote(text(quote), count(start)) for quote, start in said["without"]),
    )


def _reason(said: Any) -> Reason:
    code, detail = said
    return Reason(text(code), text(detail))
