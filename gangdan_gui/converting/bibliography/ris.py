"""Lists of references of a tag a line: RIS, and EndNote's form of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from gangdan_gui.converting.bibliography_entry import Entries, entry_of, person
from gangdan_gui.converting.facts import facts_of
from gangdan_gui.converting.facts.date import day

_RIS = re.compile(r"^[ \t]*(?P<tag>[A-Z][A-Z0-9])[ \t]{1,2}-(?:[ \t]+(?P<said>.*))?$")
_ENDNOTE = re.compile(r"^%(?P<tag>[0-9A-Z@!#$&()*+^>?\[\]~])[ \t]+(?P<said>.*)$")
_SCHEME = re.compile(r"^(?:file:/{2,3}|internal-pdf:/{1,2}|pdf:)", re.IGNORECASE)
_Record = dict[str, list[str]]


def read_ris(text: str) -> Entries:
    """Entries from `TY` to `ER`."""
    found = Entries()
    for record in _records(text, _RIS, begins="TY", ends="ER"):
        _add(
            found,
            record,
            title=("TI", "T1", "CT", "BT"), authors=("AU", "A1", "A2", "ED"), dates=("DA", "PY", "Y1"),
            venues=("JF", "JO", "JA", "T2", "J2", "BT", "PB"), dois=("DO", "M3", "UR"), tags=("KW",),
            abstracts=("AB", "N2"), urls=("UR", "L2", "LK"), files=("L1", "L4"),
        )  # fmt: skip
    return found


def read_endnote(text: str) -> Entries:
    """Entries from `%0`."""
    found = Entries()
    for record in _records(text, _ENDNOTE, begins="0", ends=""):
        _add(
            found,
            record,
            title=("T",), authors=("A", "E"), dates=("8", "D"), venues=("J", "B", "I"), dois=("R", "U"), tags=("K",),
            abstracts=("X",), urls=("U",), files=(">",),
        )  # fmt: skip
    return found


def _records(text: str, form: re.Pattern[str], *, begins: str, ends: str) -> Iterator[_Record]:
    record: _Record = {}
    last: list[str] = []
    for line in text.split("\n"):
        found = form.match(line)
        if not found:
            if last and line.strip():  # a long text goes on
                last[-1] = f"{last[-1]}\n{line.strip()}"
            continue
        tag = found["tag"]
        if tag in (begins, ends) and record:
            yield record
            record, last = {}, []
        if tag != ends:
            last = record.setdefault(tag, [])
            last.append((found["said"] or "").strip())
    if record:
        yield record


def _add(
    into: Entries,
    record: _Record,
    *,
    title: tuple[str, ...],
    authors: tuple[str, ...],
    dates: tuple[str, ...],
    venues: tuple[str, ...],
    dois: tuple[str, ...],
    tags: tuple[str, ...],
    abstracts: tuple[str, ...],
    urls: tuple[str, ...],
    files: tuple[str, ...],
) -> None:
    facts = facts_of(
        authors=[person(name) for said in _first(record, authors) for name in re.split(r"[;；]", said)],
        date=next((date for tag in dates for said in record.get(tag, ()) if (date := _date(said))), ""),
        venue=next(iter(_first(record, venues)), None),
        doi=" ".join(said for tag in dois for said in record.get(tag, ())),
        tags=[said for tag in tags for said in record.get(tag, ())],
    )
    named = tuple(_path(said) for tag in files for part in record.get(tag, ()) for said in part.split(";"))
    made = entry_of(
        next(iter(_first(record, title)), ""),
        facts,
        "\n".join(_first(record, abstracts)),
        next(iter(_first(record, urls)), ""),
        tuple(filter(None, named)),
    )
    if made:
        into.entries.append(made)
    else:
        into.damaged += 1


def _first(record: _Record, tags: Iterable[str]) -> list[str]:
    return next((said for tag in tags if (said := [one for one in record.get(tag, ()) if one])), [])


def _date(said: str) -> str:
    """`2023/05/17/`, of which any part may be missing, and any other form."""
    return day(re.sub(r"/+[^/]*$", "", said) if said.count("/") >= 3 else said.rstrip("/ ")) or day(said[:4])


def _path(said: str) -> str:
    text = said.strip()
    if re.match(r"https?:", text, re.IGNORECASE):
        return ""
    return unquote(_SCHEME.sub("", text)).replace("\\", "/")
