"""What a reader finds in a file before it is converted, read by other means than the product's.

Each reader is as simple as its format allows, so that a mistake of a converter is not made here once more. What only
machines read (comments, names of directives, targets of links) is not counted.
"""

from __future__ import annotations

import ast
import html
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from xml.etree import ElementTree

from gangdan_gui.converting.code_languages import BY_FENCE

_FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})[^\n]*\n(.*?)^[ \t]*\2[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
_UNSEEN_HTML = re.compile(r"<!--.*?-->|<(script|style|svg)\b.*?</\1>|</?[A-Za-z][^<>]*>", re.DOTALL)
_RST_UNDERLINE = re.compile(r"^(?P<title>\S.*)\n([=\-~#*^\"'`+:.])\2{2,}[ \t]*$", re.MULTILINE)
_RST_UNSEEN = re.compile(
    r"^(?P<margin>(?>[ ]*))\.\. (?:toctree|include|index|testsetup|raw|currentmodule|module|meta|image|only:: latex"
    r"|contents|py:module|py:currentmodule|highlight|_[^\n]*|\[?[^\n:]*$|[^\n:]*[^:\n]$)(?:::?[^\n]*)?"
    r"(?:\n(?:(?P=margin)[ ]+[^\n]*|[ ]*(?=\n)))*",
    re.MULTILINE,
)
_CODE_DIRECTIVES = "code-block|sourcecode|code|ipython|testcode|doctest|prompt|plot|parsed-literal|highlight"
_RST_CODE = re.compile(
    rf"^(?P<margin>(?>[ ]*))(?:\.\. (?:{_CODE_DIRECTIVES})::[^\n]*|(?!\.\. )[^\n]*::)\n"
    r"(?P<body>(?:(?P=margin)[ ]+[^\n]*\n|[ ]*\n)+)",
    re.MULTILINE,
)
_HIDDEN_CODE = re.compile(r"\s*(?::[\w-]+:[^\n]*\n\s*)*:(?:hide|suppress|no-?show):")
_ROLE_TARGET = re.compile(r"(?<=`)[~!][\w.]*\.(?=\w+(?:\(\))?`)")
_UNSEEN_LINE = re.compile(
    r"^\s*(?:import|export)\s.*from\s.*$|^\[[^\]]+\]:\s.*$|^%%\w+.*$|^\s*:[\w-]+:(?:`[^`\n]*`|\s[^\n`]*|\[[^\n]*)?$"
    r"|^\([\w-]+\)=$|^:{3,}\s*\{(?:[\w-]*-(?:start|end)|literalinclude|glue\S*)\}.*$|^`{3,}\s*\{[\w-]+-(?:start|end)\}.*$",
    re.MULTILINE,
)
_UNSEEN_MARK = re.compile(
    r":(?:label|numref|eqref|width|ref|cite\w*|eqlabel|begin_tab|end_tab|citet)::?`[^`]*`|\{[\w:-]+\}(?=`)"
    r"|\]\([^()\s]*(?:\s\"[^\"]*\")?\)|\{[#:.][^}\n]*\}|:\w+:(?=`)|<https?:[^>]*>|<[^<>`\n]*>(?=`)"
    r"|^\s*:{3,}\s*\{?[\w-]+\}?",
    re.MULTILINE,
)
_COMMENTS = re.compile(r"(?s:/\*.*?\*/)|//[^\n]*|#[^\n]*|--[^\n]*|%[^\n]*")
_TABLE = re.compile(r"\}(?:tbl|table)$")
_CELL = re.compile(r"\}(?:tc|table-cell)$")


@dataclass
class Original:
    """The visible text, the lines of code as they stand, the titles of headings, and how many tables there are."""

    text: str = ""
    code: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    tables: int = 0

    def add(self, other: Original) -> None:
        """Take in another part of the same file."""
        self.text += "\n" + other.text
        self.code += other.code
        self.headings += other.headings
        self.tables += other.tables


def read_markdown(source: str) -> Original:
    """Markdown, with the fences and directives of its flavours."""
    source = re.sub(r"\A---\n.*?\n---\n", "", source, flags=re.DOTALL)
    found = Original()

    def fenced(match: re.Match[str]) -> str:
        shown = match[3] if not re.match(r"\s*[`~]+\s*\{?(?:toc|eval_rst|index|bibliography)", match[0]) else ""
        shown = re.sub(r"^[ \t]*:[\w-]+:[^\n]*\n", "", shown, flags=re.MULTILINE)
        if not re.match(r"\s*[`~]+\s*\{(?!\.)|\s*[`~]+\s*toc", match[0]):
            found.code += shown.splitlines()
        found.text += shown
        return "\n"

    prose = _UNSEEN_HTML.sub(" ", _FENCE.sub(fenced, source))
    prose = _UNSEEN_LINE.sub("", prose)
    found.headings = re.findall(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$", prose, re.MULTILINE)
    found.tables = len(re.findall(r"^[ ]*\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)+\|?[ ]*$", prose, re.MULTILINE))
    prose = _ROLE_TARGET.sub("", _UNSEEN_MARK.sub(" ", prose))
    found.text += prose
    return found


def read_rst(source: str) -> Original:
    """reStructuredText: bodies of code directives and literal blocks are code, names of roles are not read."""
    source = source.expandtabs()
    found = Original()
    source = _RST_UNSEEN.sub("", source)
    source = _RST_CODE.sub(lambda match: "" if _HIDDEN_CODE.match(match["body"]) else match[0], source)
    for match in _RST_CODE.finditer(source):
        found.code += [line for line in match["body"].splitlines() if not re.match(r"\s*(?::[\w-]+:|@\w)", line)]
    prose = _RST_CODE.sub("\n", source)
    found.headings = [match["title"] for match in _RST_UNDERLINE.finditer(prose)]
    found.code += [line for line in prose.splitlines() if re.match(r"\s*>>> ", line) and "``" not in line]
    tables = r"(?<![|+]\n)^[ ]*\+[-+]+\+\n[ ]*\||^\s*\.\. (?:list|csv)-table::"
    found.tables = len(re.findall(tables, source, re.MULTILINE))
    kept = [line for line in source.splitlines() if not re.match(r"\s*:[\w-]+:(?:\s|$)", line)]
    text = re.sub(r"^(\s*)\.\. [\w:-]+::", r"\1", "\n".join(kept), flags=re.MULTILINE)
    text = re.sub(r"^\s*\.\. \|[^|]+\| \w+::.*$|^__ .*$", "", text, flags=re.MULTILINE)
    found.text = _ROLE_TARGET.sub("", re.sub(r":[\w:+-]+:(?=`)|<[^<>`]*>(?=`)", " ", text))
    return found


class _Page(HTMLParser):
    """The main part of a page as the standard library's parser gives it."""

    VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"])
    HIDDEN = frozenset(["script", "style", "nav", "header", "footer", "button", "svg", "head", "template", "title"])

    ASIDE = frozenset(["headerlink", "linenos", "sphinxsidebar", "related", "clearer", "nosearch", "fancy_toc"])

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found, self.stack, self.pre, self.heading = Original(), list[tuple[str, bool]](), "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.VOID:
            self.found.text += "\n"
            return
        marks = dict(attrs)
        classes = set((marks.get("class") or "").split())
        hidden = tag in self.HIDDEN or bool(classes & self.ASIDE)
        self.stack.append((tag, hidden or marks.get("role") == "navigation" or "hidden" in marks))
        self.found.tables += tag == "table"

    def handle_endtag(self, tag: str) -> None:
        if tag not in [name for name, _ in self.stack]:
            return
        while self.stack.pop()[0] != tag:
            pass
        if tag == "pre":
            self.found.code += self.pre.splitlines()
            self.pre = ""
        if re.fullmatch("h[1-6]", tag):
            self.found.headings.append(self.heading)
            self.heading = ""
        self.found.text += "\n" if tag in ("p", "li", "td", "th", "tr", "div", "pre", "dt", "dd") else ""

    def handle_data(self, data: str) -> None:
        if any(hidden for _, hidden in self.stack):
            return
        inside = {name for name, _ in self.stack}
        self.found.text += data
        self.pre += data if "pre" in inside else ""
        self.heading += data if inside & {"h1", "h2", "h3", "h4", "h5", "h6"} else ""


def read_html(source: str) -> Original:
    """A page's main element where it names one, else its body."""
    page = _Page()
    main = re.search(
        r"<(\w+)\b[^>]*role=[\"']main[\"'].*?(?=<div class=\"clearer\"|\Z)|<main\b.*?</main>", source, re.DOTALL
    )
    page.feed(main[0] if main else source)
    page.close()
    return page.found


def read_notebook(source: str) -> Original:
    """Cells in their order; outputs are not counted."""
    book, found = json.loads(source), Original()
    cells = book.get("cells") or [cell for sheet in book.get("worksheets", []) for cell in sheet["cells"]]
    for cell in cells:
        said = "".join(cell.get("source", cell.get("input", "")))
        if cell["cell_type"] == "code":
            found.add(Original(said, said.splitlines()))
        elif cell["cell_type"] == "heading":
            found.add(Original(said, headings=[said]))
        else:
            found.add(read_markdown(said))
    return found


def read_python(source: str) -> Original:
    """Code is what is neither a docstring nor a line of comment."""
    lines = [line for line in source.split("\n") if not re.match(r"#!|#.*?coding[:=]", line)]
    source = "\n".join(lines)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return Original(source, lines)
    stated = [
        node.body[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body
    ]
    strings = [s for s in stated if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)]
    gone = {line for s in strings for line in range(s.lineno - 1, s.end_lineno or s.lineno)}
    text = re.sub(r":[\w:+-]+:(?=`)|<[^<>`]*>(?=`)|^(#? *)\.\. .*$|^#? *:[\w-]+:.*$", " ", source, flags=re.MULTILINE)
    text = _ROLE_TARGET.sub("", text)
    return Original(
        text, [line for at, line in enumerate(lines) if at not in gone and not line.lstrip().startswith("#")]
    )


def read_code(source: str) -> Original:
    """Of a program: all words; of its lines those that have no sign of a comment."""
    stripped = _COMMENTS.sub(lambda match: "\x00" + "\n\x00" * match[0].count("\n"), source)
    pairs = zip(source.split("\n"), stripped.split("\n"), strict=True)
    return Original(source, [line for line, rest in pairs if "\x00" not in rest])


def read_text(source: str) -> Original:
    """Every word counts."""
    return Original(source)


def _read_marked(heading: str, source: str) -> Original:
    """AsciiDoc, Org and Texinfo: lines that begin with a command are not counted, nor are attributes."""
    text = re.sub(
        r"^(?:@\w+|#\+\w+:|:[\w-]+:|//|\[[^\]]*\]$|\\input|include::|image::|ifn?def|ifeval|endif|@?anchor).*$",
        "",
        source,
        flags=re.MULTILINE,
    )
    marks = r"@(?:\w+)\{|\{[\w-]+\}(?:/[^\s\[]*)?|\(\(\(.*?\)\)\)|<<[^>,]*,?"
    marks += r"|\b(?:link|xref|image|https?|footnote):[^\s\[]*"
    text = re.sub(marks, " ", text)
    found = Original(text)
    headings = re.findall(rf"^(?:{heading})[ \t]+(.+)$", source, re.MULTILINE)
    found.headings = [re.sub(r"\S+\[([^\]]*)\]", r"\1", heading) for heading in headings]
    return found


def _has_cells(table: ElementTree.Element) -> bool:
    """Whether a table says something in several cells of its own; others are empty, or a frame round other things."""
    inner = [node for node in table.iter() if node is not table and _TABLE.search(node.tag)]
    within = sum(1 for one in inner for node in one.iter() if _CELL.search(node.tag))
    own = sum(1 for node in table.iter() if _CELL.search(node.tag)) - within
    return own > 1 and any(text.strip() for text in table.itertext())


def read_parts(data: bytes, pattern: str) -> Original:
    """The text of the XML parts of a zip whose names match: Word, PowerPoint, OpenDocument, Excel, EPUB."""
    found = Original()
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        for name in filter(re.compile(pattern).search, parts.namelist()):
            whole = parts.read(name)
            if re.search(r"\.x?html?$", name):
                found.add(read_html(whole.decode("utf-8", "replace")))
                continue
            root = ElementTree.fromstring(whole)
            paragraphs = [node for node in root.iter() if re.search(r"\}(?:p|h|si)$", node.tag)]
            found.add(Original("\n".join(_said(paragraph) for paragraph in paragraphs)))
            found.tables += sum(1 for node in root.iter() if _TABLE.search(node.tag) and _has_cells(node))
    return found


def _said(paragraph: ElementTree.Element) -> str:
    texts: Iterable[str | None] = (node.text for node in paragraph.iter() if node.tag.endswith("}t"))
    return "".join(text or "" for text in texts) or "".join(paragraph.itertext())


_TEXT: dict[str, Callable[[str], Original]] = {
    "md": read_markdown, "rst": read_rst, "html": read_html, "ipynb": read_notebook, "py": read_python,
    "txt": read_text, "csv": read_text,
    "asciidoc": partial(_read_marked, "={1,6}"), "org": partial(_read_marked, r"\*+"),
    "texinfo": partial(_read_marked, "@(?:chapter|appendix|unnumbered|(?:sub){0,2}section|(?:sub)?heading)"),
}  # fmt: skip
_ZIPPED = {
    "docx": r"word/(?:document|footnotes|endnotes)\.xml$",
    "pptx": r"ppt/(?:slides|notesSlides)/[^/]+\.xml$",
    "odt": r"^content\.xml$",
    "ods": r"^content\.xml$",
    "xlsx": r"xl/sharedStrings\.xml$",
    "epub": r"\.x?html?$",
}


def original(name: str, data: bytes, encoding: str) -> Original | None:
    """What a reader finds in the bytes of a file of that format; None where there is no independent reader for it.

    `encoding` is the one the product read it in: whether that is right is tested elsewhere.
    """
    if pattern := _ZIPPED.get(name):
        return read_parts(data, pattern)
    read = read_code if name in BY_FENCE else _TEXT.get(name)
    if read is None:
        return None
    source = data.decode(encoding or "utf-8", "replace").lstrip("\ufeff").replace("\x00", "")
    source = re.sub("\r\n?|[\v\f\x85\u2028\u2029]", "\n", source)
    found = read(source)
    found.text = html.unescape(found.text) if name in ("md", "ipynb") else found.text
    return found
