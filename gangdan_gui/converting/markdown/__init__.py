"""Markdown of several dialects (GitHub, MyST, VitePress, mdBook, d2l) as plain Markdown.

A parser says which lines are code, HTML or a heading; those of prose are cleaned of what is noise to a reader, line
by line, and stay otherwise as they were written. Code is never touched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from gangdan_gui.converting import html
from gangdan_gui.converting.front_matter import FrontMatter, take_front_matter
from gangdan_gui.converting.full_links import pictures_as_links
from gangdan_gui.converting.includes import in_mdbook
from gangdan_gui.converting.markdown.directives import fence_to_prose, fence_word
from gangdan_gui.converting.markdown.includes import included
from gangdan_gui.converting.markdown.inline import clean_html, clean_line
from gangdan_gui.converting.neighbours import Neighbours

_PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
# Blocks only: what stands in their lines is not asked for, and takes the square of the number of brackets.
_PARSER.core.ruler.enableOnly(["normalize", "block"])
_CONTAINER = re.compile(r"^(?P<indent>[ \t]*):{3,}[ \t]*(?P<rest>.*?)[ \t]*$")
_OPENED = re.compile(r"^(?:\{(?P<myst>[\w:.-]+)\}|(?P<plain>[\w-]+))[ \t]*(?P<title>.*)$")
_ALERT = re.compile(r"^(?P<quote>[ \t]*>[ \t]*)\[!(?P<kind>\w+)\][-+]?[ \t]*(?P<title>.*)$")
# Labels, sizes, templates and marks of cells: what builds a page, on a line of its own.
_MARKS_ALONE = re.compile(
    r"^[ \t]*(?:\([\w.:-]+\)=|:(?:label|eqlabel|width|height|align|class):`[^`]*`|\[\[?toc\]?\]|"
    r":(?:begin_tab|end_tab):(?:`[^`]*`)?|\{%.*%\}|<!-- .* -->)[ \t]*$",
    re.IGNORECASE,
)
# Signs of MyST; only in it are these lines comments and breaks between cells.
_MYST = re.compile(r"^`{3,}\{[a-z]|^:{3,}[ ]?\{[a-z]|^\([\w.:-]+\)=$|\{[a-z][\w:]*\}`", re.MULTILINE)
_UNSEEN_IN_MYST = re.compile(r"^(?:%[ ].*|\+\+\+.*)$")
# Signs of d2l, which marks what goes on slides by brackets around emphasis.
_D2L = re.compile(r"^`{3,}\{\.python .input|^:(?:label|begin_tab):`", re.MULTILINE)
_SLIDE_BOLD = re.compile(r"[\[(]\*\*(?P<text>[^*\n]+)\*\*[\])](?!\()")
_SLIDE_HIDDEN = re.compile(r"[\[(]~~(?P<text>[^~\n]+)~~[\])]")
# Boxes without a title of their own.
_ARRANGING = frozenset([
    "list-table", "figure", "image", "grid", "grid-item", "div", "code-group", "tabs", "tab-set", "v-pre", "raw",
    "container", "only", "exercise-end", "solution-end",
])  # fmt: skip
_OPTION_LINE = re.compile(r"^[ \t]*:[\w-]+:(?:[ \t].*)?$")
_FORMULA_LABEL = re.compile(r"(?<=\$\$)[ \t]*\([\w:.-]+\)[ \t]*$")
_FORMULA = re.compile(r"^[ \t>]*\$\$")
# The parser needs the square of the depth of a list; no one meant these levels to be told apart.
_TOO_DEEP = re.compile(r"^[ \t>]{160,}(?:[-*+]|\d{1,9}[.)])[ \t]", re.MULTILINE)
_DEEPER = re.compile(r"^([ \t>]{80})[ \t>]+", re.MULTILINE)
_LONG_TAG = re.compile(r"<[A-Za-z/][\w.-]*(?:[ \t]+[^<>`\n]*)?(?:\n(?![ \t]*\n)[^<>`\n]*)+>")
_COMMENT = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`))|<!--(?:(?!-->|\n[ \t]*\n).)*-->", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Markdown:
    """A cleaned text with the title its settings give it."""

    text: str
    title: str = ""


def to_markdown(text: str, around: Neighbours | None = None) -> Markdown:
    """Clean a whole file, with what it includes of its own source."""
    matter = take_front_matter(text)
    around = around or Neighbours()
    body = in_mdbook(matter.body, around)
    return Markdown(clean(body, language=matter.language or _usual_language(matter), around=around), matter.title)


def clean(text: str, *, language: str = "", around: Neighbours | None = None) -> str:
    """Clean a text without front matter. `language` is that of code cells whose fence names none."""
    around = around or Neighbours()
    text = pictures_as_links(text, around.absolute)
    text = _DEEPER.sub(r"\1", text) if _TOO_DEEP.search(text) else text
    lines = text.split("\n")
    tokens = [token for token in _PARSER.parse(text) if token.map]
    formulas = _formula_lines(lines, tokens)
    edits = [
        edit
        for token in tokens
        if token.map and token.map[0] not in formulas and (edit := _edit(token, lines, language, around))
    ]
    result: list[str] = []
    at = 0
    state = _Prose(text)
    for edit in edits:
        if edit.start < at:
            continue
        result += state.cleaned(lines[at : edit.start])
        result += edit.lines
        at = edit.end
    return "\n".join([*result, *state.cleaned(lines[at:])])


def _formula_lines(lines: list[str], tokens: list[Token]) -> set[int]:
    """Lines inside `$$`, where a parser that knows no formulas sees tags and headings."""
    code = {at for token in tokens if token.type in ("fence", "code_block") and token.map for at in range(*token.map)}
    found: set[int] = set()
    opened: int | None = None
    for at, line in enumerate(lines):
        if at in code or line.count("$$") % 2 == 0:
            continue
        if opened is not None:
            found.update(range(opened, at + 1))
        opened = at if opened is None else None
    return found


def _usual_language(matter: FrontMatter) -> str:
    return "python" if "{code-cell}" in matter.body or "{.python .input" in matter.body else ""


@dataclass(frozen=True, slots=True)
class _Edit:
    """Lines `start` to `end` become `lines`."""

    start: int
    end: int
    lines: list[str]


def _edit(token: Token, lines: list[str], language: str, around: Neighbours) -> _Edit | None:
    if token.map is None:
        return None
    start, end = token.map
    if token.type == "code_block":
        return _Edit(start, _without_blank_end(lines, start, end), lines[start : _without_blank_end(lines, start, end)])
    if token.type == "fence":
        return _Edit(start, end, _fence(token, lines[start:end], language, around))
    if token.type == "html_block":
        return _html_block(token, lines, start, end)
    if token.type == "heading_open" and token.markup in ("=", "-") and token.level == 0:
        return _heading(token, lines, start, end)
    return None


def _without_blank_end(lines: list[str], start: int, end: int) -> int:
    while end > start and not lines[end - 1].strip():
        end -= 1
    return end


def _fence(token: Token, lines: list[str], language: str, around: Neighbours) -> list[str]:
    """The fence as it stands, or with a plain word for its language, or the prose that a directive holds."""
    info = token.info.strip()
    taken = included(info, token.content, around, _text_of)
    prose = fence_to_prose(info, token.content, language) if taken is None else taken
    before = lines[0][: lines[0].index(token.markup)] if token.markup in lines[0] else ""
    if prose is not None:
        rest = re.sub(r"[^>\s]", " ", before)
        finished = taken is not None or prose.startswith(("$$", "```", "~~~"))
        body = (prose if finished else clean(prose, language=language, around=around)).split("\n")
        return [(before if number == 0 else rest) + line if line else "" for number, line in enumerate(body)]
    first = before + token.markup + fence_word(token.info.strip(), language)
    closing = [] if len(lines) > 1 and lines[-1].strip(" \t>").startswith(token.markup) else [before + token.markup]
    return [first, *lines[1:], *closing]


def _text_of(text: str, around: Neighbours) -> str:
    return to_markdown(text, around).text


def _html_block(token: Token, lines: list[str], start: int, end: int) -> _Edit:
    block = token.content
    quote = re.match(r"^[ \t>]*", lines[start])
    prefix = quote[0] if quote and token.level else ""
    made = "" if block.lstrip().startswith("<!--") and block.rstrip().endswith("-->") else _from_html(block)
    return _Edit(start, end, ["", *(prefix + line if line else "" for line in made.split("\n")), ""])


def _from_html(block: str) -> str:
    """What a block of HTML shows; tags that only open or close a box around Markdown show nothing."""
    words = clean_html(" ".join(block.split()))
    if not words.strip():
        return ""
    if re.search(r"<(?:table|pre|ul|ol|h[1-6]|blockquote|dl|math)\b", block, re.IGNORECASE):
        return html.fragment_to_markdown(block).strip("\n")
    cleaned = (clean_html(line.strip()).strip() for line in _joined_tags(block).split("\n"))
    return "\n".join(line for line in cleaned if line)


def _joined_tags(block: str) -> str:
    """A tag that runs over several lines on one; scripts and comments gone."""
    block = re.sub(r"<(script|style)\b.*?(?:</\1>|\Z)|<!--.*?(?:-->|\Z)", "", block, flags=re.DOTALL | re.IGNORECASE)
    return re.sub(r"<[A-Za-z/][^<>]*>", lambda match: " ".join(match[0].split()), block)


def _heading(token: Token, lines: list[str], start: int, end: int) -> _Edit:
    """A heading underlined with `=` or `-` in the form that also shows its level."""
    words = " ".join(clean_line(line).strip() for line in lines[start : end - 1])
    return _Edit(start, end, [f"{'#' * int(token.tag[1:])} {words}".rstrip()])


def _tags_on_one_line(lines: list[str]) -> list[str]:
    """A tag or a comment may run over the lines of a paragraph."""
    if not any("<" in line for line in lines):
        return lines
    text = "\n".join(lines)
    if "-->" in text:
        text = _COMMENT.sub(lambda match: match["code"] or "", text)
    return _LONG_TAG.sub(lambda match: " ".join(match[0].split()), text).split("\n")


class _Prose:
    """Cleans lines of prose, and remembers where a container or a formula is open."""

    def __init__(self, text: str) -> None:
        self._myst = bool(_MYST.search(text))
        self._slides = bool(_D2L.search(text))
        self._formula = False
        self._options = False

    def cleaned(self, lines: list[str]) -> list[str]:
        result: list[str] = []
        for line in _tags_on_one_line(lines):
            result += self._line(line)
        return result

    def _line(self, line: str) -> list[str]:
        if _FORMULA.match(line) or self._formula:
            self._formula ^= line.count("$$") % 2 == 1
            return [_FORMULA_LABEL.sub("", line)]
        if container := _CONTAINER.match(line):
            self._options = True
            return _container(container)
        if self._options and _OPTION_LINE.match(line):
            return []
        self._options = False
        if _MARKS_ALONE.match(line) or (self._myst and _UNSEEN_IN_MYST.match(line)):
            return []
        if alert := _ALERT.match(line):
            return [f"{alert['quote']}**{alert['title'] or alert['kind'].capitalize()}**", alert["quote"].rstrip()]
        cleaned = clean_line(line)
        if self._slides:
            cleaned = _SLIDE_HIDDEN.sub(r"\g<text>", _SLIDE_BOLD.sub(r"**\g<text>**", cleaned))
        return [cleaned] if cleaned.strip() or not line.strip() else [""]


def _container(match: re.Match[str]) -> list[str]:
    """The title of a box, or its kind; nothing where it ends or only arranges."""
    opened = _OPENED.match(match["rest"])
    if opened is None:
        return [""]
    kind = (opened["myst"] or opened["plain"]).lower()
    title = clean_line(opened["title"].strip()).strip()
    if kind in _ARRANGING:
        return ["", f"**{title}**", ""] if title and kind == "list-table" else [""]
    if kind in ("exercise-start", "solution-start"):
        return ["", f"**{kind.split('-')[0].capitalize()}**", ""]
    return ["", f"**{title or kind.replace('-', ' ').capitalize()}**", ""]
