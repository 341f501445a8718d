"""What services ask of replaceable parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gangdan_gui.domain.documents import ChunkSettings, Split
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors


class Embedder(Protocol):
    """Makes vectors. Passages and questions are told apart, because most models want another prefix before each."""

    async def identify(self) -> EmbedderIdentity:
        """What its vectors are bound to. Raises EmbedderUnavailable."""

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One checked vector a text, in their order. Raises BadVectors, EmbedderUnavailable, WorkerError."""

    async def embed_question(self, text: str) -> Vectors:
        """One checked vector. Goes before waiting passages. Raises as `embed_passages`."""

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """One checked vector a question that nobody waits for, in their order: as passages wait. Raises as those."""

    async def close(self) -> None:
        """End what it started. May be called twice."""


class Splitter(Protocol):
    """Cuts a text into pieces that are exact slices of it."""

    def __call__(self, text: str, settings: ChunkSettings) -> Split:
        """Raises InvalidChunking where size, overlap and minimum do not fit together."""


class Reranker(Protocol):
    """Judges how well passages answer a question, each by its own text. It is never needed to find any."""

    @property
    def most(self) -> int:
        """To how many passages a question it is worth the wait."""

    async def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """A finite number a text, more for what answers better, in their order. Raises RerankerUnavailable.

        Cancelling gives up, and what is loaded by then stays for the next question.
        """

    async def check(self) -> None:
        """Try it on a passage of one sentence. Raises RerankerUnavailable."""

    async def close(self) -> None:
        """End what it started. May be called twice."""


DISTANCE_ERROR = 4e-4
"""How far a store's distances may be off: enough to choose rows by. Who shows or compares distances computes them."""


@dataclass(frozen=True, slots=True)
class VectorRow:
    """A row of a collection. `metadata` is for other programs that look in; the product itself reads the manifest."""

    id: str
    vector: bytes
    text: str
    metadata: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A row near a query vector. `distance` is cosine distance, true to DISTANCE_ERROR."""

    id: str
    distance: float


class VectorStore(Protocol):
    """Collections of vectors under cosine distance. Names are those of `collection_name`."""

    async def ensure(self, collection: str) -> None:
        """Create the collection unless it is there. Raises StoreDamaged."""

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:
        """Add rows of new ids, any number of them. Raises StoreDamaged, WorkerError."""

    async def delete(self, collection: str, ids: Sequence[str]) -> None:
        """Delete rows, any number of them; ids that are not there are passed over."""

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        """The nearest rows, nearest first, at most `count`. Goes before waiting adds.

        With `among` only rows of these ids, where they are there.
        """

    async def count(self, collection: str) -> int:
        """The number of rows; 0 where there is no such collection."""

    async def ids(self, collection: str) -> frozenset[str]:
        """All ids, read in pages."""

    async def reachable(self, collection: str) -> bool:
        """Whether every row's vector can be read back: the health check of one collection."""

    async def names(self) -> tuple[str, ...]:
        """The collections there are."""

    async def drop(self, collection: str) -> None:
        """Delete a collection through the library; passes over one that is not there."""

    async def set_aside(self) -> Path:
        """Move a damaged store out of the way and return where it is now; the next call makes an empty one."""

    async def close(self) -> None:
        """End what it started. May be called twice."""
