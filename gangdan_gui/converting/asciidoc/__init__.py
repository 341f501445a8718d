"""AsciiDoc as Markdown, one document a file, with what it includes of its own source. Nothing is read from disk."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.converting import html
from gangdan_gui.converting.asciidoc.attributes import Attributes
from gangdan_gui.converting.asciidoc.inline import Inline
from gangdan_gui.converting.asciidoc.lists import Item, Nesting, is_item, written
from gangdan_gui.converting.asciidoc.source import Source
from gangdan_gui.converting.asciidoc.tables import table
from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.escaping import indented, not_a_block
from gangdan_gui.converting.includes import in_asciidoc
from gangdan_gui.converting.neighbours import Neighbours

_HEADING = re.compile(r"^(?P<level>={1,6}|#{1,6})[ \t]+(?P<text>\S.*?)(?:[ \t]+(?P=level))?$")
_UNDERLINE = re.compile(r"^(?:={2,}|-{2,}|~{2,}|\^{2,}|\+{2,})$")
_UNDERLINES = "=-~^+"
_FENCE = re.compile(r"^(?:(?P<sign>[-.=*_+])(?P=sign){3,}|--|(?P<ticks>`{3,})(?P<language>[\w+#-]*)[^`]*|[|,:!]={3,})$")
_TITLE = re.compile(r"^\.(?P<text>[^\s.].*|\.[^\s.].*)$")
_MACRO = re.compile(r"^(?P<name>image|video|audio|toc|gist|plantuml|ditaa)::(?P<target>[^\[\]]*)\[(?P<text>.*)\]$")
_RULE = re.compile(r"^(?:'{3,}|-{3}|\*{3}|- - -|\* \* \*)$")
_ADMONITION = re.compile(r"^(?P<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?P<text>.*)$")
_KINDS = {"NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Important", "WARNING": "Warning", "CAUTION": "Caution"}
_CODE = frozenset(["source", "listing", "literal", "plantuml", "ditaa", "graphviz", "mermaid"])
_MATH = frozenset(["stem", "latexmath", "asciimath"])
_DEEPEST = 20


class _Reader:
    """Reads the blocks of one document; blocks inside blocks are read by it again."""

    def __init__(self, source: Source, lines: Sequence[str]) -> None:
        self._language = source.attributes.get("source-language", "")
        self._inline = Inline(_titles(lines))

    def blocks(self, lines: Sequence[str], depth: int = 0) -> list[str]:
        """Every block of these lines, in order, as Markdown."""
        result: list[str] = []
        at = 0
        while at < len(lines):
            made, at = self._block(lines, at, depth)
            result += made
            if depth == 0 and made and made[0].startswith("#"):
                result[-len(made) : -len(made)] = self._footnotes()
        return [*result, *(self._footnotes() if depth == 0 else [])]

    def _footnotes(self) -> list[str]:
        found = list(self._inline.footnotes)
        self._inline.footnotes.clear()
        return found

    def _block(self, lines: Sequence[str], at: int, depth: int) -> tuple[list[str], int]:
        """The next block with what is said of it before, and where the one behind it begins."""
        about = Attributes()
        while at < len(lines) and (not lines[at].strip() or self._is_about(lines, at, about)):
            at += 1
        if at >= len(lines):
            return ([self._title(about.title)] if about.title else []), at
        line = lines[at]
        made: list[str] = []
        if _FENCE.match(line):
            made, at = self._delimited(lines, at, about, depth)
        elif heading := _heading(lines, at):
            made = [f"{'#' * heading[0]} {self._line(heading[1])}"]
            at += heading[2]
        elif macro := _MACRO.match(line):
            made, at = self._macro(macro), at + 1
        elif _RULE.match(line):
            made, at = ["---"], at + 1
        elif line == "<<<" or line == "+":
            at += 1
        elif is_item(line) and about.style not in _CODE:
            made, at = self._list(lines, at, depth)
        elif line[0] in " \t":
            made, at = self._indented(lines, at, about)
        else:
            made, at = self._paragraph(lines, at, about)
        return ([self._title(about.title)] if about.title and made else []) + made, at

    @staticmethod
    def _is_about(lines: Sequence[str], at: int, about: Attributes) -> bool:
        if about.take(lines[at]):
            return True
        title = _TITLE.match(lines[at])
        if title and not _FENCE.match(lines[at]):
            about.title = title["text"]
        return bool(title) and not _FENCE.match(lines[at])

    def _title(self, text: str) -> str:
        return f"**{self._line(text).replace('**', '')}**"

    def _line(self, text: str) -> str:
        return " ".join(self._inline.markdown(text).split())

    def _delimited(self, lines: Sequence[str], at: int, about: Attributes, depth: int) -> tuple[list[str], int]:
        """A block between two equal lines; one that is never closed runs to the end."""
        fence = lines[at].strip()
        opening = _FENCE.match(fence)
        closing = opening["ticks"] if opening and opening["ticks"] else fence
        end = at + 1
        while end < len(lines) and lines[end].rstrip() != closing:
            end += 1
        body = lines[at + 1 : end]
        if opening and opening["ticks"]:
            return self._code(body, opening["language"]), end + 1
        if re.match(r"[|,:!]=", fence):
            made = table(body, fence, about.named, f"{about.style}{about.options}", self._inline.markdown)
            return ([made] if made else []), end + 1
        if depth >= _DEEPEST and fence[0] not in "-.+":
            return [], at + 1
        return self._of_style(body, fence, about, depth), end + 1

    def _of_style(self, body: Sequence[str], fence: str, about: Attributes, depth: int) -> list[str]:
        style = about.style
        if style in _MATH:
            return ["$$\n" + "\n".join(body).strip() + "\n$$"]
        if fence[0] == "+" or style == "pass":
            made = html.to_markdown("\n".join(body)).strip()
            return [made] if made else []
        if fence[0] == "." or (fence[0] == "-" and fence != "--") or style in _CODE:
            return self._code(body, self._language_of(about, fence))
        inner = self.blocks(body, depth + 1)
        if fence[0] == "_" or style in ("quote", "verse"):
            inner = self._verse(body) if style == "verse" else inner
            by = self._line(", ".join(filter(None, [about.place(1), about.place(2)])))
            text = "\n\n".join([*inner, *([f"— {by}"] if by else [])])
            return [indented(text, "> ")] if text else []
        if style in _KINDS:
            title = f"**{_KINDS[style]}:**"
            return [f"{title} {inner[0]}", *inner[1:]] if inner and inner[0][0] not in "`-|#>1$*" else [title, *inner]
        return inner

    def _language_of(self, about: Attributes, fence: str = "-") -> str:
        named = about.named.get("language", "") or (about.place(1) if about.style in ("source", "") else "")
        if not named and about.style == "source":
            named = self._language
        return named if re.fullmatch(r"[\w+#.-]+", named) and fence[0] != "." else ""

    @staticmethod
    def _code(body: Sequence[str], language: str) -> list[str]:
        text = "\n".join(body)
        return [fenced(text, language)] if text.strip() else []

    def _verse(self, body: Sequence[str]) -> list[str]:
        return ["\n".join(not_a_block(self._inline.markdown(line)) for line in body)]

    def _macro(self, macro: re.Match[str]) -> list[str]:
        words = self._line(f"image:x[{macro['text']}]") if macro["name"] == "image" else ""
        return [words] if words else []

    def _indented(self, lines: Sequence[str], at: int, about: Attributes) -> tuple[list[str], int]:
        """A paragraph that begins with a blank is shown as it stands."""
        start = at
        while at < len(lines) and lines[at].strip() and lines[at] != "+":
            at += 1
        body = list(lines[start:at])
        least = min(len(line) - len(line.lstrip()) for line in body)
        if about.style in ("normal", *_KINDS):
            return self._of_words([line.strip() for line in body], about), at
        return self._code([line[least:] for line in body], self._language_of(about) if about.style else ""), at

    def _paragraph(self, lines: Sequence[str], at: int, about: Attributes) -> tuple[list[str], int]:
        start, at = at, at + 1
        while at < len(lines) and lines[at].strip() and not _ends_paragraph(lines, at):
            at += 1
        return self._of_words(list(lines[start:at]), about), at

    def _of_words(self, body: list[str], about: Attributes) -> list[str]:
        if about.style in _CODE | _MATH | {"pass", "quote", "verse"}:
            fence = {"literal": "....", "quote": "____", "verse": "____", "pass": "++++"}.get(about.style, "----")
            plain = Attributes(
                style="" if about.style == "quote" else about.style, places=about.places, named=about.named
            )
            return self._of_style(body, fence, plain, _DEEPEST)
        kind = about.style if about.style in _KINDS else ""
        if found := _ADMONITION.match(body[0]):
            kind, body[0] = found["kind"], found["text"]
        words = self._inline.markdown("\n".join(line.strip() for line in body)).strip()
        words = "\n".join(line for line in words.split("\n") if line.strip())
        if not words:
            return []
        return [f"**{_KINDS[kind]}:** {words}" if kind else not_a_block(words)]

    def _list(self, lines: Sequence[str], at: int, depth: int) -> tuple[list[str], int]:
        nesting = Nesting()
        items: list[Item] = []
        while at < len(lines):
            line = lines[at]
            if line == "+" and items:
                made, at = self._block(lines, at + 1, depth + 1) if depth < _DEEPEST else ([], at + 1)
                items[-1].blocks += made
            elif not line.strip():
                after = _next(lines, at)
                if after < len(lines) and items and lines[after][0] in " \t" and not is_item(lines[after]):
                    made, at = self._indented(lines, after, Attributes())
                    items[-1].blocks += made
                    continue
                if not self._goes_on(lines, after, items):
                    break
                at = after
            elif item := nesting.item(line):
                self._add(items, item)
                at += 1
            elif _ends_paragraph(lines, at):
                if not (Attributes().take(line) and at + 1 < len(lines) and is_item(lines[at + 1])):
                    break
                at += 1
            else:
                items[-1].lines.append(line.strip())
                at += 1
        return [written([(item, self._item(item)) for item in items])], at

    @staticmethod
    def _goes_on(lines: Sequence[str], after: int, items: list[Item]) -> bool:
        if after >= len(lines) or not items:
            return False
        waits = bool(items[-1].terms) and not items[-1].lines and not items[-1].blocks
        plain = not _ends_paragraph(lines, after) and not _heading(lines, after) and not _TITLE.match(lines[after])
        return lines[after] == "+" or is_item(lines[after]) or (waits and plain)

    @staticmethod
    def _add(items: list[Item], item: Item) -> None:
        """Terms that follow one another share what is said of them."""
        last = items[-1] if items else None
        if last and last.terms and item.terms and last.depth == item.depth and not last.lines and not last.blocks:
            last.terms += item.terms
            last.lines = item.lines
        else:
            items.append(item)

    def _item(self, item: Item) -> str:
        words = self._inline.markdown("\n".join(item.lines)).strip()
        words = "\n".join(line for line in words.split("\n") if line.strip())
        terms = ", ".join(f"**{self._line(term).strip('*')}**" for term in item.terms)
        return f"{terms}: {words}" if terms and words else terms or words


def _next(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def _ends_paragraph(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    return bool(_FENCE.match(line)) or line == "+" or bool(Attributes().take(line)) or bool(_MACRO.match(line))


def _heading(lines: Sequence[str], at: int) -> tuple[int, str, int] | None:
    """Level, text, and how many lines it takes. Older documents underline their headings."""
    if found := _HEADING.match(lines[at]):
        return len(found["level"]), found["text"], 1
    text = lines[at].strip()
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if len(text) < 3 or not re.search(r"\w", text) or lines[at][0] in " .[*" or not _UNDERLINE.match(below):
        return None
    # Chinese characters are two columns wide, and writers align either way.
    fits = abs(len(below) - len(text)) <= 1 or (not text.isascii() and abs(len(below) - 2 * len(text)) <= 4)
    return (_UNDERLINES.index(below[0]) + 1, text, 2) if fits else None


def _titles(lines: Sequence[str]) -> dict[str, str]:
    """What references by id show: the heading or the title that the id stands before."""
    titles: dict[str, str] = {}
    about = Attributes()
    for at, line in enumerate(lines):
        heading = _heading(lines, at) if line.strip() else None
        title = _TITLE.match(line)
        if heading or title:
            text = re.sub(r"\[\[[^\[\]]*\]\]", "", heading[1] if heading else title["text"] if title else "").strip()
            ids = [*about.ids, *re.findall(r"\[\[([\w:.-]+)", line)]
            if heading:
                words = "_".join(re.findall(r"\w+", text.lower()))
                ids += ["_" + words, words.replace("_", "-"), text]
            for name in ids:
                titles.setdefault(name, text)
            about = Attributes()
        elif line.strip() and not about.take(line):
            about = Attributes()
    return titles


def to_markdown(text: str, around: Neighbours | None = None) -> str:
    """Convert a whole file."""
    source = Source()
    lines = source.lines(in_asciidoc(text, around or Neighbours()))
    return "\n\n".join(_Reader(source, lines).blocks(lines)) + "\n"
