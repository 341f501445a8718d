"""What was taken out of a document is nowhere in what others get of it, and the rest is as it was."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.chunking.fixed_window import split
from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import Chunk, ChunkSettings, DocumentFacts, FileState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.packs.leaving_out import Outgoing, left_out
from gangdan_gui.storing.records import DocumentRecord

RECORD = DocumentRecord("class.md", "0" * 64, 9, 0.0, FileState.READY)
WORDS = " ".join(f"w{number}" for number in range(400))


def cut(text: str, heading: tuple[str, ...] = (), **record: object) -> Outgoing:
    """A document as a build cuts it, before anything is taken out."""
    pieces = split(text, ChunkSettings(size=100, overlap=30, minimum=10)).pieces
    chunks = tuple(Chunk("", "s", "class.md", p.ordinal, heading, p.start, p.end, p.text) for p in pieces)
    return Outgoing(replace(RECORD, **record), text, chunks)


@given(st.lists(st.tuples(st.integers(0, len(WORDS)), st.integers(1, 300)), max_size=5))
def test_chunks_are_stretches_of_what_is_left(places: list[tuple[int, int]]) -> None:
    quotes = [Quote(WORDS[start : start + length], start) for start, length in places]
    left = left_out(cut(WORDS), quotes, 10)
    taken = {at for start, length in places for at in range(start, min(start + length, len(WORDS)))}
    expected = "".join(letter for at, letter in enumerate(WORDS) if at not in taken)
    solid = [quote for quote in quotes if quote.text.strip()]
    if len(solid) == len(quotes):
        assert left.text.replace("\n\n", "") == expected
    assert all(chunk.text == left.text[chunk.start : chunk.end] for chunk in left.chunks)
    assert left.record.characters == len(left.text) or not solid


def test_headings_title_authors_and_warnings_do_not_tell_what_was_taken_out() -> None:
    name = "Anna Muster"
    text = f"# {name}\n\n{name} stays at home today.\n\n{WORDS}"
    quote = Quote(text[: text.index(WORDS)], 0)
    facts = DocumentFacts(authors=(name, "w1"), tags=(name,))
    document = cut(text, ("Class", name), title=name, facts=facts, warnings=(Reason("exclusion-lost", name),))
    assert name not in repr(left_out(document, [quote], 10))
    assert left_out(document, [quote], 10).chunks[0].heading == ("Class",)


def test_what_also_stands_elsewhere_stays() -> None:
    text = f"# Water\n\nSecret.\n\n# Water\n\n{WORDS}"
    left = left_out(cut(text, ("Water",), title="Water"), [Quote("# Water\n\nSecret.", 0)], 10)
    assert (left.record.title, left.chunks[-1].heading) == ("Water", ("Water",))
    assert "Secret" not in left.text


def test_a_document_of_which_nothing_was_taken_out_stays_as_it_is() -> None:
    assert left_out(cut(WORDS), [Quote("nowhere", 3)], 10) == cut(WORDS)
