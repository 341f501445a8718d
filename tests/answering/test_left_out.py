"""The trace of an answer tells what the model had no room for."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.answering.context import fit
from gangdan_gui.answering.left_out import as_given
from gangdan_gui.answering.trimming import trimmed
from gangdan_gui.domain.search import Passage
from gangdan_gui.domain.trace import Candidate, Fate
from tests.answering.given import passage

TEXT = "Rice is sown in spring. " * 20 + "It is cut in autumn. " * 20


def candidate(one: Passage, start: int, end: int, fate: Fate = Fate.SHOWN) -> Candidate:
    """A chunk that stands there in the text of a passage."""
    place, words = (one.start + start, one.start + end), ("rice",)
    return Candidate(
        f"{one.number}-{start}", one.source, one.path, (), *place, "en", 1, 0.5, 1, 1.0, words, 0.5, fate, one.number
    )


def fates(found: list[Passage], read: list[Passage], *candidates: Candidate) -> list[Fate]:
    told = as_given(candidates, found, read)
    assert [replace(one, fate=Fate.SHOWN) for one in told] == [replace(one, fate=Fate.SHOWN) for one in candidates], (
        "nothing else changes"
    )
    return [one.fate for one in told]


def test_what_was_given_whole_is_shown_and_what_was_left_out_had_no_room() -> None:
    one, two = passage(1, TEXT), passage(2, TEXT)
    seen = candidate(one, 0, 100), candidate(two, 0, 100)
    assert fates([one, two], [one, two], *seen) == [Fate.SHOWN, Fate.SHOWN]
    assert fates([one, two], [one], *seen) == [Fate.SHOWN, Fate.NO_ROOM]


def test_of_a_shortened_passage_each_chunk_is_told_by_what_is_left_of_it() -> None:
    one = passage(1, TEXT)
    end = len("Rice is sown in spring. ") * 10
    short = replace(one, text=one.text[:end].rstrip(), end=one.start + len(one.text[:end].rstrip()))
    parts = candidate(one, 0, end), candidate(one, 100, 400), candidate(one, 600, 800)
    assert fates([one], [short], *parts) == [Fate.SHOWN, Fate.SHORTENED, Fate.NO_ROOM]


def test_what_is_not_shown_by_itself_keeps_its_fate() -> None:
    one = passage(1, TEXT)
    others = [fate for fate in Fate if fate is not Fate.SHOWN]
    assert fates([one], [], *(candidate(one, 0, 90, fate) for fate in others)) == others


def test_a_chunk_longer_than_its_passage_is_told_by_what_the_passage_has() -> None:
    one = passage(1, TEXT[100:300])
    assert fates([one], [one], candidate(one, -90, 900)) == [Fate.SHOWN]
    assert fates([one], [trimmed(one, 50)], candidate(one, -90, 900)) == [Fate.SHORTENED]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=9), st.integers(2048, 6000))
def test_what_is_told_is_what_a_context_holds(lengths: list[int], tokens: int) -> None:
    found = [passage(number, "水稻在春天播种。" * length) for number, length in enumerate(lengths, 1)]
    read = list(fit("何时？", found, {}, [], language="zh", context_tokens=tokens).passages)
    told = fates(found, read, *(candidate(one, 0, len(one.text)) for one in found))
    given_texts = {one.number: one.text for one in read}
    for one, fate in zip(found, told, strict=True):
        text = given_texts.get(one.number, "")
        expected = Fate.NO_ROOM if not text else Fate.SHOWN if text == one.text else Fate.SHORTENED
        assert fate is expected
