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
        """Pools half of whose questions nothing answers.

        Each half of the articles of an encyclopaedia, with the questions on all of them and on Python; and Python's
        documentation, with those on the encyclopaedia.
        """
        found: list[Pool] = []
        for own, other in (("en", "zh"), ("zh", "en")):
            articles, python = self.corpus(f"xquad-{own}"), self.corpus(f"pyfaq-{own}")
            halves = [replace(articles, documents=articles.documents[half::2]) for half in (0, 1)]
            found += [self._apart(half, own, other, ("xquad",), ("pytut",)) for half in halves]
            found.append(self._apart(python, own, other, ("pyfaq", "pytut"), ("xquad",)))
        return found

    def _corpora(self, *names: str) -> tuple[Corpus, ...]:
        return tuple(map(self.corpus, names))

    def _all(self, corpora: Sequence[Corpus], *names: str) -> tuple[QuestionSet, ...]:
        return tuple(self.asked(name, corpora) for name in names)

    def _apart(self, library: Corpus, own: str, other: str, about: Sequence[str], strange: Sequence[str]) -> Pool:
        """A library in the language `own`, with questions of the sets `about` its subject, and of `strange` ones."""
        there = {document.id for document in library.documents}
        asked: dict[str, tuple[QuestionSet, ...]] = {}
        for kind, language, way in (("same", own, own), ("across", other, f"{other}2{own}")):
            questions = [one for name in about for one in self._questions(f"{name}-{way}")]
            held = [one for one in questions if one.spans[0].document in there][::2][:_UNANSWERED]
            near = [one for one in questions if one.spans[0].document not in there][::2]
            far = [one for name in strange for one in self._questions(f"{name}-{language}")]
            for distance, some in (("near", near), ("far", far)):
                absent = [replace(one, id=f"{distance} {one.id}", spans=()) for one in some[:_UNANSWERED]]
                if absent:
                    name = f"{about[0]}-{way}, {distance}"
                    asked[f"{kind}, {distance}"] = (QuestionSet(name, (*held, *absent)),)
        return Pool(f"{library.name}, apart", (library,), asked)

    def _questions(self, name: str) -> tuple[AskedQuestion, ...]:
        """The questions of a set, on texts in the language that its name ends with."""
        texts = "xquad" if name.startswith("xquad") else "pyfaq"
        return self.asked(name, [self.corpus(f"{texts}-{name[-2:]}")]).questions
