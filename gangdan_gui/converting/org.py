"""Org, the outlines of Emacs, as Markdown. Nothing is read from disk."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

from gangdan_gui.converting.code_fences import fenced, map_prose
from gangdan_gui.converting.includes import in_org
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.converting.pandoc import org_to_markdown
from gangdan_gui.converting.placeholders import Placeholders
from gangdan_gui.converting.rst import fewer_escapes
from gangdan_gui.domain.errors import UnreadableFile

_PART = 400_000
_SETTINGS = "#+OPTIONS: ^:{} tags:nil\n"
_TITLE = re.compile(r"^#\+TITLE:[ \t]*(?P<title>.*)$", re.IGNORECASE | re.MULTILINE)
_MACRO = re.compile(r"^#\+MACRO:[ \t]*(?P<name>[\w-]+)[ \t]+(?P<value>.*)$", re.IGNORECASE)
_CALL = re.compile(r"\{\{\{(?P<name>[\w-]+)(?:\((?P<given>[^{}]{0,1000})\))?\}\}\}")
_OPENING = re.compile(r"^(?P<indent>[ \t]*)#\+begin_(?P<kind>src|example)\b[ \t]*(?P<rest>.*)$", re.IGNORECASE)
_COLON = re.compile(r"^(?P<indent>[ \t]*):(?:[ ](?P<code>.*))?$")
_COMMA = re.compile(r"^([ \t]*),(?=[,*]|#\+)")
_BOX = re.compile(r"^([ \t]*)#\+begin_(note|tip|warning|important|caution|info|attention|hint)\b.*$", re.IGNORECASE)
_BOX_END = re.compile(r"^[ \t]*#\+end_(?:note|tip|warning|important|caution|info|attention|hint)\b.*$", re.IGNORECASE)
_UNSEEN = re.compile(
    r"^[ \t]*(?:#\+(?:include|setupfile|options|macro|title|results|name|attr_\w+|startup|property|header|tblfm):?.*|"
    r"(?:(?:SCHEDULED|DEADLINE|CLOSED):[ \t]*[<\[][^>\]\n]*[>\]][ \t]*)+)$",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"\\([(\[]|begin\b)")
_BREAK = re.compile(r"\\\\[ \t]*$")
# Where a backslash begins nothing sound pandoc gives up, and in a table it reads for ever.
_BACKSLASH = re.compile(
    r"(?P<code>(?<!\w)[=~][^=~\n]{1,500}[=~](?!\w))|\\\((?P<inline>[^\n]{1,500}?)\\\)|\\\[(?P<display>[^\n]{1,500}?)\\\]|"
    r"(?P<sound>^[ \t]*\\(?:begin|end)\{\w+\*?\}|\\[A-Za-z]+(?:\{\}|(?![A-Za-z{])))|\\"
)
_PRIORITY = re.compile(r"^(\*+[ \t].*?)\[#[A-Z0-9]\][ \t]*")
_HEADLINE = re.compile(r"^\*[ \t]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Org:
    """The Markdown of a file, with the title that it states."""

    text: str
    title: str = ""


def to_markdown(text: str, around: Neighbours | None = None) -> Org:
    """Convert a whole file, with what it includes of its own source. Raises UnreadableFile."""
    text = in_org(text, around or Neighbours())
    found = _TITLE.search(text)
    kept = Placeholders(text)
    lines = "\n".join(_rewritten(text.split("\n"), kept))
    made = "\n\n".join(_read(part) for part in _parts(lines))
    title = found["title"].strip() if found else ""
    return Org(kept.restore(map_prose(made, fewer_escapes)), title)


def _read(part: str) -> str:
    """Pandoc gives up at a formula that is never closed; it is then read as words."""
    try:
        return org_to_markdown(_SETTINGS + part)
    except UnreadableFile as refused:
        if refused.reason.code != "conversion-failed":
            raise
    return org_to_markdown(_SETTINGS + _FORMULA.sub(r"\1 ", part))


def _rewritten(lines: list[str], kept: Placeholders) -> list[str]:
    """Code is taken out, so that it stays as it is; settings go; boxes become paragraphs that say what they are."""
    macros = {found["name"]: found["value"] for line in lines if (found := _MACRO.match(line))}
    backslash = kept.inline("\\")

    def sound(found: re.Match[str]) -> str:
        if found["code"] or found["sound"]:
            return found["sound"] or found["code"].replace("\\", backslash)
        if formula := found["inline"] or found["display"]:
            mark = "$" if found["inline"] else "$$"
            return kept.inline(f"{mark}{formula.strip()}{mark}")
        return backslash

    result: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if opening := _OPENING.match(line):
            at = _block(lines, at + 1, opening, kept, result)
            continue
        if (colon := _COLON.match(line)) is not None:
            at = _colons(lines, at, colon["indent"], kept, result)
            continue
        if box := _BOX.match(line):
            result += ["", f"{box[1]}*{box[2].capitalize()}:*", ""]
        elif _BOX_END.match(line):
            result.append("")
        elif not _UNSEEN.match(line):
            line = _BACKSLASH.sub(sound, _BREAK.sub("", _PRIORITY.sub(r"\1", line)))
            result.append(_CALL.sub(lambda call: _called(call, macros), line) if "{{{" in line else line)
        at += 1
    return result


def _block(lines: list[str], at: int, opening: re.Match[str], kept: Placeholders, result: list[str]) -> int:
    """A block of code; one that is never ended stops at the next headline."""
    end = re.compile(rf"^[ \t]*#\+end_{opening['kind']}\b", re.IGNORECASE)
    start = at
    while at < len(lines) and not end.match(lines[at]) and not re.match(r"\*+[ \t]", lines[at]):
        at += 1
    body = textwrap.dedent("\n".join(_COMMA.sub(r"\1", line) for line in lines[start:at]))
    words = opening["rest"].split()
    named = opening["kind"].lower() == "src" and words and re.fullmatch(r"[\w+#.-]+", words[0])
    if body.strip():
        language = {"emacs-lisp": "elisp", "shell": "sh"}.get(words[0], words[0]) if named else ""
        result += ["", opening["indent"] + kept.block(fenced(body, language)), ""]
    return at + 1 if at < len(lines) and end.match(lines[at]) else at


def _colons(lines: list[str], at: int, indent: str, kept: Placeholders, result: list[str]) -> int:
    """Lines behind a colon and a blank are shown as they stand."""
    body: list[str] = []
    while at < len(lines) and (colon := _COLON.match(lines[at])):
        body.append(colon["code"] or "")
        at += 1
    if any(line.strip() for line in body):
        result += ["", indent + kept.block(fenced("\n".join(body))), ""]
    return at


def _called(call: re.Match[str], macros: dict[str, str]) -> str:
    given = [part.strip() for part in (call["given"] or "").split(",")]
    value = macros.get(call["name"], call["given"] or "")
    return re.sub(r"\$(\d)", lambda n: given[int(n[1]) - 1] if 0 < int(n[1]) <= len(given) else "", value)


def _parts(text: str) -> list[str]:
    """Large files in parts that begin at headlines of the first level."""
    if len(text) <= _PART:
        return [text]
    starts = [found.start() for found in _HEADLINE.finditer(text)]
    cuts = [0]
    for start in starts:
        if start - cuts[-1] > _PART // 2:
            cuts.append(start)
    return [text[start:end] for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True)]
