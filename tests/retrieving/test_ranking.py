"""Meaning and words decide together which parts of which chunks come first."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.fusion import RECIPROCAL, Fusion
from gangdan_gui.retrieving.ranking import Found, Sought, ranked

TIDE, BREAD = "The moon draws the tide twice a day. ", "Bread is baked for an hour in the oven. "


def found(number: int, text: str, distance: float | None, **known) -> Found:
    hit = Hit(f"c{number}", "s", f"{number}.md", "", (), 100, 100 + len(text), text, "en", distance)
    return Found(hit, "e", distance, **known)


def best(hits: list[Hit]) -> Hit:
    return max(hits, key=lambda hit: hit.fused or 0.0)


def test_the_part_that_answers_comes_first_as_a_slice_of_its_document() -> None:
    one = found(1, BREAD + TIDE, 0.3, cuts=(len(BREAD),), parts=(0.8, 0.3), words=2.0)
    other = found(2, BREAD, 0.7, words=0.5)
    hits = ranked([one, other], Sought({"tide": 1.0}), Fusion())
    assert [(hit.path, hit.text, hit.start) for hit in hits] == [
        ("1.md", BREAD, 100), ("1.md", TIDE, 100 + len(BREAD)), ("2.md", BREAD, 100),
    ]  # fmt: skip
    assert best(hits).text == TIDE
    assert all(hit.end - hit.start == len(hit.text) for hit in hits)


def test_what_only_words_find_can_come_first_and_weighs_what_is_chosen() -> None:
    near, said = found(1, BREAD, 0.2), found(2, TIDE, 0.6, words=3.0)
    sought = Sought({"tide": 1.0})
    assert best(ranked([near, said], sought, Fusion(keyword_weight=0.9))).path == "2.md"
    assert best(ranked([near, said], sought, Fusion(keyword_weight=0.1))).path == "1.md"


def test_without_any_distance_words_decide_alone() -> None:
    hits = ranked([found(1, BREAD, None), found(2, TIDE, None, words=3.0)], Sought({"tide": 1.0}), Fusion())
    assert [hit.fused for hit in hits] == [0.0, 1.0]


def test_across_languages_the_words_of_the_bridge_count() -> None:
    near, bridged = found(1, BREAD, 0.5), found(2, TIDE, 0.51, bridged=3.0)
    sought = Sought({"潮汐": 1.0}, {"tide": 0.8}, across=True)
    assert best(ranked([near, bridged, found(3, BREAD, 0.9)], sought, Fusion())).path == "2.md"
    within = replace(sought, across=False)
    assert best(ranked([near, bridged, found(3, BREAD, 0.9)], within, Fusion())).path == "1.md"


def test_where_embedders_cannot_read_the_question_words_count_for_more() -> None:
    chunks = [found(1, BREAD, 0.5), found(2, TIDE, 0.7, bridged=3.0)]
    sought = Sought({}, {"tide": 0.8}, across=True)
    by_words = [ranked(chunks, replace(sought, blind=blind), Fusion())[1].fused or 0.0 for blind in (False, True)]
    assert by_words[0] < by_words[1] < 1


def test_in_a_script_of_few_characters_a_part_stands_out_more_from_its_chunk() -> None:
    one = found(1, BREAD + TIDE, 0.3, cuts=(len(BREAD),), parts=(0.8, 0.3), words=2.0)
    chunks = [one, found(2, BREAD, 0.7, words=0.5)]
    apart = []
    for wide in (False, True):
        rest, answer, _ = ranked(chunks, Sought({"tide": 1.0}, wide=wide), Fusion())
        apart.append((answer.fused or 0.0) - (rest.fused or 0.0))
    assert 0 < apart[0] < apart[1]


def test_a_long_chunk_that_is_embedded_whole_is_shown_in_parts_that_end_with_sentences() -> None:
    text = BREAD * 12 + TIDE * 12
    hits = ranked([found(1, text, 0.4, words=1.0)], Sought({"tide": 1.0}), Fusion())
    assert len(hits) > 1
    assert "".join(hit.text for hit in hits) == text
    assert all(hit.text.rstrip().endswith(".") for hit in hits)
    assert "tide" in best(hits).text


chunks = st.lists(
    st.tuples(st.sampled_from([TIDE, BREAD, TIDE + BREAD]), st.one_of(st.none(), st.integers(0, 8)), st.integers(0, 4)),
    max_size=8,
)


@given(chunks, st.sampled_from(["weighted", RECIPROCAL]), st.randoms(use_true_random=False))
def test_scores_do_not_care_for_the_order_in_which_chunks_come(said, method: str, shuffle) -> None:
    some = [
        found(number, text, None if far is None else far / 8, words=float(words))
        for number, (text, far, words) in enumerate(said)
    ]
    sought, fusion = Sought({"tide": 1.0, "bread": 1.0}), Fusion(method)
    before = {(hit.path, hit.start): hit.fused for hit in ranked(some, sought, fusion)}
    shuffle.shuffle(some)
    assert {(hit.path, hit.start): hit.fused for hit in ranked(some, sought, fusion)} == before
    assert all(score is not None and 0 <= score <= 1 for score in before.values())
