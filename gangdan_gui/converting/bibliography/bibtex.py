"""BibTeX and BibLaTeX, with the accents of LaTeX as letters. What a damaged entry spoils is only itself."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import RemoveEnclosingMiddleware, ResolveStringReferencesMiddleware
from bibtexparser.model import DuplicateBlockKeyBlock
from bibtexparser.model import Entry as Block
from pylatexenc.latex2text import LatexNodes2Text

from gangdan_gui.converting.bibliography_entry import Entries, entry_of, person
from gangdan_gui.converting.facts import facts_of
from gangdan_gui.converting.facts.date import day
from gangdan_gui.domain.documents import DocumentFacts

_TEX = re.compile(r"[\\{}$~]|--")
_ESCAPE = re.compile(r"\\([\\:;_&{}$% ])")
_VENUES = (
    "journal", "journaltitle", "booktitle", "maintitle", "publisher", "school", "institution", "organization",
    "howpublished",
)  # fmt: skip
_LONGEST_FIELD = 40_000


def read_bibtex(text: str) -> Entries:
    """The entries of a list; comments, preambles and definitions of words are none."""
    # The library logs a warning for each block that it can't read; they are counted here.
    logging.getLogger("bibtexparser").setLevel(logging.ERROR)
    stack = [ResolveStringReferencesMiddleware(), RemoveEnclosingMiddleware()]
    parsed = parse_string(text, parse_stack=stack)
    found = Entries()
    letters = LatexNodes2Text(keep_comments=True, strict_latex_spaces=False, math_mode="verbatim")
    for block in parsed.blocks:
        # A second entry of the same key is set aside by the library before its values are taken out of their marks.
        entry = block.ignore_error_block if isinstance(block, DuplicateBlockKeyBlock) else block
        if isinstance(entry, Block):
            bare = str if entry is block else _bare
            _add(found, {field.key.lower(): bare(field.value) for field in entry.fields}, letters)
    found.damaged += sum(not isinstance(block, DuplicateBlockKeyBlock) for block in parsed.failed_blocks)
    return found


def _add(into: Entries, fields: Mapping[str, str], letters: LatexNodes2Text) -> None:
    def text(*names: str) -> str:
        return next((_letters(fields[name], letters) for name in names if fields.get(name, "").strip()), "")

    facts = DocumentFacts() if not fields else facts_of(
        authors=[person(_letters(one, letters)) if not one.startswith("{") else {"literal": _letters(one, letters)}
                 for name in ("author", "editor") if fields.get(name) for one in _people(fields[name])],
        date=_date(fields),
        venue=text(*_VENUES),
        doi=fields.get("doi", "").replace("\\", "") or fields.get("url", ""),
        tags=text("keywords", "keyword"),
    )  # fmt: skip
    made = entry_of(
        text("title", "booktitle"), facts, text("abstract"), fields.get("url", "").replace("\\", ""),
        tuple(_files(fields.get("file", ""))),
    )  # fmt: skip
    if made:
        into.entries.append(made)
    else:
        into.damaged += 1


def _bare(value: object) -> str:
    text = str(value).strip()
    return text[1:-1] if len(text) > 1 and (text[0], text[-1]) in (("{", "}"), ('"', '"')) else text


def _letters(said: str, letters: LatexNodes2Text) -> str:
    text = said[:_LONGEST_FIELD]
    if not _TEX.search(text):
        return text
    try:
        return str(letters.latex_to_text(text)).strip()
    except (ValueError, RecursionError, IndexError):
        return re.sub(r"[{}]", "", text)


def _people(said: str) -> Iterator[str]:
    """The names between the `and`s that stand in no braces."""
    depth, start = 0, 0
    for found in re.finditer(r"[{}]|\s+and\s+", said, re.IGNORECASE):
        if found[0] in "{}":
            depth += 1 if found[0] == "{" else -1
        elif depth <= 0:
            yield said[start : found.start()].strip()
            start = found.end()
    last = said[start:].strip()
    if last.lower() != "others":
        yield last


def _date(fields: Mapping[str, str]) -> str:
    if whole := day(fields.get("date", "").partition("/")[0]):
        return whole
    year, month = fields.get("year", "").strip("{} "), fields.get("month", "").strip("{} .")
    exact = f"{year}-{month}" if month.isdecimal() else f"{month} {year}"
    return (day(exact) if month else "") or day(year)


def _files(said: str) -> Iterator[str]:
    r"""The paths in `file = {Name:files/12/a.pdf:application/pdf;…}`, where `\:` is a colon that parts nothing."""
    for one in re.split(r"(?<!\\);", said):
        parts = re.split(r"(?<!\\):", one)
        if len(parts) >= 3:
            path = ":".join(parts[1:-1])
        elif len(parts) == 2 and len(parts[0].strip()) > 1:
            path = parts[0] if "." in parts[0] and "." not in parts[1] else parts[1]
        else:
            path = one
        if path := _ESCAPE.sub(r"\1", path).replace("\\", "/").strip():
            yield path
