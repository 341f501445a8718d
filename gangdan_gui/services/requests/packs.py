"""What faces ask of knowledge packs: a built source as one file that other machines take in without embedding."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.vectors import EmbedderIdentity

PACK_ENDING = ".gdpack"


@dataclass(frozen=True, slots=True)
class PackedGeneration:
    """Vectors of one embedder in a pack."""

    identity: EmbedderIdentity
    chunking: ChunkSettings
    chunks: int


@dataclass(frozen=True, slots=True)
class PackContents:
    """What a pack says of itself. `sha256` is of the whole file.

    `source` is the id that it has where it was made. `made` is a time (ISO 8601), `version` the commit or state of its
    documents. `base` is the SHA-256 of the pack that it is the difference to, empty for a whole one.
    """

    file: Path
    format: int
    source: str
    title: str
    licence: str
    language: str
    version: str
    made: str
    documents: int
    generations: tuple[PackedGeneration, ...]
    sha256: str
    base: str = ""


@dataclass(frozen=True, slots=True)
class PackReport:
    """The fields of `pack … --json`. `embedder` are labels with commas between them; `source` is the id here."""

    source: str
    documents: int
    chunks: int
    embedder: str
    sha256: str
    ok: bool
    problems: tuple[Problem, ...] = ()
    notices: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PackProgress:
    """How far it is, in passages; `total` is 0 where that is not known yet."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class PackFinished:
    """It is done; what was written or taken in is whole."""

    report: PackReport


PackEvent = PackProgress | PackFinished


@dataclass(frozen=True, slots=True)
class InstallOptions:
    """`replace` lets a pack take the place of what it is a newer (or older) state of, conversations kept.

    `in_place` takes nothing but the texts in: vectors stay in the file, and are searched there exactly. `embedder`
    chooses among the generations of the pack; None takes the best that this machine can ask with.
    """

    replace: bool = False
    in_place: bool = False
    embedder: str | None = None


class PackService(Protocol):
    """Packs of one library. Cancelling what is iterated leaves no half pack and no half source."""

    def create(
        self, source: str, file: Path, *, also: Sequence[str] = (), base: Path | None = None
    ) -> AsyncGenerator[PackEvent, None]:
        """Write what answers of a source into one file, whole or not at all.

        `also` are labels of embedders whose vectors of the same passages are made and put in, too. With a `base`, an
        earlier pack of the source, only what has changed since is written. Words that the user took out of the search
        are not in it. Raises UnknownSource, NothingBuilt, NotPacked, PackRefused (the base), EmbedderUnavailable,
        CannotWrite.
        """

    async def contents(self, file: Path) -> PackContents:
        """What a pack says of itself, its parts not yet checked. Raises LocationMissing, PackRefused."""

    def install(self, file: Path, options: InstallOptions) -> AsyncGenerator[PackEvent, None]:
        """Check a pack whole and take it in as a source of kind `pack`, without embedding anything.

        Raises LocationMissing, PackRefused (damaged, tampered with, cut off, of a newer format, a difference to a pack
        that is not here), PackInstalled (this state is here, or another one and `replace` is not said), CannotWrite.
        """
