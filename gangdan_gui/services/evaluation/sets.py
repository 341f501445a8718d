"""Documents and questions to measure with: what a corpus and a set of questions hold, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FEWEST_QUESTIONS = 30
"""With fewer questions of a kind a single one moves the figure by more than three points."""


@dataclass(frozen=True, slots=True)
class GivenDocument:
    """A text of a corpus, used as it stands. `language` is empty where the corpus does not say it."""

    id: str
    title: str
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The documents of one file."""

    name: str
    documents: tuple[GivenDocument, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a document that answers: offsets into its text. `grade` is how much it is worth, 1 as usual."""

    document: str
    start: int
    end: int
    grade: float = 1.0


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with what answers it: all spans together, or with `any_span` one of them.

    One without spans is not answered by the library. `family` is what kind of question it is.
    """

    id: str
    text: str
    language: str
    spans: tuple[Span, ...]
    any_span: bool = False
    family: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of one file."""

    name: str
    questions: tuple[AskedQuestion, ...]


def small_families(asked: QuestionSet) -> Iterator[tuple[str, int]]:
    """The kinds of questions of which there are too few, with how many; all together where no kinds are named."""
    counted = Counter(question.family for question in asked.questions)
    yield from ((family, count) for family, count in sorted(counted.items()) if count < FEWEST_QUESTIONS)


def without_repeats(corpora: Sequence[Corpus]) -> tuple[Corpus, ...]:
    """Each document once, where it comes first: sets of questions may share the documents they are about."""
    seen: set[str] = set()
    kept = []
    for corpus in corpora:
        documents = tuple({one.id: one for one in reversed(corpus.documents) if one.id not in seen}.values())[::-1]
        seen.update(one.id for one in documents)
        if documents:
            kept.append(Corpus(corpus.name, documents))
    return tuple(kept)


def set_name(file: Path) -> str:
    """What a file of a set is called: its folder where the file is only called what it is."""
    parent = file.absolute().parent.name
    return parent if file.stem in ("queries", "docs", "questions", "corpus") and parent else file.stem
