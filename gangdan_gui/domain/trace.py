"""How a search came to its passages: what was asked of whom, every candidate, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Fate(StrEnum):
    """What became of a candidate: shown as (part of) a passage, or why not.

    Of what is in a passage, SHORTENED and NO_ROOM: the model that answered was given some of it, or none.
    """

    SHOWN = "shown"
    SHORTENED = "shortened"
    NO_ROOM = "no-room"
    COPY = "copy"
    COVERED = "covered"
    TOO_FAR = "too-far"
    RANKED_TOO_LOW = "ranked-too-low"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was sent to one embedder, or to the index of words: the text, or the words with their weights.

    Words of a translation have its text beside them.
    `language` is that of the documents it was for, empty for all.
    """

    where: str
    text: str
    language: str = ""
    words: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that was looked at. Ranks count from 1 among the candidates of its language; None where it has none.

    `fused` is the score that decided, `passage` the number of the passage that shows it, 0 for none. `translated_rank`
    is its place among what a translation of the question found, `reranked` that which a reranker gave it among those
    that it judged, by `reranker_score`.
    """

    chunk: str
    source: str
    path: str
    heading: tuple[str, ...]
    start: int
    end: int
    language: str
    dense_rank: int | None
    distance: float | None
    keyword_rank: int | None
    keyword_score: float
    terms: tuple[str, ...]
    fused: float
    fate: Fate
    passage: int = 0
    translated_rank: int | None = None
    reranked: int | None = None
    reranker_score: float | None = None


@dataclass(frozen=True, slots=True)
class Translated:
    """A question as a chat model put it into the language of documents that were searched by it, too.

    `cached`: the model had been asked before. `seconds` are those of model and search, `found` is how many chunks the
    translation found, `added` how many of them the question itself had not.
    """

    language: str
    text: str
    model: str
    seconds: float = 0.0
    cached: bool = False
    found: int = 0
    added: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """One search, stage by stage. `support` are the figures by which `supported` was judged, by name.

    `reranker` is what the reranker is called that put the best candidates into another order, empty for none.
    """

    language: str
    asked: tuple[Asked, ...]
    candidates: tuple[Candidate, ...]
    support: dict[str, float] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    reranker: str = ""
    translated: tuple[Translated, ...] = ()
