"""From a file's bytes to one Markdown document: decode, read by its format, tidy, name.

Codes of the reasons given here. Errors: `empty`, `blank` (nothing readable in it), `binary`, `encoding-unknown`,
`html-page` (a web page under another name), `lfs-pointer`, `broken-notebook`, `conversion-failed`, `too-slow`,
`format-not-read`, `other-archive` (its detail is the ending); of packed files `password-protected`, `old-office` (its
detail is the ending to save it under),
`other-format`, `damaged-file`, `unpacked-too-large`, `unsafe-file`. Warnings: `bytes-replaced`, `nul-removed`
(their detail is how many), `cut-short`, `not-included` (its detail names the files).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from gangdan_gui.converting.assets import OTHER_ARCHIVES, is_asset, is_picture
from gangdan_gui.converting.decoding import Decoded, binary_kind, decode
from gangdan_gui.converting.facts.stated import facts_in_bytes, facts_in_text
from gangdan_gui.converting.formats import BY_NAME, BinaryFormat, Body, Format, format_of
from gangdan_gui.converting.full_links import with_full_links
from gangdan_gui.converting.neighbours import Neighbours, Surroundings
from gangdan_gui.converting.places import NO_PLACES, Places, cells, lines_of_program, lines_of_text, taken_out
from gangdan_gui.converting.rst_signs import is_rst
from gangdan_gui.converting.tidying import tidy
from gangdan_gui.converting.title import title_of
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason

__all__ = ["CONVERTER_VERSION", "Converted", "convert", "format_of", "sniff"]

# Counts up whenever the same bytes may give another text, or files of more kinds are read: what was converted before is
# then converted again, and what was left out of a download is brought.
CONVERTER_VERSION = 4

# Without the atomic groups a row of comments would be read in every way that it can be parted.
_PAGE = re.compile(
    r"\A\s*(?:<\?xml[^>]*>\s*)?(?>(?:<!--(?>.*?-->)\s*)*)<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
_LFS = "version https://git-lfs.github.com/spec/"
_HEAD = 4000
_READABLE = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Converted:
    """What a file became. `warnings` say what was lost on the way.

    `encoding` names how its bytes were read, empty for a format that is not text. `places` tell of the text which
    page, cell or line of the file it comes from. `facts` are what it says of itself.
    `included` are the files that it asked for, with their SHA-256 in hex, empty for one that is not there.
    """

    title: str
    text: str
    language: str
    encoding: str
    warnings: tuple[Reason, ...] = ()
    places: Places = NO_PLACES
    facts: DocumentFacts = NO_FACTS
    included: tuple[tuple[str, str], ...] = ()


def convert(
    data: bytes,
    path: str,
    *,
    as_format: str = "",
    charset: str = "",
    prefer_chinese: bool = False,
    surroundings: Surroundings | None = None,
) -> Converted:
    """Convert the bytes of the file called `path`, which is only a name: nothing is read from disk.

    `as_format` overrides what the name says, `charset` is what the sender declared, `prefer_chinese` decides between
    equally likely encodings. `surroundings` are the files of its source: what it includes of them stands in its text,
    and its links to them are addresses. Raises UnreadableFile.
    """
    around = Neighbours(path, surroundings)
    name = as_format or format_of(path) or ("picture" if is_picture(path) else "")
    if name not in BY_NAME:
        raise UnreadableFile(code="format-not-read", detail=as_format or _ending(path))
    known = BY_NAME[name]
    if isinstance(known, BinaryFormat):
        body, encoding, original = _from_bytes(data, known), "", ""
        stated = facts_in_bytes(name, data)
    else:
        decoded = decode(data, charset=charset, prefer_chinese=prefer_chinese)
        _refuse_impostors(decoded.text, pages=known.prose)
        if name == "txt" and not as_format and is_rst(decoded.text):
            name, known = "rst", BY_NAME["rst"]
            assert isinstance(known, Format)
        body, encoding, original = _from_text(decoded, known, around), decoded.encoding, decoded.text
        stated = facts_in_text(name, decoded.text)
    text, places = taken_out(with_full_links(tidy(body.text), around.absolute), body.page_mark)
    if not _READABLE.search(text):
        raise UnreadableFile(code="blank", detail="")
    return Converted(
        title=_name(path)
        if isinstance(known, Format) and known.program
        else title_of(_opening(text), path, body.title),
        text=text,
        language=detect_language(text),
        encoding=encoding,
        warnings=(*body.warnings, *around.warnings),
        places=places if places.kind else _places(text, original, body, known, around),
        facts=body.facts.over(stated),
        included=tuple(sorted(around.taken.items())),
    )


def _opening(text: str) -> str:
    """The text before what a module of Python defines, whose names are not its own."""
    return text.partition("\n## `")[0]


def _places(text: str, original: str, body: Body, known: Format | BinaryFormat, around: Neighbours) -> Places:
    if body.cells:
        return cells(text, [with_full_links(tidy(cell), around.absolute).strip("\n") for cell in body.cells])
    if known.name == "txt":
        return lines_of_text(original, text)
    program = isinstance(known, Format) and (known.program or known.name == "py")
    return lines_of_program(original, text) if program else NO_PLACES


def _from_text(decoded: Decoded, known: Format, around: Neighbours) -> Body:
    body = known.read(decoded.text, around)
    return replace(body, warnings=(*decoded.warnings, *body.warnings))


def _from_bytes(data: bytes, known: BinaryFormat) -> Body:
    if not data:
        raise UnreadableFile(code="empty", detail="")
    if not data.strip(b"\x00"):
        raise UnreadableFile(code="blank", detail="")
    _refuse_impostors(data[:_HEAD].decode("latin-1"), pages=True)
    return known.read(data)


def sniff(data: bytes, path: str) -> Reason | None:
    """Why a file is no document, where its name calls for no format; None for a file that `convert` reads.

    A few kilobytes of `data` are enough.
    """
    if format_of(path):
        return None
    if _ending(path).lower() in OTHER_ARCHIVES:
        return Reason("other-archive", _ending(path).lower())
    if is_asset(path):
        return Reason("asset", _ending(path))
    if binary_kind(data):
        return Reason("binary", binary_kind(data))
    try:
        decode(data)
    except UnreadableFile as error:
        known = error.reason.code in ("empty", "blank")
        return error.reason if known else Reason("binary")
    return Reason("format-not-read", _ending(path))


def _refuse_impostors(text: str, *, pages: bool) -> None:
    """An error page or a stub saved under a document's name is not that document."""
    if text.startswith(_LFS):
        raise UnreadableFile(code="lfs-pointer", detail="")
    if pages and _PAGE.match(text[:_HEAD]):
        raise UnreadableFile(code="html-page", detail="")


def _name(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).name


def _ending(path: str) -> str:
    name = PurePosixPath(path.replace("\\", "/"))
    return name.suffix or name.name
