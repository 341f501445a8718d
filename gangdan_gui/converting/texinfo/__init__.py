"""Texinfo, the format of GNU manuals, as Markdown. Nothing is read from disk."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gangdan_gui.converting.code_fences import fenced, inline_code
from gangdan_gui.converting.escaping import indented, not_a_block, pipe_table
from gangdan_gui.converting.includes import in_texinfo
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.converting.texinfo.definitions import DEFINITIONS, definition
from gangdan_gui.converting.texinfo.inline import Inline
from gangdan_gui.converting.texinfo.source import Source

_COMMAND = re.compile(r"^\s*@(?P<name>[A-Za-z]+)(?![A-Za-z{])[ \t]*(?P<rest>.*?)[ \t]*$")
_LEVELS = {
    "top": 1, "part": 1, "chapter": 1, "unnumbered": 1, "appendix": 1, "majorheading": 1, "chapheading": 1,
    "centerchap": 1, "section": 2, "unnumberedsec": 2, "appendixsec": 2, "appendixsection": 2, "heading": 2,
    "subsection": 3, "unnumberedsubsec": 3, "appendixsubsec": 3, "subheading": 3, "subsubsection": 4,
    "unnumberedsubsubsec": 4, "appendixsubsubsec": 4, "subsubheading": 4,
}  # fmt: skip
_CODE = frozenset([
    "example", "smallexample", "lisp", "smalllisp", "display", "smalldisplay", "format", "smallformat", "verbatim",
])  # fmt: skip
_LISTS = frozenset(["itemize", "enumerate", "table", "ftable", "vtable"])
_QUOTES = frozenset(["quotation", "smallquotation", "indentedblock", "smallindentedblock"])
# What builds a printed book or an index: no reader of the text sees it.
_SETTINGS = frozenset([
    "node", "syncodeindex", "synindex", "printindex", "defindex", "defcodeindex", "include", "verbatiminclude", "input",
    "setfilename", "setchapternewpage", "headings", "finalout", "paragraphindent", "firstparagraphindent",
    "exampleindent", "kbdinputstyle", "documentlanguage", "documentencoding", "afourpaper", "afourlatex", "afourwide",
    "smallbook", "pagesizes", "dircategory", "vskip", "sp", "page", "need", "contents", "shortcontents",
    "summarycontents", "group", "cartouche", "flushleft", "flushright", "raggedright", "float", "listoffloats",
    "shorttitlepage", "author", "subtitle", "title", "everyheading", "evenheading", "oddheading", "everyfooting",
    "evenfooting", "oddfooting", "clickstyle", "frenchspacing", "allowcodebreaks", "codequotebacktick",
    "codequoteundirected", "urefbreakstyle", "xrefautomaticsectiontitle", "deftypefnnewline", "definfoenclose",
    "novalidate", "setcontentsaftertitlepage", "setshortcontentsaftertitlepage", "fonttextsize", "microtype",
    "columnfractions", "raisesections", "lowersections", "refill", "noindent", "indent",
    "txiinternalvalue", "nodedescription", "nodedescriptionblock",
])  # fmt: skip
_WITH_TEXT = frozenset(["noindent", "indent"])
_FILE_TEXT = re.compile(r"^\s*@(?:[A-Z]+\([^()]*\)|\S*\\?input\s.*)\s*$|^\\input\b.*$")
_LANGUAGE = re.compile(r"[\w+#-]+$")
_LAYOUT = re.compile(r"^\s*@(?:end\b|group\b|\w*index\b|noindent\s*$|need\b|page\b|sp\b|itemize\b|table\b|c\b)")
_DEEPEST = 12


@dataclass(slots=True)
class _Open:
    """An environment that is not ended yet. Of a list, `items` are done and `blocks` belong to the one being read."""

    name: str
    lead: str = ""
    label: str = ""
    number: int = 1
    in_item: bool = False
    terms: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)

    def add(self, block: str, *, paragraph: bool) -> None:
        if self.terms:
            words = ", ".join(f"**{term}**" for term in self.terms)
            self.terms = []
            if paragraph:
                block = f"{words}: {block}"
            else:
                self.blocks.append(words)
        if self.label:
            if paragraph:
                block = f"{self.label} {block}"
            else:
                self.blocks.append(self.label)
            self.label = ""
        self.blocks.append(block)

    def end_item(self) -> None:
        """Put the item that was being read with those that are done."""
        if self.terms:
            self.blocks.append(", ".join(f"**{term}**" for term in self.terms))
            self.terms = []
        text = "\n\n".join(self.blocks)
        if text:
            marker = f"{self.number}. " if self.name == "enumerate" else "- "
            self.items.append(indented(text, marker) if self.in_item else text)
            self.number += self.in_item
        self.blocks = []

    def markdown(self) -> str:
        """All of it as one block."""
        if self.name not in _LISTS:
            text = "\n\n".join(self.blocks)
            return indented(text, "> ") if self.name in _QUOTES and text else text
        self.end_item()
        return ("\n\n" if any("\n" in item for item in self.items) else "\n").join(self.items)


class _Reader:
    """Reads the lines of one manual, with a stack of the environments that are open."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0
        self._inline = Inline()
        self._stack = [_Open("")]
        self._too_deep: list[str] = []
        self._paragraph: list[str] = []
        self._level = 0
        self.title = ""

    def read(self) -> str:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            command = _COMMAND.match(line)
            if command and self._command(command["name"], command["rest"]):
                continue
            if not line.strip():
                if not self._in_braces():
                    self._flush()
            elif not _FILE_TEXT.match(line):
                self._paragraph.append(line.strip())
        self._to_top()
        self._footnotes()
        return "\n\n".join(self._stack[0].blocks) + "\n"

    def _command(self, name: str, rest: str) -> bool:
        """Do what a command at the start of a line asks; False for text that only begins with one."""
        if name in _LEVELS:
            self._heading(name, rest)
        elif name in _CODE:
            self._code(name, rest)
        elif name == "displaymath":
            self._add(f"$$\n{self._inline.plain(self._body(name)).strip()}\n$$")
        elif name == "multitable":
            self._table()
        elif name == "end":
            self._end(rest.split()[0] if rest else "")
        elif name in _LISTS | _QUOTES:
            self._open(name, rest)
        elif name in ("item", "itemx", "headitem"):
            self._item(rest)
        elif name.removesuffix("x") in DEFINITIONS or name in DEFINITIONS:
            self._definition(name, rest)
        elif name in ("center", "exdent"):
            self._flush()
            self._paragraph.append(rest)
            self._flush()
        elif name in ("settitle", "title") and rest:
            self.title = self.title or self._inline.markdown(rest)
        elif name in _WITH_TEXT and rest:
            self._paragraph.append(rest)
        else:
            return name in _SETTINGS or name.endswith("index")
        return True

    def _heading(self, name: str, rest: str) -> None:
        self._to_top()
        self._footnotes()
        self._level = _LEVELS[name]
        if words := " ".join(self._inline.markdown(rest).split()):
            self._add(f"{'#' * self._level} {words}")

    def _to_top(self) -> None:
        self._flush()
        self._too_deep.clear()
        while len(self._stack) > 1:
            self._close()

    def _footnotes(self) -> None:
        self._stack[0].blocks += self._inline.footnotes
        self._inline.footnotes.clear()

    def _flush(self) -> None:
        text = "\n".join(self._paragraph)
        self._paragraph = []
        if words := self._inline.markdown(text).strip():
            lines = [line.strip() for line in words.split("\n") if line.strip()]
            self._add(not_a_block("\n".join(lines)), paragraph=True)

    def _in_braces(self) -> bool:
        """Footnotes and captions may have several paragraphs, which are read as one."""
        text = "\n".join(self._paragraph[-200:])
        if not re.search(r"@(?:footnote|caption)\{", text):
            return False
        return len(re.findall(r"(?<!@)\{", text)) > len(re.findall(r"(?<!@)\}", text))

    def _add(self, block: str, *, paragraph: bool = False) -> None:
        if not paragraph:
            self._flush()
        self._stack[-1].add(block, paragraph=paragraph)

    def _open(self, name: str, rest: str) -> None:
        self._flush()
        if len(self._stack) > _DEEPEST:
            self._too_deep.append(name)
            return
        opened = _Open(name, lead=rest.split()[0] if rest else "")
        if name == "enumerate" and rest.isdecimal() and len(rest) < 9:
            opened.number = int(rest)
        self._stack.append(opened)
        if name in _QUOTES and rest:
            opened.label = f"**{self._inline.markdown(rest).strip('*')}:**"

    def _close(self) -> None:
        self._flush()
        text = self._stack.pop().markdown()
        if text:
            self._add(text)

    def _end(self, name: str) -> None:
        if self._too_deep:
            self._flush()
            if self._too_deep[-1] == name:
                self._too_deep.pop()
        elif any(opened.name == name for opened in self._stack[1:]):
            self._flush()
            while self._stack[-1].name != name:
                self._close()
            self._close()
        elif name == "float":
            self._flush()

    def _item(self, rest: str) -> None:
        self._flush()
        opened = self._stack[-1]
        if opened.name in ("table", "ftable", "vtable"):
            if opened.blocks:
                opened.end_item()
            opened.in_item = True
            lead = opened.lead.strip("{}")
            marked = f"{lead}{{{rest}}}" if lead.startswith("@") and lead != "@asis" else rest
            if term := self._inline.markdown(marked).strip():
                opened.terms.append(term)
            return
        if opened.name in _LISTS:
            opened.end_item()
            opened.in_item = True
        if rest:
            self._paragraph.append(rest)

    def _definition(self, name: str, rest: str) -> None:
        self._flush()
        while rest.endswith("@") and not rest.endswith("@@") and self._at < len(self._lines):
            rest = rest[:-1] + " " + self._lines[self._at].strip()
            self._at += 1
        kind, signature = definition(name, rest)
        code = inline_code(" ".join(self._inline.plain(signature).split()) or "-")
        if name not in DEFINITIONS or len(self._stack) > 1:
            self._add(code)
            return
        words = " ".join(self._inline.markdown(kind).split())
        self._add(f"{'#' * min(self._level + 1, 6)} {words}: {code}" if words else code)

    def _body(self, name: str) -> str:
        """The lines up to the end of an environment; one that is never ended stops at the next heading."""
        self._flush()
        end = re.compile(rf"^\s*@end[ \t]+{name}\b")
        start = self._at
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if end.match(line):
                self._at += 1
                return "\n".join(self._lines[start : self._at - 1])
            command = _COMMAND.match(line)
            if name != "verbatim" and command and (command["name"] in _LEVELS or command["name"] == "node"):
                break
            self._at += 1
        return "\n".join(self._lines[start : self._at])

    def _code(self, name: str, rest: str) -> None:
        body = self._body(name)
        if name != "verbatim":
            kept = [
                re.sub(r"^\s*@(?:item|exdent)x?\b[ \t]*", "", line)
                for line in body.split("\n")
                if not _LAYOUT.match(line)
            ]
            body = "\n".join(line.rstrip() for line in self._inline.plain("\n".join(kept)).split("\n"))
        if body.strip():
            named = rest.split(",")[0].strip()
            language = "lisp" if "lisp" in name else named if "example" in name and _LANGUAGE.match(named) else ""
            self._add(fenced(body, language.lower()))

    def _table(self) -> None:
        rows: list[list[str]] = []
        header = False
        for line in self._body("multitable").split("\n"):
            command = _COMMAND.match(line)
            name = command["name"] if command else ""
            if command and name in ("item", "headitem"):
                header = header or (name == "headitem" and not rows)
                rows.append(re.split(r"@tab\b", command["rest"]))
                continue
            rows = rows or ([[""]] if line.strip() else [])
            if command and name == "tab":
                rows[-1] += re.split(r"@tab\b", command["rest"])
            elif rows and not (name in _SETTINGS or name == "end" or name.endswith("index")):
                more = re.split(r"@tab\b", line)
                rows[-1][-1] += " " + more[0]
                rows[-1] += more[1:]
        if rows:
            self._add(pipe_table([[self._inline.markdown(cell) for cell in row] for row in rows], header=header))


@dataclass(frozen=True, slots=True)
class Texinfo:
    """The Markdown of a file, with the title that it states for the whole manual."""

    text: str
    title: str = ""


def to_markdown(text: str, around: Neighbours | None = None) -> Texinfo:
    """Convert a whole file, with what it includes of its own source."""
    reader = _Reader(Source().lines(in_texinfo(text, around or Neighbours())))
    made = reader.read()
    return Texinfo(made, reader.title)
