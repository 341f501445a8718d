"""Checks a pack whole: every byte against its hashes, and everything that it says against what it holds."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from gangdan_gui.domain.documents import EmbeddedForm
from gangdan_gui.domain.vectors import FLOAT_BYTES
from gangdan_gui.storing.packs.head import PackedVectors
from gangdan_gui.storing.packs.reading import Pack, VectorPlace, open_pack, told
from gangdan_gui.storing.packs.refusing import JSON_NAME, Unfit, refused
from gangdan_gui.storing.packs.tables import PackChunk, PackDocument
from gangdan_gui.storing.packs.vocabulary import packed_vocabulary
from gangdan_gui.storing.packs.writing import DIGITS

_BLOCK = 1 << 20
_AT_ONCE = 8 << 20
_IN_BASE = -1
# A text that is there a thousand times, or passages that are each a whole text, fill a disk from a small file.
_MOST_RATIO, _ALWAYS = 200, 64 << 20
# Squares of lengths that a distance can be measured by in single precision; those of real models are near 1.
_SHORTEST, _LONGEST = 1e-20, 1e30
# Parts are about equal, so that there are hardly more of them than so many of the longest would be.
_MOST_TIMES = 2
_LONGEST_CONTEXT = 10_000


@dataclass(frozen=True, slots=True)
class Checked:
    """A pack that was found whole, with the SHA-256 of the file."""

    pack: Pack
    sha256: str


@contextmanager
def checked(file: Path) -> Iterator[Checked]:
    """Open a pack that is whole for the block. Blocking. Raises LocationMissing, PackRefused."""
    with open_pack(file) as pack:
        sha256 = sealed_sha256(file)
        check(pack)
        yield Checked(pack, sha256)


def sealed_sha256(file: Path) -> str:
    """The SHA-256 of a file whose seal is right. Raises PackRefused."""
    digest = hashlib.sha256()
    with told(file), file.open("rb") as stream:
        left = file.stat().st_size - DIGITS
        while left > 0 and (block := stream.read(min(_BLOCK, left))):
            digest.update(block)
            left -= len(block)
        seal = stream.read()
    if seal != digest.hexdigest().encode():
        raise refused(file, "pack-changed")
    digest.update(seal)
    return digest.hexdigest()


def check(pack: Pack) -> None:
    """Check all parts of an open pack. Raises PackRefused."""
    with told(pack.file):
        _check_parts(pack)
        documents = {document.path: document for document in pack.documents()}
        lengths = _lengths(pack, documents.values())
        for generation in pack.head.generations:
            chunks = pack.chunks(generation)
            _check_chunks(chunks, generation, lengths)
            if not pack.head.base:
                _check_amount(pack, sum(chunk.length + len(chunk.context) for chunk in chunks))
            if generation is pack.head.generations[0] and len({one.path for one in chunks}) != pack.head.documents:
                raise Unfit(JSON_NAME)
            _check_vectors(pack, generation)
        packed_vocabulary(pack)


def _check_parts(pack: Pack) -> None:
    """Every part is there once and is what it was, of unknown names too; nothing else is there."""
    said = [part.name for part in pack.head.parts]
    if sorted(pack.names) != sorted([*said, JSON_NAME]):
        raise Unfit(JSON_NAME)
    for part in pack.head.parts:
        digest = hashlib.sha256()
        for block in pack.blocks(part.name):
            digest.update(block)
        if digest.hexdigest() != part.sha256:
            raise Unfit(part.name)


def _lengths(pack: Pack, documents: Collection[PackDocument]) -> dict[str, int]:
    """How many characters each document has; only a difference may leave a text out."""
    lengths = {}
    held = [document for document in documents if pack.holds(document)]
    _check_amount(pack, sum(document.characters for document in held))
    for document in documents:
        if pack.holds(document):
            if len(pack.text(document)) != document.characters:
                raise Unfit(document.path)
        elif not pack.head.base:
            raise Unfit(document.path)
        lengths[document.path] = document.characters
    return lengths


def _check_amount(pack: Pack, characters: int) -> None:
    if characters > _ALWAYS + _MOST_RATIO * pack.file.stat().st_size:
        raise refused(pack.file, "pack-bomb")


def _check_chunks(chunks: Sequence[PackChunk], generation: PackedVectors, lengths: dict[str, int]) -> None:
    """Chunks stand inside of their documents, one document's together, each under a number of its own.

    They are cut inside of their texts, and as the form of the generation allows.
    """
    if (len(chunks), sum(len(chunk.cuts) for chunk in chunks)) != (generation.chunks, generation.cuts):
        raise Unfit(generation.table)
    seen: set[tuple[str, int]] = set()
    ended: set[str] = set()
    path = ""
    for chunk in chunks:
        if chunk.path != path:
            ended.add(path)
            path = chunk.path
        inside = 0 <= chunk.start < chunk.end <= lengths.get(chunk.path, -1)
        if not inside or chunk.path in ended or (chunk.path, chunk.ordinal) in seen:
            raise Unfit(generation.table)
        if not _is_formed(chunk, generation.form):
            raise Unfit(generation.table)
        seen.add((chunk.path, chunk.ordinal))


def _is_formed(chunk: PackChunk, form: EmbeddedForm) -> bool:
    """Whether a chunk is cut in order, inside of its text, into no more parts than its form makes of it."""
    shortest = min(filter(None, (form.narrow, form.wide)), default=0)
    most = _MOST_TIMES * -(-chunk.length // shortest) if shortest else 0
    steps = (0, *chunk.cuts, chunk.length)
    return (
        len(chunk.cuts) <= most
        and all(before < after for before, after in pairwise(steps))
        and len(chunk.context) <= _LONGEST_CONTEXT
    )


def _check_vectors(pack: Pack, generation: PackedVectors) -> None:
    """There is a vector for each row, with a length that can be measured."""
    place = pack.vectors(generation)
    wanted = generation.rows
    if generation.origins:
        origins = pack.origins(generation)
        if any(row < _IN_BASE for row in origins):
            raise Unfit(generation.origins)
        wanted = sum(row == _IN_BASE for row in origins)
    elif _hash_of(pack, generation) != generation.sha256:
        raise Unfit(generation.vectors)
    if place.rows != wanted:
        raise Unfit(generation.vectors)
    if not _usable(pack, place):
        raise refused(pack.file, "pack-vectors", generation.identity.label)


def _hash_of(pack: Pack, generation: PackedVectors) -> str:
    return next(part.sha256 for part in pack.head.parts if part.name == generation.vectors)


def _usable(pack: Pack, place: VectorPlace) -> bool:
    import numpy as np

    some = max(_AT_ONCE // (FLOAT_BYTES * place.dimension), 1)
    for first in range(0, place.rows, some):
        rows = np.frombuffer(pack.rows(place, first, some), np.float32).reshape(-1, place.dimension)
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.einsum("ij,ij->i", rows, rows)
        if not ((lengths > _SHORTEST) & (lengths < _LONGEST)).all():  # nor where one is no number
            return False
    return True
