"""Programs as Markdown: what is written for readers in comments becomes prose, every other line stays as it is.

Prose is a comment that has its lines for itself and is one of these: the first thing in the file, documentation by
its mark (`/**`, `///`, `//!`, `#'`), or, at the left margin, a block of two lines or more or one between blank lines.
Remarks beside code and inside it, and code that was commented out, are part of the code.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from gangdan_gui.converting import markdown, plain_text
from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.code_languages import BY_FENCE, Language
from gangdan_gui.domain.errors import UnreadableFile

# Beyond these a file is data or a program's output; telling its comments apart would take seconds.
_LONGEST_FILE = 400_000
_LONGEST_LINE = 4_000
_MINIFIED_MEAN = 400
_CPP = re.compile(
    r"^[ \t]*(?:class|template|namespace|using|public:|private:)\b|\bstd::|^#include <\w+>$", re.MULTILINE
)
_OBJECTIVE_C = re.compile(r"^[ \t]*(?:#import|@interface|@implementation|@import|@class)\b", re.MULTILINE)
_TRANSLATIONS = re.compile(r"\s*(?:<\?xml|<!DOCTYPE TS|<TS\b)")
_SECTION = re.compile(r"%%[ \t]+(?P<title>\S.*)")
_INDENTED = re.compile(r"(?:(?<=\n\n)|\A)(?:(?: {4}|\t)[^\n]*(?:\n|\Z)|\n(?=\n* {4}))+")
_DOCUMENTS = re.compile(r"%%[ \t]+\S|/\*\*(?![*/])|/\*!|///(?!/)|//!|#'|--\||=begin|<#")
_LINE_MARK = re.compile(r"^[ \t]*(?://[/!]?<?|#+'?|%+|--+\|?|!+[<>]?|;+)(?:[ \t]|(?=\S)|$)")
_STAR = re.compile(r"^[ \t]*\*(?!\*)[ \t]?")
_RULE = re.compile(r"^[\W_]{3,}$")
_LIKE_CODE = re.compile(
    r"[;{}]\s*$|^\s*(?:if|for|while|return|else|end)\b.*[():;]\s*$|^\s*[\w.\[\]]+\s*(?:=|<-|\+=)\s*\S+"
)
_TAG = re.compile(r"^([ \t]*)([@\\](?!brief\b)[A-Za-z]+\b)(?=[ \t]|$)", re.MULTILINE)
_BRIEF = re.compile(r"^([ \t]*)[@\\]brief[ \t]+", re.MULTILINE)
_SPAN = re.compile(r"(?<!`)`[^`\n]+`(?!`)")
_INLINE_TAG = re.compile(r"\{@(?:code|link|linkplain|literal|value)[ \t]+([^{}]*)\}")
_XML_DOCUMENTATION = re.compile(r"</?(?:summary|remarks|para|returns|value|example|param|typeparam|exception)\b[^<>]*>")
_NOT_NAMES = frozenset(
    [
        "if", "else", "for", "while", "switch", "return", "new", "delete", "throw", "case", "goto", "do", "catch",
        "sizeof", "typedef", "using",
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment that has the lines from `start` to before `end` for itself."""

    start: int
    end: int
    text: str


def to_markdown(text: str, fence: str) -> str:
    """Convert a program. Raises UnreadableFile (`asset`) for code that was packed for machines."""
    language = _language(text, BY_FENCE[fence])
    lines = text.split("\n")
    if len(text) > 10_000 and len(text) / len(lines) > _MINIFIED_MEAN:
        raise UnreadableFile(code="asset", detail="minified")
    if len(text) > _LONGEST_FILE or max(map(len, lines)) > _LONGEST_LINE:
        return fenced(text, language.fence) if text.strip() else ""
    tokens = _token_lines(text, language)
    proses = [comment for comment in _comments(lines, tokens, language) if _is_prose(comment, lines, language)]
    return "\n\n".join(_parts(lines, proses, _headings(lines, proses, tokens, language), language))


def _language(text: str, named: Language) -> Language:
    """Two endings stand for two languages each, and one for something else besides."""
    if named.fence == "c" and _CPP.search(text):
        return BY_FENCE["cpp"]
    if named.fence == "matlab" and _OBJECTIVE_C.search(text):
        return Language("objective-c", ())
    if named.fence == "typescript" and _TRANSLATIONS.match(text):
        raise UnreadableFile(code="format-not-read", detail=".ts")
    return named


@dataclass(frozen=True, slots=True)
class _TokenLines:
    """For each line what it begins with: `code`, `comment` (also within one), `string` (within one) or `blank`.

    `only_comment` holds the lines with nothing but comments on them.
    """

    begins: tuple[str, ...]
    only_comment: frozenset[int]


def _token_lines(text: str, language: Language) -> _TokenLines:
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, String

    count = text.count("\n") + 1
    begins, coded, commented = ["blank"] * count, set[int](), set[int]()
    at = 0
    for _, kind, value in get_lexer_by_name(language.lexer or language.fence).get_tokens_unprocessed(text):
        # Rust's documentation is given as strings.
        documentation = kind in String.Doc and language.fence == "rust"
        comment = documentation or (kind in Comment and kind not in Comment.Preproc and kind not in Comment.PreprocFile)
        name = "comment" if comment else "string" if kind in String else "code"
        pieces = value.split("\n")
        for number, piece in enumerate(pieces):
            at += bool(number)
            # Blank lines within a comment or a string are of it.
            if piece.strip() or (0 < number < len(pieces) - 1 and name != "code"):
                (commented if comment else coded).add(at)
                begins[at] = name if begins[at] == "blank" else begins[at]
    return _TokenLines(tuple(begins), frozenset(commented - coded))


def _comments(lines: list[str], tokens: _TokenLines, language: Language) -> Iterator[_Comment]:
    """Neighbouring lines of comment of one style, and blocks; one that is never closed is none."""
    at = 0
    while at < len(lines):
        start = at
        if at not in tokens.only_comment:
            at += 1
            continue
        if _opens(lines[at], language):
            at = _end_of_block(lines, at, tokens, language)
        else:
            while at in tokens.only_comment and _style(lines[at]) == _style(lines[start]):
                at += 1
        if at > start:
            yield _Comment(start, at, "\n".join(lines[start:at]))
        at = max(at, start + 1)


def _opens(line: str, language: Language) -> bool:
    return bool(language.block[0]) and line.lstrip().startswith(language.block[0])


def _end_of_block(lines: list[str], start: int, tokens: _TokenLines, language: Language) -> int:
    """The line after the block that begins at `start`; `start` itself where it has no end."""
    opening, closing = language.block
    rest = lines[start].lstrip().removeprefix(opening)
    at = start
    while closing not in rest:
        at += 1
        if at not in tokens.only_comment:
            return start
        rest = lines[at]
    return at + 1


def _style(line: str) -> tuple[int, str]:
    stripped = line.lstrip(" \t")
    mark = re.match(r"//[/!]?|#'|--|\W?", stripped)
    return len(line) - len(stripped), mark[0] if mark else ""


def _is_prose(comment: _Comment, lines: list[str], language: Language) -> bool:
    said = [line for line in _said(comment.text, language).split("\n") if line.strip()]
    if not any(re.search(r"\w", line) for line in said) or (comment.text.startswith("#!") and len(said) == 1):
        return False
    if _DOCUMENTS.match(comment.text.lstrip()) or not any(line.strip() for line in lines[: comment.start]):
        return True
    if comment.text[0] in " \t" or sum(bool(_LIKE_CODE.search(line)) for line in said) * 2 > len(said):
        return False
    before = lines[comment.start - 1].strip()
    after = lines[comment.end].strip() if comment.end < len(lines) else ""
    return comment.end - comment.start > 1 or not (before or after)


def _said(comment: str, language: Language) -> str:
    """The words of a comment without its marks and the lines drawn around them."""
    lines = comment.rstrip().split("\n")
    if _opens(lines[0], language):
        opening, closing = language.block
        lines[-1] = lines[-1].rpartition(closing)[0].rstrip("*") if closing in lines[-1] else lines[-1]
        first = lines[0].lstrip().removeprefix(opening).lstrip("*!<|") if len(lines[0].strip()) > 1 else ""
        body = [line for line in lines[1:] if line.strip()]
        starred = bool(body) and all(_STAR.match(line) for line in body)
        rest = [_STAR.sub("", line) for line in lines[1:]] if starred else lines[1:]
        lines = [first.strip(), *textwrap.dedent("\n".join(rest)).split("\n")]
    else:
        lines = textwrap.dedent("\n".join(_LINE_MARK.sub("", line) for line in lines)).split("\n")
    said = "\n".join("" if _RULE.match(line.strip()) else line.rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", said).strip("\n")


def _prose(comment: _Comment, language: Language) -> str:
    """Tags such as `@param` begin an item of a list each, and titles of sections are headings."""
    said = _BRIEF.sub(r"\1", _said(comment.text, language))
    if language.marked:
        said = _INLINE_TAG.sub(lambda match: f"`{match[1].strip()}`", _XML_DOCUMENTATION.sub("", said))
        return _TAG.sub(r"\1- \2", markdown.clean(said, language=language.fence))
    if language.fence == "matlab" and _SECTION.match(comment.text):
        title, _, rest = said.partition("\n")
        return f"## {_plain(title)}\n\n{_plain(rest)}".rstrip()
    return _plain(said)


def _plain(said: str) -> str:
    """Words that are not Markdown by custom; still, their writers put code between backticks, or indent it."""
    parts, at = list[str](), 0
    for block in _INDENTED.finditer(said):
        parts += [_escaped(said[at : block.start()]), fenced(textwrap.dedent(block[0]).strip("\n")) + "\n"]
        at = block.end()
    return "".join([*parts, _escaped(said[at:])]) if parts else _escaped(said)


def _escaped(said: str) -> str:
    escaped = _SPAN.sub(lambda match: re.sub(r"\\([<*\[])", r"\1", match[0]), plain_text.to_markdown(said))
    return _TAG.sub(r"\1- \2", escaped)


def _headings(lines: list[str], proses: list[_Comment], tokens: _TokenLines, language: Language) -> dict[int, str]:
    """The names of what is defined at the left margin, by the line before which they go: that of its comment."""
    pattern = re.compile(
        "|".join(f"(?:{p.replace('?P<name>', f'?P<name{n}>')})" for n, p in enumerate(language.defines))
    )
    comments = {comment.end: comment.start for comment in proses}
    found: dict[int, str] = {}
    for at, line in enumerate(lines if language.defines else ()):
        if tokens.begins[at] != "code" or not line[:1].strip() or line.split(maxsplit=1)[0] in _NOT_NAMES:
            continue
        match = pattern.match("\n".join(lines[at : at + 4]))
        name = next((group for group in match.groups() if group), "") if match else ""
        if match and name not in _NOT_NAMES and "\n" not in match[0]:
            found[_first_line(at, lines, comments)] = name
    return found


def _first_line(at: int, lines: list[str], comments: dict[int, int]) -> int:
    """Decorations, templates and the comment right above belong to what is defined."""
    while at and re.match(
        r"(?:@\w|#\[|\[\w|template\b|//(?!/)|#(?!include|define|if|endif|pragma|else))", lines[at - 1]
    ):
        if at in comments:
            break
        at -= 1
    return comments.get(at, at)


def _parts(lines: list[str], proses: list[_Comment], headings: dict[int, str], language: Language) -> Iterator[str]:
    """Prose, headings and fences in the order of the file."""
    starts = {comment.start: comment for comment in proses}
    cuts = {0, len(lines), *headings, *starts, *(comment.end for comment in proses)}
    inside = {at for comment in proses for at in range(comment.start + 1, comment.end)}
    for start, end in pairwise(sorted(cuts - inside)):
        if start in headings:
            yield f"## {plain_text.to_markdown(headings[start])}"
        if start in starts:
            yield _prose(starts[start], language)
        elif any(line.strip() for line in lines[start:end]):
            yield fenced("\n".join(lines[start:end]), language.fence)
