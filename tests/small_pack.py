"""Writes a small pack, whole or with something wrong in it, straight from the format's parts."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gangdan_gui.domain.documents import ChunkSettings, EmbeddedForm, SourceKind
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.packs.head import DOCUMENTS, PackedVectors, PackHead
from gangdan_gui.storing.packs.tables import PackChunk, PackDocument, chunk_lines, document_lines, text_part
from gangdan_gui.storing.packs.writing import PackWriter

TEXTS = {"guide/ice.rst": "# Ice\n\nIce floats on water.\n", "冰/水.md": "水结成冰。" * 12}
CHUNKS = (
    PackChunk("guide/ice.rst", 0, 0, 6, ("Ice",), "en"),
    PackChunk("guide/ice.rst", 1, 7, 28, ("Ice",), "en"),
    PackChunk("冰/水.md", 0, 0, 60, (), "zh"),
)
ROWS = ([1.0, 0.0, 0.5], [0.0, 2.0, 0.0], [-1.0, 0.25, 3.0])
WHOLE = EmbeddedForm()
HASH = EmbedderIdentity("hash", "hashed-words", "1", 3)
OTHER = EmbedderIdentity("ollama:other", "other", "abc", 3, "query")
HEAD = PackHead(
    "ice", "Letters on ice", SourceKind.LOCAL, "here", 2, (), licence="MIT", made="2026-11-30T08:00:00+00:00"
)


def documents_of(texts: dict[str, str]) -> tuple[PackDocument, ...]:
    """One document a text."""
    return tuple(
        PackDocument(path, path.rpartition("/")[2], hashlib.sha256(text.encode()).hexdigest(), len(text), "0" * 64, 9)
        for path, text in texts.items()
    )


@dataclass(frozen=True)
class Ingredients:
    """What a pack is written from; a test changes what is to be wrong."""

    head: PackHead = HEAD
    texts: dict[str, str] = field(default_factory=lambda: dict(TEXTS))
    documents: tuple[PackDocument, ...] = documents_of(TEXTS)
    chunks: Sequence[PackChunk] = CHUNKS
    rows: Sequence[Sequence[float]] = ROWS
    identities: Sequence[EmbedderIdentity] = (HASH, OTHER)
    counted: int = len(CHUNKS)
    form: EmbeddedForm = WHOLE
    cut: int = 0
    more: dict[str, bytes] = field(default_factory=dict)


def write_pack(file: Path, what: Ingredients = Ingredients()) -> str:
    """Write it and return the SHA-256 of the file."""
    data = b"".join(array("f", row).tobytes() for row in what.rows)
    generations = []
    with file.open("w+b") as stream:
        writer = PackWriter(stream)
        for text in what.texts.values():
            writer.add(text_part(hashlib.sha256(text.encode()).hexdigest()), text.encode())
        writer.add(DOCUMENTS, document_lines(what.documents))
        for number, identity in enumerate(what.identities, 1):
            table, vectors = f"chunks-{number}.jsonl", f"vectors-{number}.f32"
            writer.add(table, chunk_lines(what.chunks))
            writer.add_rows(vectors, len(data), [data])
            generations.append(
                PackedVectors(
                    identity,
                    ChunkSettings(),
                    what.counted,
                    table,
                    vectors,
                    writer.sha256(vectors),
                    form=what.form,
                    cuts=what.cut,
                )
            )
        for name, part in what.more.items():
            writer.add(name, part)
        return writer.finish(replace(what.head, generations=tuple(generations)))
