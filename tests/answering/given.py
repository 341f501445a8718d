"""Passages and exchanges for the tests of this room."""

from __future__ import annotations

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.search import Answer, Exchange, Passage, Support


def passage(
    number: int, text: str, *, source: str = "guide", path: str = "a/b.md", heading: tuple[str, ...] = ()
) -> Passage:
    return Passage(
        number=number, source=source, path=path, url="https://example.org/b", title="B", heading=heading, start=10,
        end=10 + len(text), text=text, language="en", score=0.6, distance=0.4,
    )  # fmt: skip


def sources(**titles: str) -> dict[str, Source]:
    """Sources of these titles, by their ids."""
    return {name: Source(name, title, SourceKind.LOCAL, ("/x",), licence="CC BY 4.0") for name, title in titles.items()}


def exchange(question: str, text: str, model: str = "m") -> Exchange:
    return Exchange(question, Answer(text, True, Support.YES, model, (), ()), "2026-01-02T03:04:05+08:00")
