"""Hits become passages: joined exactly, never twice, in an order of their own."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.search import Hit, Passage
from gangdan_gui.retrieving.passages import merge

DOCUMENT = "".join(f"<{number:04d}>" for number in range(1000))


def hit(start: int, end: int, distance: float, *, path: str = "a.md", source: str = "s", heading: str = "") -> Hit:
    # Documents of another path have text of their own.
    text = DOCUMENT[start:end] if path == "a.md" else DOCUMENT[start:end].replace("<", f"{path}:")[: end - start]
    return Hit(
        chunk=f"{source}/{path}/{start}-{end}", source=source, path=path, url=f"https://example.org/{path}",
        heading=(heading,) if heading else (), start=start, end=end, text=text, language="en", distance=distance,
        title=path.upper(),
    )  # fmt: skip


def places(passages: tuple[Passage, ...]) -> list[tuple[int, int]]:
    return [(passage.start, passage.end) for passage in passages]


def test_overlapping_and_touching_windows_become_one_passage() -> None:
    (passage,) = merge([hit(650, 1450, 0.3), hit(0, 800, 0.4), hit(1450, 1500, 0.5)])
    assert (passage.start, passage.end, passage.text) == (0, 1500, DOCUMENT[:1500])
    assert (passage.number, passage.distance, passage.score) == (1, 0.3, 0.7)
    assert (passage.url, passage.title, passage.language) == ("https://example.org/a.md", "A.MD", "en")


def test_windows_apart_stay_apart() -> None:
    assert places(merge([hit(0, 800, 0.4), hit(801, 1600, 0.3)])) == [(801, 1600), (0, 800)]


def test_a_better_window_stays_whole_and_its_neighbour_gives_the_rest() -> None:
    hits = [hit(0, 800, 0.5), hit(650, 1450, 0.4), hit(1300, 2100, 0.2), hit(1950, 2750, 0.3)]
    passages = merge(hits)
    assert places(passages) == [(1300, 2750), (0, 1300)]
    assert [passage.distance for passage in passages] == [0.2, 0.4]


def test_a_single_window_over_the_limit_is_kept_and_the_next_gives_only_what_is_new() -> None:
    assert places(merge([hit(0, 3000, 0.1), hit(2850, 5850, 0.2)])) == [(0, 3000), (3000, 5850)]


def test_a_window_inside_another_adds_nothing_but_its_distance() -> None:
    assert [(p.start, p.end, p.distance) for p in merge([hit(0, 800, 0.4), hit(100, 300, 0.2)])] == [(0, 800, 0.2)]


def test_the_heading_is_the_one_where_the_passage_begins() -> None:
    (passage,) = merge([hit(650, 1450, 0.1, heading="Second"), hit(0, 800, 0.4, heading="First")])
    assert passage.heading == ("First",)


def test_the_heading_of_a_rest_is_the_nearest_before_it() -> None:
    hits = [
        hit(0, 3000, 0.1, heading="First"),
        hit(2000, 5000, 0.2, heading="Second"),
        hit(2900, 3200, 0.3, heading="Third"),
    ]
    assert [(p.start, p.heading) for p in merge(hits)] == [(0, ("First",)), (3000, ("Third",))]


def test_copies_in_other_documents_are_shown_once() -> None:
    one, other = hit(0, 800, 0.3, source="b"), hit(0, 800, 0.3000000001, source="a")
    for order in ([one, other], [other, one]):
        assert [(p.source, p.start) for p in merge(order)] == [("a", 0)]


def test_the_same_hit_twice_is_one() -> None:
    assert places(merge([hit(0, 800, 0.3)] * 2)) == [(0, 800)]


def test_a_blank_rest_is_no_passage() -> None:
    text = "x" * 50 + "\n" * 10
    first = Hit("1", "s", "p", "", (), 0, 50, text[:50], "", 0.1)
    second = Hit("2", "s", "p", "", (), 40, 60, text[40:], "", 0.2)
    assert places(merge([first, second], limit=50)) == [(0, 50)]
    assert places(merge([first, second], limit=60)) == [(0, 60)]


def test_equal_distances_are_ordered_by_source_path_and_start() -> None:
    hits = [
        hit(4000, 4100, 0.3),
        hit(0, 100, 0.3 + 1e-9),
        hit(0, 100, 0.3, path="b.md"),
        hit(0, 100, 0.3, path="0.md", source="t"),
        hit(2000, 2100, 0.299),
    ]
    passages = merge(hits)
    assert [(p.source, p.path, p.start) for p in passages] == [
        ("s", "a.md", 2000), ("s", "a.md", 0), ("s", "a.md", 4000), ("s", "b.md", 0), ("t", "0.md", 0),
    ]  # fmt: skip
    assert [p.number for p in passages] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("distance", [-1e-8, 0.0, 1e-9])
def test_a_passage_that_is_the_question_scores_one(distance: float) -> None:
    (passage,) = merge([hit(0, 800, distance)])
    assert (str(passage.distance), passage.score) == ("0.0", 1.0)


def test_no_hits_no_passages() -> None:
    assert merge([]) == ()


windows = st.builds(
    lambda start, length, distance, path: hit(start, start + length, distance / 10, path=path),
    st.integers(0, 300),
    st.integers(20, 120),
    st.integers(0, 20),
    st.sampled_from(["a.md", "b.md"]),
)


@given(st.lists(windows, max_size=12), st.integers(1, 200), st.randoms(use_true_random=False))
def test_every_found_character_comes_exactly_once(hits: list[Hit], limit: int, shuffle: random.Random) -> None:
    passages = merge(hits, limit=limit)
    longest = max((one.end - one.start for one in hits), default=0)
    for path in ("a.md", "b.md"):
        found = {at for one in hits if one.path == path for at in range(one.start, one.end)}
        shown = sorted((p for p in passages if p.path == path), key=lambda p: p.start)
        assert all(one.end <= other.start for one, other in itertools.pairwise(shown))
        assert {at for p in shown for at in range(p.start, p.end)} == found
    for passage in passages:
        assert len(passage.text) == passage.end - passage.start <= max(limit, longest)
        assert passage.path != "a.md" or passage.text == DOCUMENT[passage.start : passage.end]
    shuffled = list(hits)
    shuffle.shuffle(shuffled)
    assert merge(shuffled, limit=limit) == passages
    distances = [passage.distance for passage in passages]
    assert distances == sorted(distances)


def worded(start: int, rank: int, *, path: str = "w.md", source: str = "words") -> Hit:
    return hit(start, start + 100, 0.0, path=path, source=source)._replace(distance=None, keyword_rank=rank)


def test_what_was_found_by_words_is_ordered_and_scored_by_its_rank() -> None:
    passages = merge([worded(0, 2), worded(500, 1), worded(90, 3)])
    assert [(one.start, one.end, one.keyword_rank, one.score) for one in passages] == [
        (500, 600, 1, 1.0),
        (0, 190, 2, 0.5),
    ]
    assert {one.distance for one in passages} == {None}


def test_meaning_and_words_take_turns_and_meaning_begins() -> None:
    near = [hit(at * 1000, at * 1000 + 100, at / 10) for at in range(4)]
    by_words = [worded(at * 1000, at + 1) for at in range(2)]
    passages = merge([*by_words, *near])
    assert [(one.number, one.source, one.start) for one in passages] == [
        (1, "s", 0), (2, "words", 0), (3, "s", 1000), (4, "words", 1000), (5, "s", 2000), (6, "s", 3000),
    ]  # fmt: skip


def test_a_copy_found_both_ways_is_the_one_found_by_meaning() -> None:
    near = hit(0, 100, 0.9)
    (passage,) = merge([near._replace(source="words", distance=None, keyword_rank=1), near])
    assert (passage.source, passage.distance) == ("s", 0.9)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 20)), max_size=8),
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), max_size=8),
    st.randoms(use_true_random=False),
)
def test_each_kind_keeps_its_order_whatever_order_hits_come_in(
    near: list[tuple[int, int]], by_words: list[tuple[int, int]], shuffle: random.Random
) -> None:
    hits = [hit(at * 1000, at * 1000 + 100, distance / 10) for at, distance in near]
    hits += [worded(at * 1000, rank) for at, rank in by_words]
    passages = merge(hits)
    shuffle.shuffle(hits)
    assert merge(hits) == passages
    distances = [one.distance for one in passages if one.distance is not None]
    ranks = [one.keyword_rank for one in passages if one.keyword_rank is not None]
    assert (distances, ranks) == (sorted(distances), sorted(ranks))
    assert [one.number for one in passages] == list(range(1, len(passages) + 1))
    turns = [one.distance is None for one in passages[: 2 * min(len(distances), len(ranks))]]
    assert turns == [False, True] * (len(turns) // 2)


def scored(start: int, end: int, fused: float, **where: str) -> Hit:
    return hit(start, end, 0.5, **where)._replace(fused=fused)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 200), st.integers(0, 12), st.booleans(), st.integers(1, 30))
def test_the_first_passages_are_the_same_however_many_are_made(
    seed: int, count: int, by_words: int, fused: bool, wanted: int
) -> None:
    given = random.Random(seed)
    hits = [_somewhere(given) for _ in range(count)]
    hits += [worded(at * 60, at + 1, path=f"{at}.md") for at in range(by_words)]
    if fused:
        hits = [one._replace(fused=given.randrange(20) / 20) for one in hits]
    assert merge(hits, wanted=wanted) == merge(hits)[:wanted]


def _somewhere(given: random.Random) -> Hit:
    """A hit, half of which are an edition of each other: they say the same under a heading of their own."""
    at, page = given.randrange(3) * 150, given.randrange(150)
    found = hit(at, at + 200, given.randrange(40) / 20, path=f"{page}.md")
    return found._replace(text=f"# {page:04}\n{DOCUMENT[:193]}") if given.randrange(2) else found


def test_fused_scores_decide_and_are_shown() -> None:
    near = scored(0, 100, 0.25)._replace(distance=0.1)
    by_words = scored(500, 600, 0.75)._replace(distance=None, keyword_rank=1)
    passages = merge([near, by_words])
    assert [(one.start, one.score, one.distance, one.keyword_rank) for one in passages] == [
        (500, 0.75, None, 1),
        (0, 0.25, 0.1, None),
    ]


def test_the_places_of_copies_are_named() -> None:
    places = [{}, {"source": "t"}, {"source": "a"}]
    (passage,) = merge([scored(0, 100, 0.5, **where) for where in places])
    assert (passage.source, passage.same_as) == ("a", (("s", "a.md"), ("t", "a.md")))


def test_a_joined_passage_is_the_same_only_where_all_of_it_stands() -> None:
    both = [scored(0, 100, 0.9), scored(100, 200, 0.8)]
    (passage,) = merge([*both, scored(0, 100, 0.9, source="t"), scored(0, 100, 0.9, source="u")])
    assert passage.same_as == ()
    copies = [one._replace(source="t") for one in both]
    (passage,) = merge([*both, *copies])
    assert passage.same_as == (("t", "a.md"),)


def test_only_the_best_make_a_passage_longer() -> None:
    parts = [scored(0, 100, 0.9), scored(100, 200, 0.8), scored(200, 300, 0.1)]
    assert places(merge(parts, deep=2)) == [(0, 200), (200, 300)]
    assert places(merge(parts)) == [(0, 300)]


def test_terms_of_all_parts_are_kept_once() -> None:
    parts = [
        scored(0, 100, 0.9)._replace(terms=("tide", "moon")),
        scored(100, 200, 0.8)._replace(terms=("moon", "day")),
    ]
    (passage,) = merge(parts)
    assert passage.terms == ("tide", "moon", "day")
