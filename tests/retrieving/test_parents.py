"""A hit and its section: what stands under the same headings, as far as it fits and nothing was left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.domain.documents import Chunk, ChunkSettings
from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.parents import widened

TEXT = (
    "# Ice\n\n" + "Ice floats on water. " * 12 + "\n\n## Snow\n\n" + "Snow is made of crystals. 雪花有六个角。" * 12
    + "\n\n## Hail\n\n" + "Hail falls in summer. " * 40
)  # fmt: skip


def cut(size: int, overlap: int) -> list[Chunk]:
    pieces = splitter("parents")(TEXT, ChunkSettings("parents", size, overlap, 0)).pieces
    return [
        Chunk(str(one.ordinal), "s", "ice.md", one.ordinal, one.heading, one.start, one.end, one.text)
        for one in pieces
    ]  # fmt: skip


def hit_of(chunk: Chunk) -> Hit:
    return Hit(
        chunk.id, "s", "ice.md", "", chunk.heading, chunk.start, chunk.end, chunk.text, "en", 0.2
    )  # fmt: skip


def test_a_small_hit_is_shown_with_its_section() -> None:
    chunks = cut(100, 20)
    snow = [chunk for chunk in chunks if chunk.heading == ("Ice", "Snow")]
    assert len(snow) > 3
    for chunk in snow:
        found = widened(hit_of(chunk), chunks)
        assert (found.start, found.end) == (TEXT.index("## Snow"), TEXT.index("## Hail"))
        assert found.text == TEXT[found.start : found.end]
        assert (found.chunk, found.heading, found.distance) == (chunk.id, chunk.heading, 0.2)


def test_of_a_long_section_what_stands_around_the_hit() -> None:
    chunks = cut(100, 0)
    hail = [chunk for chunk in chunks if chunk.heading == ("Ice", "Hail")]
    middle = hail[len(hail) // 2]
    found = widened(hit_of(middle), chunks, 350)
    assert found.start < middle.start < middle.end < found.end
    assert 200 < found.end - found.start <= 350


def test_nothing_is_taken_in_over_a_gap() -> None:
    chunks = cut(100, 0)
    hail = [chunk for chunk in chunks if chunk.heading == ("Ice", "Hail")]
    left = [chunk for chunk in chunks if chunk is not hail[2]]
    assert widened(hit_of(hail[1]), left).end == hail[1].end
    assert widened(hit_of(hail[3]), left).start == hail[3].start


def test_a_hit_that_is_not_one_of_the_chunks_stays_as_it_is() -> None:
    chunks = cut(100, 0)
    assert widened(hit_of(chunks[1]), chunks[:1]) == hit_of(chunks[1])
    assert widened(hit_of(chunks[1]), chunks, 10) == hit_of(chunks[1])


@given(st.integers(30, 300), st.integers(0, 29), st.integers(0, 2000))
def test_it_is_always_a_stretch_of_the_text_that_holds_the_hit(size: int, overlap: int, limit: int) -> None:
    chunks = cut(size, overlap)
    for chunk in chunks[:: max(1, len(chunks) // 6)]:
        found = widened(hit_of(chunk), chunks, limit)
        assert found.text == TEXT[found.start : found.end]
        assert found.start <= chunk.start < chunk.end <= found.end
        assert found.end - found.start <= max(limit, len(chunk.text))
