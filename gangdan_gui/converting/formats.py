"""The one list of what is read and how. A new format is a new file, a function and a line here.

The window asks which files are read; only its child process reads them. So each format's own module, with the
libraries it stands on, is imported at the first file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from gangdan_gui.converting.assets import PICTURES, is_asset
from gangdan_gui.converting.code_languages import LANGUAGES
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts
from gangdan_gui.domain.reasons import Reason


@dataclass(frozen=True, slots=True)
class Body:
    """A file's text as Markdown, the title and facts that it states of itself, and what was lost on the way.

    `page_mark` is the character that stands in `text` where each page begins; empty where there are no pages.
    `cells` are the parts of a notebook as they stand in `text`, empty ones too.
    """

    text: str
    title: str = ""
    warnings: tuple[Reason, ...] = ()
    page_mark: str = ""
    cells: tuple[str, ...] = ()
    facts: DocumentFacts = NO_FACTS


@dataclass(frozen=True, slots=True)
class Format:
    """A way to read files, with the endings that call for it.

    `read` takes a file's text, and what it may take from the files around it. `prose` files are never web pages by
    themselves. A `program`, or a list of references, goes by its file's name, with its ending.
    """

    name: str
    endings: tuple[str, ...]
    read: Callable[[str, Neighbours], Body]
    prose: bool = True
    program: bool = False


@dataclass(frozen=True, slots=True)
class BinaryFormat:
    """A way to read files that are not text: `read` takes their bytes and raises UnreadableFile."""

    name: str
    endings: tuple[str, ...]
    read: Callable[[bytes], Body]


def _rst(text: str, around: Neighbours) -> Body:
    from gangdan_gui.converting import rst

    return Body(rst.to_markdown(text, around))


def _html(text: str, around: Neighbours) -> Body:
    from gangdan_gui.converting import html

    return Body(html.to_markdown(text, around), html.page_title(text))


def _python(text: str, _: Neighbours) -> Body:
    from gangdan_gui.converting import python

    return Body(python.to_markdown(text))


def _notebook(text: str, around: Neighbours) -> Body:
    from gangdan_gui.converting import notebook

    made = notebook.to_markdown(text, around)
    return Body(made.text, made.title, cells=made.cells)


def _markdown(text: str, around: Neighbours) -> Body:
    from gangdan_gui.converting import markdown

    made = markdown.to_markdown(text, around)
    return Body(made.text, made.title)


def _org(text: str, around: Neighbours) -> Body:
    from gangdan_gui.converting import org

    made = org.to_markdown(text, around)
    return Body(made.text, made.title)


def _asciidoc(text: str, around: Neighbours) -> Body:
    from gangdan_gui.converting import asciidoc

    return Body(asciidoc.to_markdown(text, around))


def _texinfo(text: str, around: Neighbours) -> Body:
    from gangdan_gui.converting import texinfo

    made = texinfo.to_markdown(text, around)
    return Body(made.text, made.title)


def _plain_text(text: str, _: Neighbours) -> Body:
    from gangdan_gui.converting import plain_text

    return Body(plain_text.to_markdown(text))


def _csv(text: str, _: Neighbours) -> Body:
    from gangdan_gui.converting import csv_table

    return Body(csv_table.to_markdown(text))


def _references(form: str) -> Callable[[str, Neighbours], Body]:
    def read(text: str, _: Neighbours) -> Body:
        from gangdan_gui.converting import bibliography

        return bibliography.to_markdown(text, form)

    return read


def _spreadsheet(data: bytes) -> Body:
    from gangdan_gui.converting import spreadsheet

    return Body(*spreadsheet.to_markdown(data))


def _pdf(data: bytes) -> Body:
    from gangdan_gui.converting import pdf

    return pdf.to_markdown(data)


def _slides(data: bytes) -> Body:
    from gangdan_gui.converting import slides

    return Body(*slides.to_markdown(data))


def _picture(data: bytes) -> Body:
    from gangdan_gui.converting.recognition import picture as recognition_picture

    return recognition_picture.to_markdown(data)


def _office(form: str) -> Callable[[bytes], Body]:
    def read(data: bytes) -> Body:
        from gangdan_gui.converting import office

        return Body(*office.to_markdown(data, form))

    return read


def _code(fence: str) -> Callable[[str, Neighbours], Body]:
    def read(text: str, _: Neighbours) -> Body:
        from gangdan_gui.converting import code

        return Body(code.to_markdown(text, fence))

    return read


_PROGRAMS = tuple(
    Format(language.fence, language.endings, _code(language.fence), prose=not language.html, program=True)
    for language in LANGUAGES
)
LISTS_OF_REFERENCES = {"bib": (".bib", ".bibtex"), "ris": (".ris",), "enw": (".enw",)}
FORMATS: tuple[Format | BinaryFormat, ...] = (
    Format("rst", (".rst", ".rest"), _rst),
    Format("html", (".html", ".htm", ".xhtml"), _html, prose=False),
    Format("py", (".py", ".pyw"), _python),
    Format("ipynb", (".ipynb",), _notebook),
    Format("md", (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".myst", ".qmd", ".rmd"), _markdown),
    Format("txt", (".txt", ".text"), _plain_text),
    Format("org", (".org",), _org),
    Format("asciidoc", (".adoc", ".asciidoc", ".asc"), _asciidoc),
    Format("texinfo", (".texi", ".texinfo", ".txi"), _texinfo),
    BinaryFormat("pdf", (".pdf",), _pdf),
    Format("csv", (".csv", ".tsv", ".tab"), _csv),
    BinaryFormat("docx", (".docx", ".docm", ".dotx", ".dotm", ".doc", ".dot", ".wps", ".wpt"), _office("docx")),
    BinaryFormat(
        "pptx", (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".ppt", ".pps", ".pot", ".dps", ".dpt"), _slides
    ),
    BinaryFormat("odt", (".odt", ".ott"), _office("odt")),
    BinaryFormat("epub", (".epub",), _office("epub")),
    BinaryFormat("xlsx", (".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods", ".et", ".ett"), _spreadsheet),
    BinaryFormat("rtf", (".rtf",), _office("rtf")),
    BinaryFormat("picture", PICTURES, _picture),
    *(Format(form, endings, _references(form), program=True) for form, endings in LISTS_OF_REFERENCES.items()),
    *_PROGRAMS,
)
BY_NAME = {known.name: known for known in FORMATS}
_BY_ENDING = {ending: known.name for known in FORMATS for ending in known.endings}
_TEXT_NAMES = frozenset(
    [
        "readme", "license", "licence", "copying", "notice", "authors", "contributors", "changelog", "changes",
        "history", "news", "todo", "install", "contributing", "copyright", "credits", "thanks", "faq",
    ]
)  # fmt: skip


def format_of(path: str) -> str:
    """The name of the format of a file, by its name alone; empty when files of its kind are not read."""
    name = PurePosixPath(path.replace("\\", "/").lower())
    if not name.suffix:
        return "txt" if name.name.partition("-")[0] in _TEXT_NAMES else ""
    if name.suffix == ".txt":
        # Sphinx publishes its sources under such names.
        return _BY_ENDING.get(PurePosixPath(name.stem).suffix, "txt") if name.stem.endswith((".rst", ".md")) else "txt"
    return "" if is_asset(path) else _BY_ENDING.get(name.suffix, "")
