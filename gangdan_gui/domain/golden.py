"""Golden questions: what the user knows the library must find, and what came of asking."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support


class Family(StrEnum):
    """What kind of question it is: what makes it hard."""

    EXACT = "exact-term"
    PARAPHRASE = "paraphrase"
    ACROSS = "across-languages"
    PARTS = "multi-part"
    CONSTRAINED = "constrained"
    UNANSWERABLE = "unanswerable"


@dataclass(frozen=True, slots=True)
class Expected:
    """A passage that answers, by its words, so that it is found again when its document was cut in another way.

    `grade` is how much it is worth beside the question's others.
    """

    source: str
    path: str
    quote: Quote
    grade: float = 1.0

    @property
    def place(self) -> tuple[str, str, int, int, str]:
        """Where its document is opened to see it: source, path, start and end, and the words that stood there."""
        return self.source, self.path, self.quote.start, self.quote.end, self.quote.text


@dataclass(frozen=True, slots=True)
class GoldenQuestion:
    """A question and what answers it: all passages together, or with `any_passage` one of them; none where nothing."""

    id: str
    text: str
    family: str
    expected: tuple[Expected, ...] = ()
    any_passage: bool = False

    @classmethod
    def of(cls, text: str, family: str, *expected: Expected, any_passage: bool = False) -> GoldenQuestion:
        """A new one; the same question about the same passages always has the same id."""
        facts = "\0".join((text, *(f"{one.source}/{one.path}\0{one.quote.text}" for one in expected)))
        digest = hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()
        return cls(digest[:12], text, family, expected, any_passage)


class Cause(StrEnum):
    """Why a question failed, in the order in which it is looked at."""

    NOT_ASKED = "not-asked"
    NOT_IN_SOURCES = "not-in-sources"
    CUT = "cut-by-border"
    TOO_LOW = "ranked-too-low"
    TOO_FAR = "too-far"
    BELOW_THRESHOLD = "below-threshold"
    OUT_OF_BUDGET = "out-of-budget"
    SEEMED_ANSWERED = "seemed-answered"


class Fault(StrEnum):
    """What is at fault where an answer does not cite what is expected, told by giving the model that alone."""

    RANKING = "ranking"
    CROWD = "crowd"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Answered:
    """What a chat model made of a question that has an answer.

    `given`: what is expected stood in what it read. `cited`: its answer cites that. `alone`: it did so when it was
    given nothing else; None where that was not tried. `seconds` is how long the answer took.
    """

    given: bool
    cited: bool
    alone: bool | None = None
    seconds: float = 0.0

    @property
    def fault(self) -> Fault | None:
        """What is at fault; None where nothing is, or nobody knows."""
        if self.cited or self.alone is None:
            return None
        if not self.alone:
            return Fault.TEXT
        return Fault.CROWD if self.given else Fault.RANKING


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question. `rank` is that of the first right passage, 0 where none came; no `cause` is good.

    `answered` is what a chat model made of it, where one was asked.
    """

    question: str
    rank: int = 0
    cause: Cause | None = None
    supported: Support = Support.YES
    answered: Answered | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One question in two runs: its `old` and its `new` rank, and why it fails in the second, where it does.

    `got_worse`: it was good in the first. `mended`: it was not.
    """

    question: str
    old: int
    new: int
    cause: Cause | None = None
    got_worse: bool = False
    mended: bool = False

    @property
    def changed(self) -> bool:
        """Whether anything of it is otherwise."""
        return self.old != self.new or self.got_worse or self.mended


@dataclass(frozen=True, slots=True)
class Lift:
    """What a reranker could do for questions, and what one has done; counted are those that have an answer.

    `deep` have it among the first fifty without a reranker, `near` among the first five. With the `reranker` of that
    name `after` have: `lifted` came among them, `lowered` left them. Of `failed` questions it gave no order, for the
    first of them for the reason `why`.
    """

    questions: int
    deep: int
    near: int
    reranker: str = ""
    after: int = 0
    lifted: int = 0
    lowered: int = 0
    failed: int = 0
    why: Reason | None = None

    @property
    def room(self) -> int:
        """How many it could bring among the first five at most."""
        return self.deep - self.near


@dataclass(frozen=True, slots=True)
class GoldenRun:
    """All questions asked once. `at` is an ISO 8601 time.

    `bound` names embedders and chunking of what was searched: figures of other ones can't be read as progress.
    `setting` is how was asked (mode, number of passages, and which sources if not all). `figures` are means by measure
    and family, the family of all being empty; `counts` how many questions are behind them.
    `lift` is what reranking could bring; runs of before it was counted have none. `model` is the chat model that was
    asked too, empty for none; the figure `answers` is then the share of its answers that are hits.
    `lacking` is what the library usually searches with and did not have then, as its embedder: what comes of that is
    comparable only with what came of the same.
    """

    at: str
    bound: str
    setting: str
    figures: Mapping[str, Mapping[str, float | None]]
    counts: Mapping[str, int]
    outcomes: tuple[Outcome, ...] = ()
    lift: Lift | None = None
    model: str = ""
    lacking: tuple[Reason, ...] = ()

    @property
    def answers(self) -> tuple[Answered, ...]:
        """What a chat model made of the questions that it was asked."""
        return tuple(one.answered for one in self.outcomes if one.answered)

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The outcomes that are not good."""
        return tuple(one for one in self.outcomes if one.cause)

    @property
    def troubled(self) -> tuple[Outcome, ...]:
        """The outcomes that are not good, and those of which an answer does not cite what it was given."""
        return tuple(one for one in self.outcomes if one.cause or (one.answered and not one.answered.cited))

    @property
    def good(self) -> int:
        """How many of them are."""
        return len(self.outcomes) - len(self.failed)

    def asked_alike(self, runs: Sequence[GoldenRun]) -> tuple[GoldenRun, ...]:
        """Those of other runs that were asked in the same way."""
        return tuple(one for one in runs if one.setting == self.setting)

    def had_the_same(self, other: GoldenRun) -> bool:
        """Whether as much was there to search with as in another run, so that outcomes can be compared."""
        return set(self.lacking) == set(other.lacking)

    def last_like(self, runs: Sequence[GoldenRun]) -> GoldenRun | None:
        """The last of other runs that outcomes can be compared with: asked in the same way, with the same means."""
        return next((one for one in reversed(self.asked_alike(runs)) if self.had_the_same(one)), None)

    def worse_than(self, before: GoldenRun) -> tuple[Outcome, ...]:
        """The outcomes that were good and are not any more; none where that lies in what was there to search with."""
        if not self.had_the_same(before):
            return ()
        good = {one.question for one in before.outcomes if one.cause is None}
        return tuple(one for one in self.failed if one.question in good)

    def added_since(self, before: GoldenRun) -> int:
        """How many questions are new: they change the share that is good, and nothing has got worse by them."""
        return len({one.question for one in self.outcomes} - {one.question for one in before.outcomes})

    def beside(self, before: GoldenRun) -> tuple[Change, ...]:
        """The questions of both runs; none is called worse or mended where other means were there to search with."""
        old = {one.question: one for one in before.outcomes}
        alike = self.had_the_same(before)
        return tuple(
            Change(
                one.question,
                old[one.question].rank,
                one.rank,
                one.cause,
                got_worse=alike and bool(one.cause and not old[one.question].cause),
                mended=alike and bool(old[one.question].cause and not one.cause),
            )
            for one in self.outcomes
            if one.question in old
        )
