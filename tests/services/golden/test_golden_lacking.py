"""Golden questions that were asked with less than usual: told, kept, and compared only with their like."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.domain.golden import Cause, Expected, Family, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.lacking import lacking
from gangdan_gui.services.evaluation.sets import AskedQuestion
from gangdan_gui.services.golden.lines import read_runs, run_line
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.trials import Way
from tests.services.conftest import PickyEmbedder, Shelf

_TEXT = "# Loops\n\nA loop repeats its body for every element of a list, one after another, in their order.\n"
_AWAY = Reason("words-only", "course")


class LeavingEmbedder(PickyEmbedder):
    """Answers no question while it is `away`."""

    away = False

    async def embed_question(self, text: str) -> Vectors:
        if self.away:
            raise EmbedderUnavailable(embedder="hash", why="gone")
        return await super().embed_question(text)


def _run(*lacked: Reason, cause: Cause | None = None) -> GoldenRun:
    return GoldenRun("2026", "b", "hybrid, 10", {}, {}, (Outcome("a", 1, cause),), lacking=lacked)


def _ranked(*codes: str) -> Ranked:
    return Ranked(
        AskedQuestion("1", "what?", "en", ()), (), Support.NO, notices=tuple(Reason(code, "x") for code in codes)
    )


def test_a_run_without_the_embedder_says_so_and_compares_with_its_like(shelf: Shelf, folder: Path) -> None:
    embedder = shelf.embedder = LeavingEmbedder()

    async def run() -> tuple[GoldenRun, ...]:
        async with shelf.open() as bench:
            (folder / "loops.md").write_text(_TEXT, "utf-8")
            await bench.library.add(str(folder), title="course")
            await bench.build("course")
            expected = Expected("course", "loops.md", Quote("repeats its body", 0))
            await bench.golden.add(GoldenQuestion.of("loop body", Family.EXACT, expected))
            for away in (False, True, True, False):
                embedder.away = away
                await bench.golden.run(SearchOptions(), lambda *_: None)
            embedder.away = True
            (tried,) = await bench.trials.compare((Way(),), lambda _: None)
            assert tried.lacking == (_AWAY,)
            return await bench.golden.runs()

    usual, without, again, later = asyncio.run(run())
    assert [one.lacking for one in (usual, without, again, later)] == [(), (_AWAY,), (_AWAY,), ()]
    assert without.last_like((usual,)) is None
    assert again.last_like((usual, without)) == without
    assert later.last_like((usual, without, again)) == usual


def test_nothing_is_called_worse_or_mended_where_less_was_there() -> None:
    good, bad = _run(), _run(_AWAY, cause=Cause.TOO_LOW)
    assert bad.worse_than(good) == ()
    for first, second in ((good, bad), (bad, good)):
        (change,) = second.beside(first)
        assert (change.got_worse, change.mended) == (False, False)
    assert len(_run(_AWAY, cause=Cause.CUT).worse_than(_run(_AWAY))) == 1
    assert replace(good, setting="keyword, 10").last_like((good,)) is None


@pytest.mark.parametrize(
    ("codes", "lacked"),
    [
        (("words-only", "words-only"), ("words-only",)),
        (("partly-built", "note-may-answer"), ("partly-built",)),
        (("reranker-slow", "translation-late"), ("reranker-slow", "translation-late")),
        (("something-new",), ("something-new",)),
        (("filtered-out", "translation-no-model", "reranker-needs-both", "counting-tables"), ()),
    ],
)
def test_what_is_always_so_is_no_lack(codes: tuple[str, ...], lacked: tuple[str, ...]) -> None:
    assert tuple(one.code for one in lacking([_ranked(), *map(_ranked, codes)])) == lacked


def test_it_is_kept_with_the_run() -> None:
    run = _run(_AWAY, Reason("partly-built", "B (1 / 2)"))
    assert read_runs([run_line(run), run_line(_run())]) == (run, _run())
