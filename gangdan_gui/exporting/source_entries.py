"""The list of sources of an answer: each file once, under all the numbers that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.byline import doi_address, written_by
from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.search import Answer, Citation
from gangdan_gui.exporting.clean import clean_line
from gangdan_gui.exporting.labels import ExportLabels

_BETWEEN = " › "
# As much of a commit as names it; the whole of it stands in the permanent address.
_COMMIT = 12
# Only what a browser opens becomes a link.
_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A line of the list: `[1] [3] place — address · facts`. An address that is no link is the last of the facts."""

    numbers: tuple[int, ...]
    place: str
    address: str
    facts: tuple[str, ...]


def cited(answer: Answer, labels: ExportLabels) -> tuple[SourceEntry, ...]:
    """What the answer's text names."""
    return _entries(answer.citations, answer, labels)


def used(answer: Answer, sources: Mapping[str, Source], labels: ExportLabels) -> tuple[SourceEntry, ...]:
    """The passages that a model was given. Their sources are those of now: an answer keeps only what it cites."""
    references = [Citation.of(passage, sources.get(passage.source)) for passage in answer.passages]
    return _entries(references, answer, labels)


def kind_word(kind: SourceKind, labels: ExportLabels) -> str:
    """What a source that is no documentation is marked with; empty for documentation."""
    words = {
        SourceKind.NOTES: labels.own_note,
        SourceKind.PACKED_NOTES: labels.packed_note,
        SourceKind.ANSWERS: labels.by_model,
    }
    return words.get(kind, "")


def _entries(references: Sequence[Citation], answer: Answer, labels: ExportLabels) -> tuple[SourceEntry, ...]:
    titles = {passage.number: passage.title for passage in answer.passages}
    files: dict[tuple[str, ...], dict[int, Citation]] = {}
    for one in sorted(references, key=lambda reference: reference.number):
        files.setdefault((one.source, one.path, one.url, one.commit), {}).setdefault(one.number, one)
    return tuple(_entry(tuple(same.values()), titles, labels) for same in files.values())


def _entry(same: Sequence[Citation], titles: Mapping[int, str], labels: ExportLabels) -> SourceEntry:
    first = same[0]
    url = clean_line(first.url)
    doi = clean_line(doi_address(first.facts))
    linked = next((address for address in (url, doi) if _ADDRESS.fullmatch(address)), "")
    facts = [
        kind_word(first.kind, labels),
        clean_line(written_by(first.facts)),
        clean_line(first.facts.venue),
        "" if linked == doi else doi,
        "" if linked == url else url,
        f"{labels.commit} {clean_line(first.commit)[:_COMMIT]}" if first.commit.strip() else "",
        f"{labels.licence}{labels.colon}{clean_line(first.licence)}" if first.licence.strip() else "",
    ]
    return SourceEntry(
        tuple(one.number for one in same), _place(same, titles, labels), linked, tuple(fact for fact in facts if fact)
    )


def _place(same: Sequence[Citation], titles: Mapping[int, str], labels: ExportLabels) -> str:
    """Source, document, headings, file. Where the numbers stand under different headings, each has its own."""
    first = same[0]
    title = titles.get(first.number, "")
    headings = {one.number: _heading(one, title) for one in same}
    if len(set(headings.values())) == 1:
        return _path(first.title, title, headings[first.number], first.path)
    parts = "; ".join(f"[{number}] {heading}" for number, heading in headings.items() if heading)
    return f"{_path(first.title, title, first.path)}{labels.colon}{parts}"


def _heading(reference: Citation, title: str) -> str:
    parts = reference.heading[1:] if reference.heading[:1] == (title,) else reference.heading
    return _path(*parts)


def _path(*parts: str) -> str:
    """The parts one after another; what is said twice in a row is said once."""
    return _BETWEEN.join(_once(filter(None, map(clean_line, parts))))


def _once(parts: Iterator[str]) -> Iterator[str]:
    last = None
    for part in parts:
        if part != last:
            yield part
        last = part
