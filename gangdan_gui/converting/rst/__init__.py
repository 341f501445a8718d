"""reStructuredText, with the directives and roles of Sphinx, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.converting.code_fences import map_prose
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.converting.pandoc import rst_to_markdown
from gangdan_gui.converting.placeholders import Placeholders
from gangdan_gui.converting.rst.lines import Rewriter

# Pandoc needs some 250 bytes of memory for each byte it reads; larger files are read in parts.
_PART = 400_000
_ADORNMENT = re.compile(r"^([^\w\s])\1{2,}[ ]*$")
_RULE = re.compile(r"^([=\-~^\"'#*+`<>])\1+$")
_SURE_RULE = 4
_SHARED = re.compile(r"^\.\. (?:\|[^|]+\| |_[^:]+: \S|\[(?:\d+|#\w*)\] )")
_CODE_SPAN = re.compile(r"(?<![`\\])(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_BRACKETS = re.compile(r"\\\[([^\[\]\\\n]*)\\\](?![(\[:])")
_NEEDLESS = re.compile(r"""(?<=[^\n])\\>|\\<(?![A-Za-z/!?])|\\['"]|\\~(?!~)|(?<=\w)\\\^|(?<=\S )\\\*(?= )""")
_BETWEEN_LISTS = re.compile(r"^[ ]*(?:&nbsp;|<!-- -->)$\n?", re.MULTILINE)
_LONG_RULE = re.compile(r"^-{20,}$", re.MULTILINE)
# Markdown has no seventh level.
_TOO_DEEP = re.compile(r"^#{7,}(?= )", re.MULTILINE)
_LEVEL_MARK = "qzlevelmark"
_LEVEL_HEADINGS = re.compile(rf"^#+ {_LEVEL_MARK}\n+", re.MULTILINE)


def to_markdown(text: str, around: Neighbours | None = None) -> str:
    """Convert a whole document, with what it includes of its own source.

    Nothing is read from disk, whatever the directives in it name.
    """
    text = text.expandtabs(8)
    kept = Placeholders(text)
    lines = Rewriter(kept, around or Neighbours()).rewrite([line.rstrip() for line in text.split("\n")])
    lines = _wide_enough(lines)
    parts = ["\n".join(lines)] if sum(map(len, lines)) <= _PART else _parts(lines)
    made = "\n\n".join(_LEVEL_HEADINGS.sub("", rst_to_markdown(part)) for part in parts)
    return kept.restore(map_prose(_TOO_DEEP.sub("######", made), fewer_escapes))


def fewer_escapes(prose: str) -> str:
    """Pandoc escapes whatever might be markup somewhere; most of it can't be where it stands."""
    result, at = [], 0
    for span in _CODE_SPAN.finditer(prose):
        result += [_unescaped(prose[at : span.start()]), span[0]]
        at = span.end()
    return "".join([*result, _unescaped(prose[at:])])


def _unescaped(prose: str) -> str:
    prose = _BETWEEN_LISTS.sub("", _LONG_RULE.sub("---", prose))
    prose = _BRACKETS.sub(r"[\1]", prose)
    return _NEEDLESS.sub(lambda match: match[0][1:], prose)


def _wide_enough(lines: Sequence[str]) -> list[str]:
    """Lengthen the lines under and over titles: a Chinese title is easily wider than it has characters."""
    result = list(lines)
    for at in range(1, len(lines)):
        title, above, below = lines[at - 1], lines[at - 2 : at - 1], lines[at + 1 : at + 2]
        rule = _RULE.match(lines[at])
        if not rule or not title.strip() or _RULE.match(title):
            continue
        over = bool(above) and above[0] == lines[at] and bool(_RULE.match(above[0]))
        # Right above text it may be the head of a table, or a rule in prose.
        if below and below[0].strip() and (over or len(lines[at]) < _SURE_RULE or _RULE.match(below[0])):
            continue
        free = not (above and above[0].strip()) or _RULE.match(above[0])
        if over or (not title.startswith(" ") and free):
            wide = rule[1] * max(len(lines[at]), len(title) + 2)
            result[at] = wide
            if over:
                result[at - 2] = wide
    return result


def _parts(lines: Sequence[str]) -> list[str]:
    """Cut at headings of the first level. Each part gets all levels of headings, and what it may refer to."""
    styles = _styles(lines)
    if not styles:
        return ["\n".join(lines)]
    starts = [at for at, style in _headings(lines) if style == styles[0]]
    shared = [line for line in lines if _SHARED.match(line)]
    levels = [line for style in styles for line in _heading(style)]
    parts: list[list[str]] = [[]]
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        if sum(map(len, parts[-1])) > _PART // 2:
            parts.append([])
        parts[-1] += lines[start:end]
    return ["\n".join([*levels, *part, "", *(shared if len(parts) > 1 else [])]) for part in parts]


def _headings(lines: Sequence[str]) -> list[tuple[int, tuple[str, bool]]]:
    """Where headings begin, and their style: the character, and whether it also stands above."""
    found = []
    for at in range(1, len(lines)):
        under = _ADORNMENT.match(lines[at])
        title = lines[at - 1]
        if not under or not title.strip() or _ADORNMENT.match(title) or len(lines[at]) < min(len(title), 4):
            continue
        over = at >= 2 and lines[at - 2] == lines[at]
        if over or not title.startswith(" "):
            found.append((at - (2 if over else 1), (under[1], over)))
    return found


def _styles(lines: Sequence[str]) -> list[tuple[str, bool]]:
    return list(dict.fromkeys(style for _, style in _headings(lines)))


def _heading(style: tuple[str, bool]) -> list[str]:
    character, over = style
    rule = character * (len(_LEVEL_MARK) + 2)
    return [*([rule] if over else []), _LEVEL_MARK, rule, ""]
