"""What was measured of a collection survives being kept, and a measure that says little is not believed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.search import Support
from gangdan_gui.retrieving.calibration import (
    Calibration,
    Scale,
    Scores,
    doubt,
    read_calibration,
    typical_doubt,
)
from gangdan_gui.retrieving.likelihood import ACROSS, WITHIN, raw_score, score, verdict
from gangdan_gui.retrieving.probes import LANGUAGES, probes, some_probes
from gangdan_gui.retrieving.signs import Signs

NUMBERS = st.floats(-10, 10)
SCORES = st.lists(st.none() | NUMBERS, max_size=5).map(tuple)


@given(st.integers(0, 10**6), SCORES, SCORES, st.none() | st.builds(Scale, NUMBERS, NUMBERS))
def test_it_reads_what_it_wrote(chunks: int, within: Scores, across: Scores, scale: Scale | None) -> None:
    kept = Calibration(chunks, within, across, scale)
    assert read_calibration(kept.text) == kept


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", '"x"', '{"version": 2}', '{"version": 1, "chunks": 1, "within": [], "across": []}',
     '{"version": 2, "chunks": 1, "within": [NaN], "across": [], "scale": null}',
     '{"version": 2, "chunks": "1", "within": [], "across": [], "scale": null}',
     '{"version": 2, "chunks": 1, "within": ["0"], "across": [], "scale": null}',
     '{"version": 2, "chunks": 1, "within": 0, "across": [], "scale": null}',
     '{"version": 2, "chunks": 1, "within": [], "across": [], "scale": {"own": 1}}'],
)  # fmt: skip
def test_what_another_version_or_nobody_wrote_counts_as_not_there(text: str) -> None:
    assert read_calibration(text) is None


def test_a_fifth_more_or_less_is_another_collection() -> None:
    kept = Calibration(100)
    assert [chunks for chunks in (79, 81, 100, 120, 121) if kept.fits(chunks)] == [81, 100, 120]


def of(*scores: float | None) -> float:
    return doubt([Calibration(1, within=scores)], 500, across=False)


def test_questions_that_are_answered_after_all_do_not_spoil_the_measure() -> None:
    strange = [-3.0 + 0.01 * number for number in range(40)]
    assert of(*strange[:35], *[9.0] * 5) == pytest.approx(of(*strange), abs=0.06)
    assert of(*[9.0] * 40) <= 0.5
    assert of(*[-99.0] * 40) >= -7
    assert doubt([Calibration(1, across=(9.0,) * 40)], 500, across=True) <= 0.5
    assert doubt([Calibration(1, across=(9.0,) * 40, scale=Scale(0.1, 0.5))], 500, across=True) <= -1
    assert of(*strange[:3], *[None] * 40) == of() == typical_doubt(500, across=False)
    assert doubt([], 500, across=True) == typical_doubt(500, across=True)


def test_of_several_collections_each_question_counts_where_it_reaches_farthest() -> None:
    one, other = [-3.0, None] * 20, [None, -1.0] * 20
    both = [Calibration(1, across=tuple(one)), Calibration(1, across=tuple(other)), Calibration(1)]
    assert doubt(both[:1], 2, across=True) == -3.0
    assert doubt(both, 2, across=True) == -1.0
    assert doubt(both, 2, across=False) == typical_doubt(2, across=False)


def test_in_few_chunks_strange_questions_reach_less_far_than_in_many() -> None:
    typical = [typical_doubt(chunks, across=False) for chunks in (0, 1, 5, 20, 40, 150, 500, 10**6)]
    assert typical == sorted(typical)
    assert typical[0] == typical[1] == -7
    assert typical[2] < typical[3] < typical[4] < typical[5] == typical[7] < 0


def test_another_embedder_s_cosines_are_brought_to_where_they_are_understood() -> None:
    crowded = Scale(strange=0.80, own=0.90)
    found = crowded.as_built_in(Signs(0.85, 0.02, 0.4, 0.3))
    assert found.figures == pytest.approx((0.35, 0.06, 0.4, 0.3))
    flat = Scale(strange=0.9, own=0.9).as_built_in(Signs(0.95, 0.02, 0.4, 0.3))
    assert 0 < flat.nearest < 2  # an embedder that tells nothing apart divides nothing by zero


def test_near_and_in_its_words_is_answered_far_and_without_is_not() -> None:
    good, poor, middle = Signs(0.55, 0.15, 0.7, 0.7), Signs(0.2, 0.05, 0.15, 0.0), Signs(0.36, 0.1, 0.4, 0.3)
    for fit in (WITHIN, ACROSS):
        typical = typical_doubt(500, across=fit is ACROSS)
        assert verdict(score(good, fit, typical)) is Support.YES
        assert verdict(score(poor, fit, typical)) is Support.NO
        assert raw_score(good, fit) > raw_score(middle, fit) > raw_score(poor, fit)
        # Where strange questions reach as far, the same signs say less.
        assert score(middle, fit, 0.0) < score(middle, fit, typical)


@pytest.mark.parametrize(
    ("reached", "said"), [(-0.1, Support.NO), (0.0, Support.NO), (0.5, Support.WEAK), (1.5, Support.YES)]
)
def test_a_verdict_is_by_the_score(reached: float, said: Support) -> None:
    assert verdict(reached) is said


def test_there_are_as_many_strange_questions_in_each_language() -> None:
    every = [probes(language) for language in LANGUAGES]
    assert {len(some) for some in every} == {len(set(every[0]))}
    assert all(question == question.strip() for some in every for question in some)
    assert probes("ru") == some_probes("ru", 5) == ()
    assert some_probes("en", 10) == tuple(dict.fromkeys(some_probes("en", 10)))
    assert len(some_probes("zh", 10)) == 10
    assert some_probes("zh", 10**6) == probes("zh")
