"""The rest of documents follows what was found in them, and nothing comes twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.search import Hit, Passage
from gangdan_gui.retrieving.passages import PASSAGE_LIMIT, merge
from gangdan_gui.retrieving.rest import rest

LENGTH = 5000


def document(path: str) -> str:
    return "".join(f"<{path} {number:04d}>" for number in range(LENGTH))[:LENGTH]


def window(path: str, start: int, distance: float | None = None, *, length: int = 800) -> Hit:
    end = min(start + length, LENGTH)
    return Hit(
        f"{path}{start}", "s", path, "", (f"from {start}",), start, end, document(path)[start:end], "en", distance
    )


def windows(*paths: str) -> list[Hit]:
    return [window(path, start) for path in paths for start in range(0, LENGTH - 150, 650)]


def test_the_others_are_numbered_after_those_found_in_the_order_of_the_text() -> None:
    found = merge([window("b.md", 1300, 0.2), window("a.md", 650, 0.4)])
    others = rest(found, windows("b.md", "a.md"))
    assert [passage.number for passage in others] == list(range(3, 3 + len(others)))
    assert [(passage.path, passage.start) for passage in others[:2]] == [("a.md", 0), ("a.md", 1450)]
    assert others[0].heading == ("from 0",)
    places = [(passage.path, passage.start) for passage in others]
    assert places == sorted(places)
    assert all((one.score, one.distance, one.keyword_rank) == (0.0, None, None) for one in others)


def test_a_copy_of_what_was_there_is_left_out() -> None:
    text = "A licence under every page."
    copies = [Hit(path, "s", path, "", (), 0, len(text), text, "en", None) for path in ("a.md", "b.md", "c.md")]
    found = merge([Hit("b.md", "s", "b.md", "", (), 0, len(text), text, "en", 0.3)])
    assert rest(found, copies) == ()
    assert [passage.path for passage in rest((), copies)] == ["a.md"]


def test_blank_rests_are_no_passages() -> None:
    assert rest((), [Hit("a", "s", "a.md", "", (), 0, 4, " \n\t ", "en", None)]) == ()


starts = st.lists(st.tuples(st.sampled_from(["a.md", "b.md"]), st.integers(0, 6)), unique=True, max_size=6)


@given(starts)
def test_found_and_rest_are_the_whole_text_once(places: list[tuple[str, int]]) -> None:
    found = merge([window(path, 650 * number, 0.1 * number) for path, number in places])
    everything: tuple[Passage, ...] = (*found, *rest(found, windows("a.md", "b.md")))
    assert [passage.number for passage in everything] == list(range(1, len(everything) + 1))
    for path in ("a.md", "b.md"):
        shown = sorted((one.start, one.end, one.text) for one in everything if one.path == path)
        assert "".join(text for _, _, text in shown) == document(path)
        assert all(document(path)[start:end] == text for start, end, text in shown)
        assert all(end - start <= PASSAGE_LIMIT for start, end, _ in shown)
