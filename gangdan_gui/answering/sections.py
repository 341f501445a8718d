"""Documents in sections that a model can read one by one: as few as it takes, parted at headings where that can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gangdan_gui.answering.prompt import fenced, new_mark, title_of
from gangdan_gui.answering.tokens import count_tokens
from gangdan_gui.domain.search import Passage

_DEEPEST = 2


@dataclass(frozen=True, slots=True)
class Section:
    """Passages that follow each other; `title` says where they begin."""

    title: str
    passages: tuple[Passage, ...]


def sections(passages: Sequence[Passage], titles: Mapping[str, str], room: int) -> tuple[Section, ...]:
    """All passages, numbered from 1, in sections of at most `room` tokens as they are put before a model.

    A new chapter or document begins a section where the one before is half full. A passage that has no room by itself
    is cut in two.
    """
    mark = new_mark([])
    parts = (part for passage in passages for part in _fitting(passage, titles, mark, room))
    costs = [(part, _cost(part, titles, mark)) for part in parts]
    numbered = [(replace(part, number=number), cost) for number, (part, cost) in enumerate(costs, 1)]
    return tuple(Section(_title(group[0]), tuple(group)) for group in _groups(numbered, room))


def place_of(passage: Passage) -> tuple[str, ...]:
    """The document and the chapter that a passage stands in."""
    return passage.source, passage.path, *passage.heading[:_DEEPEST]


def beginnings(passages: Sequence[Passage], count: int) -> tuple[Passage, ...]:
    """The first passage of each chapter, at most `count` and about as many of each document, numbered from 1."""
    documents: dict[tuple[str, str], dict[tuple[str, ...], Passage]] = {}
    for passage in passages:
        documents.setdefault((passage.source, passage.path), {}).setdefault(place_of(passage), passage)
    in_turns = [
        (turn, order, passage)
        for order, chapters in enumerate(documents.values())
        for turn, passage in enumerate(chapters.values())
    ]
    chosen = sorted(in_turns, key=lambda one: one[:2])[:count]
    ordered = sorted(chosen, key=lambda one: (one[1], one[0]))
    return tuple(replace(passage, number=number) for number, (_, _, passage) in enumerate(ordered, 1))


def _groups(numbered: Iterable[tuple[Passage, int]], room: int) -> Iterator[list[Passage]]:
    group: list[Passage] = []
    used = 0
    for passage, cost in numbered:
        elsewhere = bool(group) and place_of(group[-1]) != place_of(passage)
        if group and (used + cost > room or (elsewhere and 2 * used >= room)):
            yield group
            group, used = [], 0
        group.append(passage)
        used += cost
    if group:
        yield group


def _cost(passage: Passage, titles: Mapping[str, str], mark: str) -> int:
    # Numbers of four digits at most, whatever it has at the moment.
    return count_tokens(fenced(replace(passage, number=9999), title_of(passage, titles), mark)) + 1


def _fitting(passage: Passage, titles: Mapping[str, str], mark: str, room: int) -> Iterator[Passage]:
    if _cost(passage, titles, mark) <= room or len(passage.text) < 2:
        yield passage
        return
    half = len(passage.text) // 2
    at = max(passage.text.rfind(end, 0, half) for end in ("\n", "。", ". ")) + 1 or half
    middle = passage.start + at
    yield from _fitting(replace(passage, end=middle, text=passage.text[:at]), titles, mark, room)
    yield from _fitting(replace(passage, start=middle, text=passage.text[at:]), titles, mark, room)


def _title(passage: Passage) -> str:
    """A document's name, and the chapter in it."""
    name = passage.title or passage.path
    chapter = [part for part in passage.heading[:_DEEPEST] if part and part != name]
    return " › ".join((name, *chapter))
