"""Recognises licences by what stands in files, as SPDX names them. What is not known for sure is no name.

A licence is known by sentences that are in no other, never by what it is called alone: a text that names one may say
that it is something else. Where a file holds two of them, nobody knows which is meant for what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from gangdan_gui.fetching.licence_sentences import EXCEPTIONS, KNOWN_NAMES, LONGEST, OTHER_TERMS, RESTRICTIONS, TELLING

_FILE = re.compile(r"(?:licen[cs]es?|copying|unlicen[cs]e)(?:[-._][\w.-]*)?", re.IGNORECASE)
# Programs that deal with licences are called so too.
_NO_TEXT = (".py", ".js", ".ts", ".c", ".h", ".cpp", ".java", ".go", ".rs", ".html", ".json", ".pdf", ".docx", ".png")
_MOST = 1 << 18  # bytes: the longest licences have 40,000
_HEAD = 1 << 13
_MARKS = re.compile(r"[*_#>`|=]+|(?m:^\s*(?://+|--+|;+|dnl\b|\.\.(?=\s)))")
_QUOTES = str.maketrans(dict.fromkeys("“”„«»''‘’`", '"'))
_STATED = re.compile(r"SPDX-License-Identifier:[ \t]*([A-Za-z0-9.+() \t-]{1,200})")
_EXPRESSION = re.compile(r"\(?[A-Za-z0-9.+-]+\)?(?: (?:AND|OR|WITH) \(?[A-Za-z0-9.+-]+\)?)*")
_FRONT_MATTER = re.compile(r"\A(?:\ufeff)?---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
_FIELD = re.compile(r"^licen[cs]e:[ \t]*[\"']?([\w.+ -]{2,60}?)[\"']?[ \t]*(?:#.*)?$", re.IGNORECASE | re.MULTILINE)
_DEED = re.compile(r"creativecommons\.org/(?:licenses/(by(?:-nc)?(?:-sa|-nd)?)/(\d\.\d)|publicdomain/(zero)/1\.0)")
_LEGAL_CODE = re.compile(
    r"creative commons attribution(-noncommercial)?(-sharealike|-noderivatives)? (4\.0) international public license"
)
_PARTS = {"-noncommercial": "-NC", "-sharealike": "-SA", "-noderivatives": "-ND"}


def is_licence_file(name: str) -> bool:
    """Whether a file of that name is where a licence is looked for."""
    return bool(_FILE.fullmatch(name)) and not name.lower().endswith(_NO_TEXT)


def licence_of(text: str) -> str:
    """The licence that a file states or holds; empty where that can't be told."""
    return stated_licence(text) or _held(text)


def stated_licence(text: str) -> str:
    """The licence that a file says it is under, in a line or a field for that."""
    if stated := _STATED.search(text[:_HEAD]):
        expression = " ".join(word for word in stated[1].split() if word.strip("-"))  # without the end of a comment
        return expression if _EXPRESSION.fullmatch(expression) else ""
    front = _FRONT_MATTER.match(text[:_HEAD])
    field = _FIELD.search(front[1]) if front else None
    return KNOWN_NAMES.get("-".join(field[1].lower().split()), "") if field else ""


def agreed(licences: Iterable[str]) -> str:
    """The licence that all of them are; empty where one is not known or two differ."""
    found = set(licences)
    return found.pop() if len(found) == 1 else ""


def licence_at(place: Path) -> str:
    """The licence of a file, or of a folder by the licence files at its top. Blocking."""
    try:
        if not place.is_dir():
            return stated_licence(_beginning(place, _HEAD))
        files = sorted(file for file in place.iterdir() if is_licence_file(file.name) and file.is_file())
    except OSError:
        return ""
    return agreed(licence_in(file) for file in files)


def licence_in(file: Path) -> str:
    """The licence that a licence file holds. Blocking."""
    return licence_of(_beginning(file, _MOST))


def _beginning(file: Path, most: int) -> str:
    try:
        with file.open("rb") as stream:
            return stream.read(most).decode("utf-8", "replace")
    except OSError:
        return ""


def _held(text: str) -> str:
    plain = " ".join(_MARKS.sub(" ", text).translate(_QUOTES).lower().split())
    if any(word in plain for word in (*RESTRICTIONS, *EXCEPTIONS)):
        return ""
    found = {name for name, sentences in TELLING.items() if all(one in plain for one in sentences)}
    found |= _creative_commons(plain)
    # Each of these is the other one and a condition, or the other one without one.
    for more, less in (("BSD-3-Clause", "BSD-2-Clause"), ("MIT", "MIT-0"), ("ISC", "0BSD"), ("PSF-2.0", "0BSD")):
        if more in found:
            found.discard(less)
    if len(found) != 1:
        return ""
    [name] = found
    says_more = any(one in plain for one in OTHER_TERMS.get(name, ()))
    return "" if says_more or len(plain.split()) > LONGEST.get(name, _MOST) else name


def _creative_commons(plain: str) -> set[str]:
    codes = {
        f"CC-BY{_PARTS.get(nc, '')}{_PARTS.get(rest, '')}-{number}" for nc, rest, number in _LEGAL_CODE.findall(plain)
    }
    # Those that a legal code itself names are its own; a notice names the one that it means.
    deeds = {f"CC-{kind.upper()}-{number}" if kind else "CC0-1.0" for kind, number, _ in _DEED.findall(plain)}
    return codes or deeds
