"""How often the right passage is found: `python -m benchmarks.retrieval [FOLDER] [--quick] [--only ROW]`.

FOLDER holds retrieval sets, in the pools of `pools`. One table: the earlier GangDan's way of searching, each step
that was added to it, and what is usual now, with the built-in embedder; what each costs in time stands beside it.
Figures are means over sets: recall at five and inside 4,000 characters (Chinese: 2,000), across languages and in a
library of both languages where only the other one answers, and how well questions without an answer are told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.english_model import LABEL as ENGLISH
from benchmarks.english_model import EnglishModel
from benchmarks.pools import Pool, Sets, built
from benchmarks.remembering import Remembering
from gangdan_gui.app import open_measured
from gangdan_gui.domain.documents import WHOLE_CHUNKS, EmbeddedForm
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.search import Mode
from gangdan_gui.embedding.embedders import embedder
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.services.evaluation.library import MeasuredLibrary
from gangdan_gui.services.evaluation.reference import REFERENCE_CHUNKING, REFERENCE_FORM, FirstCharacters
from gangdan_gui.services.evaluation.scores import Score, score
from gangdan_gui.services.evaluation.sets import QuestionSet
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings

SHARED = Path(__file__).resolve().parents[2] / "shared" / "bench"
QUICK = 25
_COUNT = 50


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the table: how is built and searched."""

    name: str
    form: EmbeddedForm | None = None
    mode: Mode = Mode.HYBRID
    reference: bool = False
    embedder: str = BUILTIN


STEPS = (
    Step("earlier GangDan", REFERENCE_FORM, reference=True),
    Step("all embedded, by meaning", WHOLE_CHUNKS, mode=Mode.DENSE),
    Step("in parts, by meaning", mode=Mode.DENSE),
    Step("by words", mode=Mode.KEYWORD),
    Step("whole, meaning and words", WHOLE_CHUNKS),
    Step("usual"),
    Step("English model, by meaning", mode=Mode.DENSE, embedder=ENGLISH),
    Step("English model, usual", embedder=ENGLISH),
)


@dataclass(slots=True)
class Row:
    """The figures of a step: by column the scores of its sets, and the seconds of building and asking."""

    scores: defaultdict[str, list[Score]] = field(default_factory=lambda: defaultdict(list))
    built: float = 0.0
    asked: float = 0.0
    questions: int = 0

    def mean(self, column: str, figure: str) -> float | None:
        """The mean of a figure over the sets of a column."""
        return _mean(one.means[figure] for one in self.scores[column])

    def balanced(self, column: str) -> float | None:
        """How well questions are told apart, over the sets of a column."""
        return _mean(one.balanced for one in self.scores[column])


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


class Table:
    """Measures. `embedders` are by label: the built-in one, and perhaps one that reads English only."""

    def __init__(self, pools: Sequence[Pool], embedders: Mapping[str, Remembering]) -> None:
        self._pools = pools
        self._embedders = embedders

    async def row(self, step: Step) -> Row:
        """One step on all pools."""
        row = Row()
        for pool in self._pools if step.embedder == BUILTIN else self._pools[:1]:
            with tempfile.TemporaryDirectory() as folder:
                async with open_measured(Path(folder), Settings(), partial(self._embedder, step)) as library:
                    begun = time.perf_counter()
                    await built(library, pool.corpora, _options(step))
                    row.built += time.perf_counter() - begun
                    await self._ask(library, pool, step, row)
        return row

    def _embedder(self, step: Step, label: str) -> Embedder:
        embedder = self._embedders[label]
        return FirstCharacters(embedder) if step.reference else embedder

    async def _ask(self, library: MeasuredLibrary, pool: Pool, step: Step, row: Row) -> None:
        for column, sets in pool.asked.items():
            for asked in sets:
                begun = time.perf_counter()
                row.scores[column].append(await _score(library, asked, step))
                row.asked += time.perf_counter() - begun
                row.questions += len(asked.questions)


def _options(step: Step) -> BuildOptions:
    chunking = REFERENCE_CHUNKING if step.reference else None
    return BuildOptions(embedder=step.embedder, form=step.form, chunking=chunking)


async def _score(library: MeasuredLibrary, asked: QuestionSet, step: Step) -> Score:
    if step.reference:
        answers = await library.ask_as_reference(asked.questions, lambda *_: None)
    else:
        answers = await library.ask(asked.questions, SearchOptions(count=_COUNT, mode=step.mode), lambda *_: None)
    return score(asked.name, answers, library.language_of)


_COLUMNS = (
    ("EN @5", "EN", "recall@5"), ("in 4000", "EN", "recall_in_budget"),
    ("ZH @5", "ZH", "recall@5"), ("in 2000", "ZH", "recall_in_budget"),
    ("zh→en", "zh→en", "recall@5"), ("en→zh", "en→zh", "recall@5"), ("both", "both", "recall@5"),
)  # fmt: skip
_TOLD_APART = (
    ("near", "same, near"), ("far", "same, far"), ("near↔", "across, near"), ("far↔", "across, far"),
)  # fmt: skip
_NAME, _WIDTH = 26, 9


def _show_head() -> None:
    names = [name for name, *_ in (*_COLUMNS, *_TOLD_APART)] + ["build s", "ms/quest."]
    print(f"{'':{_NAME}}" + "".join(f"{name:>{_WIDTH}}" for name in names), flush=True)


def _show(name: str, row: Row) -> None:
    figures = [row.mean(column, figure) for _, column, figure in _COLUMNS]
    figures += [row.balanced(column) for _, column in _TOLD_APART]
    told = [f"{'–' if value is None else format(value, '.3f'):>{_WIDTH}}" for value in figures]
    times = f"{row.built:>{_WIDTH}.0f}{1000 * row.asked / max(row.questions, 1):>{_WIDTH}.0f}"
    print(f"{name:{_NAME}}" + "".join(told) + times, flush=True)


def _show_sets(row: Row) -> None:
    """Each set of a row for itself."""
    for column, scores in row.scores.items():
        for one in scores:
            told = {"told apart": one.balanced} if one.balanced is not None else _figures(one.means)
            figures = "  ".join(f"{name} {value:.3f}" for name, value in told.items() if value is not None)
            print(f"    {column:14} {one.name:26} {one.questions:5}  {figures}", flush=True)


def _figures(means: Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: means[name] for name in ("recall@1", "recall@5", "recall@50", "ndcg@10", "recall_in_budget")}


async def _run(
    pools: Sequence[Pool], steps: Sequence[Step], embedders: Mapping[str, Remembering], *, sets: bool
) -> None:
    table = Table(pools, embedders)
    try:
        _show_head()
        for step in steps:
            if step.embedder not in embedders:
                continue
            row = await table.row(step)
            _show(step.name, row)
            if sets:
                _show_sets(row)
    finally:
        for one in embedders.values():
            await one.end()


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, nargs="?", default=SHARED, help="retrieval sets")
    arguments.add_argument("--every", type=int, default=1, metavar="N", help="only each so many-th question")
    arguments.add_argument("--quick", action="store_true", help="so few questions that the figures say little")
    arguments.add_argument("--sets", action="store_true", help="also each set for itself")
    arguments.add_argument("--vectors", type=Path, metavar="FILE", help="keep vectors here, for the next run")
    english = "files of all-MiniLM-L6-v2 (ONNX, tokenizer.json), for the rows of a model that reads English only"
    arguments.add_argument("--english", type=Path, nargs=2, metavar=("MODEL", "TOKENIZER"), help=english)
    arguments.add_argument("--only", action="append", metavar="ROW", help="only rows whose names hold this")
    given = arguments.parse_args()
    if not (given.folder / "xquad-en").is_dir():
        print(f"There are no retrieval sets in {given.folder}: name their folder.")
        return
    found = Sets(given.folder, QUICK if given.quick else given.every)
    steps = [step for step in STEPS if not given.only or any(word in step.name for word in given.only)]
    embedders = {BUILTIN: Remembering(embedder(BUILTIN), given.vectors)}
    if given.english:
        embedders[ENGLISH] = Remembering(EnglishModel(*given.english), given.vectors)
    asyncio.run(_run([*found.pools(), *found.unanswered()], steps, embedders, sets=given.sets))


if __name__ == "__main__":
    main()
