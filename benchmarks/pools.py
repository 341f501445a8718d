"""The libraries that retrieval is measured on, and the sets of questions that are put to each.

The sets are those of a folder of retrieval sets (`<set>/docs.jsonl`, `<set>/queries.jsonl`), in the pools that its
description names. A question that nothing answers is one about articles that the library was not given (near), or
about another domain (far).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from gangdan_gui.services.evaluation.library import MeasuredLibrary
from gangdan_gui.services.evaluation.reading_sets import read_corpora, read_questions
from gangdan_gui.services.evaluation.sets import AskedQuestion, Corpus, QuestionSet
from gangdan_gui.services.requests import BuildOptions

CMRC_DOCUMENTS = 120
_UNANSWERED = 150


@dataclass(frozen=True, slots=True)
class Pool:
    """A library and, by the column that they count for, the sets that are asked of it."""

    name: str
    corpora: tuple[Corpus, ...]
    asked: dict[str, tuple[QuestionSet, ...]]


async def built(library: MeasuredLibrary, corpora: Sequence[Corpus], options: BuildOptions) -> None:
    """Make the texts of a library searchable."""
    async with aclosing(library.build(corpora, options)) as events:
        async for _ in events:
            pass


class Sets:
    """Reads sets from a folder. With `every` only each so many-th question is asked, to be quicker."""

    def __init__(self, folder: Path, every: int = 1) -> None:
        self._folder = folder
        self._every = every

    def corpus(self, name: str) -> Corpus:
        """The documents of a set, as many as the pools take of it."""
        (found,) = read_corpora([self._folder / name / "docs.jsonl"])
        return replace(found, documents=found.documents[:CMRC_DOCUMENTS]) if name.startswith("cmrc") else found

    def asked(self, name: str, corpora: Iterable[Corpus]) -> QuestionSet:
        """The questions of a set whose answers are in these documents."""
        lengths = {document.id: len(document.text) for corpus in corpora for document in corpus.documents}
        (found,) = read_questions([self._folder / name / "queries.jsonl"], lengths)
        questions = found.questions[::2] if name.startswith(("xquad", "cmrc")) else found.questions
        there = [one for one in questions if all(span.document in lengths for span in one.spans)]
        return QuestionSet(name, tuple(there[:: self._every]))

    def pools(self) -> list[Pool]:
        """All pools of the table."""
        en = self._corpora("xquad-en", "chunkeval-open", "pyfaq-en")
        zh = self._corpora("xquad-zh", "cmrc2018-dev", "pyfaq-zh")
        apart = self._corpora("xquad-en", "chunkeval-open", "pyfaq-zh"), self._corpora("cmrc2018-dev", "pyfaq-en")
        return [
            Pool("en", en, {"EN": self._all(en, "xquad-en", "chunkeval-open", "pyfaq-en", "pytut-en"),
                            "zh→en": self._all(en, "xquad-zh2en", "pyfaq-zh2en", "pytut-zh2en")}),
            Pool("zh", zh, {"ZH": self._all(zh, "xquad-zh", "pyfaq-zh", "pytut-zh"),
                            "en→zh": self._all(zh, "pyfaq-en2zh", "pytut-en2zh")}),
            Pool("both, answer in the other", apart[0],
                 {"both": self._all(apart[0], "xquad-zh2en", "pyfaq-en2zh", "pytut-en2zh")}),
            Pool("both, answer in the other", apart[1], {"both": self._all(apart[1], "pyfaq-zh2en", "pytut-zh2en")}),
        ]  # fmt: skip

    def unanswered(self) -> list[Pool]:
        """Pools half of whose questions nothing answers: half of the articles, with the questions on all of them."""
        return [
            *self._half(
                "xquad-en", {"same": "xquad-en", "across": "xquad-zh2en"}, {"same": "pytut-en", "across": "pytut-zh"}
            ),
            *self._half(
                "xquad-zh", {"same": "xquad-zh", "across": "xquad-en2zh"}, {"same": "pytut-zh", "across": "pytut-en"}
            ),
        ]

    def _corpora(self, *names: str) -> tuple[Corpus, ...]:
        return tuple(map(self.corpus, names))

    def _all(self, corpora: Sequence[Corpus], *names: str) -> tuple[QuestionSet, ...]:
        return tuple(self.asked(name, corpora) for name in names)

    def _half(self, name: str, near: dict[str, str], far: dict[str, str]) -> list[Pool]:
        whole = self.corpus(name)
        half = replace(whole, documents=whole.documents[::2])
        there = {document.id for document in half.documents}
        asked: dict[str, tuple[QuestionSet, ...]] = {}
        for kind, set_name in near.items():
            questions = self.asked(set_name, [whole]).questions
            held = tuple(one for one in questions if one.spans[0].document in there)[::2][:_UNANSWERED]
            left_out = tuple(replace(one, spans=()) for one in questions if one.spans[0].document not in there)
            other = tuple(replace(one, id=f"far {one.id}", spans=()) for one in self._questions(far[kind]))
            asked[f"{kind}, near"] = (QuestionSet(f"{set_name}, near", (*held, *left_out[::2][:_UNANSWERED])),)
            asked[f"{kind}, far"] = (QuestionSet(f"{set_name}, far", (*held, *other[:_UNANSWERED])),)
        return [Pool(f"half of {name}", (half,), asked)]

    def _questions(self, name: str) -> tuple[AskedQuestion, ...]:
        return self.asked(name, [self.corpus(name)]).questions
