"""What a pack says of itself (`pack.json`): the source, what its vectors are bound to, and every part with its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gangdan_gui.domain.documents import NOTES_OF_SOMEBODY, OWN, WHOLE_CHUNKS, ChunkSettings, EmbeddedForm, SourceKind
from gangdan_gui.domain.vectors import FLOAT_BYTES, EmbedderIdentity
from gangdan_gui.storing.embedded_form import form_text, read_form
from gangdan_gui.storing.packs.refusing import JSON_NAME, Unfit
from gangdan_gui.storing.records import MADE_BY_PACK, NOTES_BY_PACK

FORMAT = 2
"""The newest format that is read and written here. One that others could not read gets the next number."""
_WITH_FORMS, _WITHOUT_FORMS = 2, 1
_MOST_DIMENSIONS = 65_536
_MOST_GENERATIONS = 64
_HEX = frozenset("0123456789abcdef")
_SHA256_DIGITS = 64
_STATE_DIGITS = 16
# A pack may say what it likes: what a model wrote never counts as more than a note.
_NOTES = NOTES_OF_SOMEBODY | OWN


class NewerFormat(Exception):
    """A pack of a later program. `number` is its format."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a pack: how many bytes it has when it is unpacked, and their SHA-256 in hex."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PackedVectors:
    """A generation in a pack. `table` names the part with its chunks, `vectors` the one with the rows of each of them.

    `cuts` are those in all of its `chunks`, `form` says how they were made; packs of format 1 have neither.
    `sha256` is that of all its rows. In a difference `origins` names the part that says of each row where in the
    earlier pack it is (int32, little-endian; -1 for one that is in `vectors`); in a whole pack it is empty.
    """

    identity: EmbedderIdentity
    chunking: ChunkSettings
    chunks: int
    table: str
    vectors: str
    sha256: str
    origins: str = ""
    form: EmbeddedForm = WHOLE_CHUNKS
    cuts: int = 0

    @property
    def rows(self) -> int:
        """How many vectors there are."""
        return self.chunks + self.cuts

    @property
    def row_bytes(self) -> int:
        """The length of one vector."""
        return self.identity.dimension * FLOAT_BYTES


@dataclass(frozen=True, slots=True)
class PackHead:
    """`pack.json`. `source` and `kind` are those where it was made; `locations` only what is public of them.

    `documents` are those of which the first generation has chunks; more may be there whose texts are too short for one.
    `origin` is the same for all packs of one source, `state` the same for all packs that hold the same. `base` and
    `base_state` name the pack that this one is the difference to. `version` is the commit of its documents where all
    have the same one, else empty; `made` is a time (ISO 8601).
    """

    source: str
    title: str
    kind: SourceKind
    origin: str
    documents: int
    generations: tuple[PackedVectors, ...]
    locations: tuple[str, ...] = ()
    licence: str = ""
    language: str = ""
    description: str = ""
    description_zh: str = ""
    version: str = ""
    made: str = ""
    program: str = ""
    state: str = ""
    base: str = ""
    base_state: str = ""
    format: int = _WITHOUT_FORMS
    parts: tuple[Part, ...] = ()

    @property
    def made_by(self) -> str:
        """What documents of this state of the pack are made by, in the place of a converter: another makes others."""
        by = NOTES_BY_PACK if self.kind in _NOTES else MADE_BY_PACK
        return f"{by}{self.state[:_STATE_DIGITS]}"

    def of(self, identity: EmbedderIdentity) -> PackedVectors | None:
        """The generation of an embedder."""
        return next((one for one in self.generations if one.identity == identity), None)

    def with_parts(self, parts: Sequence[Part]) -> PackHead:
        """With its parts, the state that follows from them, and the format that can hold them."""
        formed = any(one.form != WHOLE_CHUNKS or one.cuts for one in self.generations)
        number = max(self.format, _WITH_FORMS) if formed else self.format
        known = replace(self, parts=tuple(parts), format=number)
        return replace(known, state=state_of(known))


DOCUMENTS = "documents.jsonl"


def state_of(head: PackHead) -> str:
    """What names the contents of a pack, however it was packed: whole, or as a difference to whatever."""
    hashes = {part.name: part.sha256 for part in head.parts}
    held = [[_bound_to(one), one.chunks, hashes[one.table], one.sha256] for one in head.generations]
    return hashlib.sha256(json.dumps([hashes[DOCUMENTS], held], sort_keys=True).encode()).hexdigest()


def head_bytes(head: PackHead) -> bytes:
    """The text of `pack.json`; ASCII, so that every reader of JSON reads it."""
    said = {
        "format": head.format,
        "program": head.program,
        "source": {
            "id": head.source,
            "title": head.title,
            "kind": head.kind.value,
            "locations": list(head.locations),
            "licence": head.licence,
            "language": head.language,
            "description": head.description,
            "description_zh": head.description_zh,
        },
        "version": head.version,
        "made": head.made,
        "origin": head.origin,
        "state": head.state,
        "base": {"sha256": head.base, "state": head.base_state} if head.base else None,
        "documents": head.documents,
        "generations": [_generation(one) for one in head.generations],
        "parts": [{"name": part.name, "size": part.size, "sha256": part.sha256} for part in head.parts],
    }
    return json.dumps(said, indent=1).encode()


def _bound_to(one: PackedVectors) -> dict[str, Any]:
    identity, chunking = one.identity, one.chunking
    formed = {"form": form_text(one.form)} if one.form != WHOLE_CHUNKS else {}
    return formed | {
        "embedder": {
            "label": identity.label,
            "model": identity.model,
            "digest": identity.digest,
            "dimension": identity.dimension,
            "prefix_scheme": identity.prefix_scheme,
        },
        "chunking": {
            "splitter": chunking.splitter,
            "size": chunking.size,
            "overlap": chunking.overlap,
            "minimum": chunking.minimum,
        },
    }


def _generation(one: PackedVectors) -> dict[str, Any]:
    cut = {"cuts": one.cuts} if one.cuts else {}
    return (
        _bound_to(one)
        | cut
        | {
            "chunks": one.chunks,
            "table": one.table,
            "vectors": one.vectors,
            "sha256": one.sha256,
            "origins": one.origins,
        }
    )


def read_head(data: bytes) -> PackHead:
    """The head that these bytes say. Raises NewerFormat, Unfit."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unfit(JSON_NAME) from error
    number = said.get("format") if isinstance(said, dict) else None
    if isinstance(number, int) and number > FORMAT:
        raise NewerFormat(number)
    try:
        return _head(said)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unfit(JSON_NAME) from error


def _head(said: Mapping[str, Any]) -> PackHead:
    source, base = said["source"], said["base"] or {}
    generations = tuple(_read_generation(one) for one in said["generations"])
    parts = tuple(
        Part(text(one["name"]), count(one["size"]), sha256_hex(one["sha256"])) for one in said["parts"]
    )  # fmt: skip
    head = PackHead(
        source=text(source["id"]),
        title=text(source["title"]),
        kind=SourceKind(source["kind"]),
        origin=text(said["origin"]),
        documents=count(said["documents"]),
        generations=generations,
        locations=tuple(map(text, source["locations"])),
        licence=text(source["licence"]),
        language=text(source["language"]),
        description=text(source["description"]),
        description_zh=text(source["description_zh"]),
        version=text(said["version"]),
        made=text(said["made"]),
        program=text(said["program"]),
        state=sha256_hex(said["state"]),
        base=sha256_hex(base["sha256"]) if base else "",
        base_state=sha256_hex(base["state"]) if base else "",
        format=count(said["format"]),
        parts=parts,
    )
    _check(head)
    return head


def _check(head: PackHead) -> None:
    names = [part.name for part in head.parts]
    wanted = [DOCUMENTS, *(name for one in head.generations for name in (one.table, one.vectors))]
    wanted += [one.origins for one in head.generations if head.base]
    fits = (
        head.format >= 1
        and bool(head.title.strip() and head.origin)
        and 1 <= len(head.generations) <= _MOST_GENERATIONS
        and len(set(names)) == len(names)
        and len(set(wanted)) == len(wanted)
        and set(wanted) <= set(names)
        and all(bool(one.origins) == bool(head.base) for one in head.generations)
        and len({one.identity for one in head.generations}) == len(head.generations)
    )
    if not fits or state_of(head) != head.state:
        raise ValueError(JSON_NAME)


def _read_generation(said: Mapping[str, Any]) -> PackedVectors:
    embedder, chunking = said["embedder"], said["chunking"]
    dimension = count(embedder["dimension"])
    if not 1 <= dimension <= _MOST_DIMENSIONS or not text(embedder["label"]) or not count(said["chunks"]):
        raise ValueError("embedder")
    identity = EmbedderIdentity(
        text(embedder["label"]), text(embedder["model"]), text(embedder["digest"]), dimension,
        text(embedder["prefix_scheme"]),
    )  # fmt: skip
    cut = ChunkSettings(
        text(chunking["splitter"]), count(chunking["size"]), count(chunking["overlap"]), count(chunking["minimum"])
    )
    return PackedVectors(
        identity, cut, count(said["chunks"]), text(said["table"]), text(said["vectors"]), sha256_hex(said["sha256"]),
        text(said["origins"]), read_form(text(said.get("form", ""))), count(said.get("cuts", 0)),
    )  # fmt: skip


def text(value: object) -> str:
    """A text that can be kept: half of a pair of surrogates is none. Raises TypeError, ValueError."""
    if not isinstance(value, str):
        raise TypeError(value)
    value.encode()
    return value


def count(value: object) -> int:
    """A whole number from 0. Raises TypeError, ValueError."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    if not 0 <= value < 1 << 62:
        raise ValueError(value)
    return value


def sha256_hex(value: object) -> str:
    """A SHA-256 in small hex digits. Raises TypeError, ValueError."""
    digits = text(value)
    if len(digits) != _SHA256_DIGITS or not _HEX.issuperset(digits):
        raise ValueError(digits)
    return digits
