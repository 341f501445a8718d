"""What counts as evidence, what was measured of a collection, and what is said where nothing was."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gangdan_gui.domain.documents import ChunkSettings, Source, SourceKind, SourceState
from gangdan_gui.domain.search import Support
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.retrieving.calibration import Calibration, Scale, typical_doubt
from gangdan_gui.retrieving.signs import Weighed
from gangdan_gui.retrieving.words import question_terms
from gangdan_gui.services.answering.assistant import may_answer
from gangdan_gui.services.searching.judging import Judgement, Judging
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import SourceRecord

QUESTION = "How long does rice boil?"
YES, WEAK, NO = Support.YES, Support.WEAK, Support.NO


@dataclass(frozen=True)
class Shelf:
    """A source of that kind, of so many chunks, by that embedder, measured or not."""

    kind: SourceKind = SourceKind.LOCAL
    label: str = "builtin"
    measured: bool = True
    scale: Scale | None = None
    doubt: float = typical_doubt(200, across=False)
    chunks: int = 200


def near(source: str, cosine: float, words: float = 0.0, language: str = "en") -> Weighed:
    return Weighed(source, source, language, 1 - cosine, words)


def judged(home: Path, shelves: dict[str, Shelf], seen: Sequence[Weighed], question: str = QUESTION) -> Judgement:
    async def main() -> Judgement:
        manifest = Manifest(home)
        try:
            records = []
            for name, shelf in shelves.items():
                source = Source(name, name, shelf.kind, ("/x",))
                await manifest.sources.put(source)
                identity = EmbedderIdentity(shelf.label, "m", shelf.label, 2)
                generation = await manifest.generations.begin(name, identity, ChunkSettings())
                if shelf.measured:
                    text = Calibration(
                        shelf.chunks, (shelf.doubt,) * 20, (typical_doubt(200, across=True),) * 20, shelf.scale
                    ).text
                    await manifest.calibrations.keep(generation.number, text)
                records.append(
                    SourceRecord(source, SourceState.READY, live=generation, documents=9, chunks=shelf.chunks)
                )
            parts = cast("Any", SimpleNamespace(manifest=manifest))
            terms, changes = len(question_terms(question)), await manifest.changes()
            return await Judging(parts).judge(question, terms, seen, records, changes)
        finally:
            await manifest.close()

    return asyncio.run(main())


def behind(source: str, cosine: float = 0.2) -> list[Weighed]:
    return [near(source, cosine) for _ in range(9)]


GOOD = [near("s", 0.55, 12.0), *behind("s")]
POOR = [near("s", 0.22, 2.0), *behind("s")]


@pytest.mark.parametrize(("found", "said"), [(GOOD, YES), (POOR, NO), ([], NO)])
def test_near_and_in_its_words_against_far_and_without(home: Path, found: list[Weighed], said: Support) -> None:
    judgement = judged(home, {"s": Shelf()}, found)
    assert judgement.supported is said
    assert bool(judgement.figures) is bool(found)


def test_where_strange_questions_reach_far_more_is_wanted(home: Path) -> None:
    middle = [near("s", 0.38, 6.0), *behind("s", 0.25)]
    assert judged(home, {"s": Shelf(doubt=-5.0)}, middle).supported is YES
    assert judged(home, {"t": Shelf(doubt=0.5)}, [one._replace(source="t") for one in middle]).supported is not YES


def test_words_alone_are_weak(home: Path) -> None:
    by_words = near("s", 0.0, 30.0)._replace(distance=None)
    assert judged(home, {"s": Shelf()}, [by_words]).supported is WEAK


def test_documentation_decides_where_it_was_searched_and_notes_where_not(home: Path) -> None:
    shelves = {"d": Shelf(), "s": Shelf(SourceKind.NOTES), "a": Shelf(SourceKind.ANSWERS)}
    both = [*GOOD, *[one._replace(source="d") for one in POOR], *[one._replace(source="a") for one in GOOD]]
    judgement = judged(home, shelves, both)
    assert (judgement.supported, judgement.notes) == (NO, YES)
    alone = judged(home, {"x": Shelf(SourceKind.NOTES)}, [one._replace(source="x") for one in GOOD])
    assert (alone.supported, alone.notes) == (YES, YES)
    said = judged(home, {"y": Shelf(SourceKind.ANSWERS)}, [one._replace(source="y") for one in GOOD])
    assert (said.supported, said.notes) == (NO, NO)


def test_a_small_collection_that_was_not_measured_is_judged_by_the_same_signs(home: Path) -> None:
    shelf = {"s": Shelf(measured=False, chunks=6)}
    exact = [near("s", 0.25, 4.5), near("s", 0.05)]
    assert judged(home, shelf, exact).supported is YES
    assert judged(home, {"t": Shelf(measured=False, chunks=6)}, [near("t", 0.55), near("t", 0.05)]).supported is not NO
    assert judged(home, {"u": Shelf(measured=False, chunks=6)}, [near("u", 0.12), near("u", 0.05)]).supported is NO


def test_what_nobody_knows_the_scale_of_is_believed_where_it_shares_words(home: Path) -> None:
    shelf = Shelf(label="ollama:x", measured=False, chunks=6)
    assert judged(home, {"s": shelf}, [near("s", 0.7, 0.4)]).supported is YES
    assert judged(home, {"t": shelf}, [near("t", 0.7)]).supported is WEAK
    assert judged(home, {"u": shelf}, [near("u", 0.7, language="zh")]).supported is YES


def test_another_embedder_is_judged_by_its_own_scale(home: Path) -> None:
    scale = Scale(strange=0.80, own=0.90)
    crowd = [near("s", 0.81, 1.0), *behind("s", 0.80)]
    assert judged(home, {"s": Shelf(label="ollama:x", scale=scale)}, crowd).supported is NO
    best = [near("t", 0.92, 12.0), *behind("t", 0.80)]
    assert judged(home, {"t": Shelf(label="ollama:x", scale=scale)}, best).supported is YES
    # Two embedders are never compared, and the one that holds the answer decides.
    mixed = [*[one._replace(source="u") for one in crowd], *[one._replace(source="v") for one in GOOD]]
    assert judged(home, {"u": Shelf(label="ollama:x", scale=scale), "v": Shelf()}, mixed).supported is YES


def test_across_languages_fewer_words_are_expected(home: Path) -> None:
    found = [near("s", 0.45, 3.0, "zh"), *[one._replace(language="zh") for one in behind("s")]]
    across = judged(home, {"s": Shelf()}, found)
    within = judged(home, {"t": Shelf()}, [one._replace(source="t", language="en") for one in found])
    assert across.figures["score"] > within.figures["score"]


def test_what_is_weak_is_answered_as_the_setting_says() -> None:
    assert [may_answer(support, answer_weak=True) for support in (YES, WEAK, NO)] == [True, True, False]
    assert [may_answer(support, answer_weak=False) for support in (YES, WEAK, NO)] == [True, False, False]
