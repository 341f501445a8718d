"""Boundaries found near an offset are those of the whole text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.chunking.graphemes import boundary_after, boundary_before

# What makes clusters: marks, joiners, selectors, flags, skin tones, jamo, conjuncts, prepended signs.
JOINING = "e\u0301\u200d\ufe0f\u20e3\r\n 👩👨👧❤🏽🇨🇳🇩가각ㅏ\u1100\u1161\u11a8क\u094dषि\u0600\u0903\u3099がＡ。中a1"
texts = st.text(st.sampled_from(JOINING), max_size=60) | st.text(max_size=40)


def boundaries(text: str) -> list[int]:
    return [0, *(match.end() for match in regex.finditer(r"\X", text))]


@given(texts, st.data())
def test_neighbourhood_gives_the_boundaries_of_the_whole_text(text: str, data: st.DataObject) -> None:
    whole = boundaries(text)
    offset = data.draw(st.integers(0, len(text)))
    known = data.draw(st.sampled_from([one for one in whole if one <= offset]))
    assert boundary_before(text, offset, known) == whole[bisect_right(whole, offset) - 1]
    assert boundary_after(text, offset, known) == whole[bisect_left(whole, offset)]


@pytest.mark.parametrize(
    "cluster",
    [
        "e\u0301",
        "👨\u200d👩\u200d👧\u200d👦",
        "🇨🇳",
        "👍🏽",
        "\r\n",
        "1\ufe0f\u20e3",
        "각",
        "\u1100\u1161\u11a8",
        "❤\ufe0f\u200d🔥",
    ],
)
def test_no_place_inside_a_cluster_is_a_boundary(cluster: str) -> None:
    text = cluster * 3
    for inside in range(len(cluster) + 1, 2 * len(cluster)):
        assert boundary_before(text, inside, 0) == len(cluster)
        assert boundary_after(text, inside, 0) == 2 * len(cluster)


def test_a_very_long_cluster_is_one() -> None:
    text = "a" + "\u0301" * 5000 + "b"
    assert boundary_after(text, 1, 0) == 5001
    assert boundary_before(text, 5000, 0) == 0


@pytest.mark.parametrize("offset", [2, 3, 4, 5, 6, 7, 8, 801, 1200])
def test_flags_in_a_row_are_paired_from_the_start_of_the_row(offset: int) -> None:
    text = "x" + "🇨🇳" * 1000
    assert boundary_before(text, offset, 0) == offset - (offset - 1) % 2
