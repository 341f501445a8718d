"""The one list of what is read and how. A new format is a new file and a new line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from gangdan_gui.converting import html, markdown, notebook, plain_text, python, rst


@dataclass(frozen=True, slots=True)
class Body:
    """A file's text as Markdown, and the title that the file states outside it."""

    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to read files, with the endings that call for it. `prose` files are never web pages by themselves."""

    name: str
    endings: tuple[str, ...]
    read: Callable[[str], Body]
    prose: bool = True


def _markdown(text: str) -> Body:
    made = markdown.to_markdown(text)
    return Body(made.text, made.title)


def _notebook(text: str) -> Body:
    made = notebook.to_markdown(text)
    return Body(made.text, made.title)


def _html(text: str) -> Body:
    return Body(html.to_markdown(text), html.page_title(text))


FORMATS = (
    Format("rst", (".rst", ".rest"), lambda text: Body(rst.to_markdown(text))),
    Format("html", (".html", ".htm", ".xhtml"), _html, prose=False),
    Format("py", (".py", ".pyw"), lambda text: Body(python.to_markdown(text))),
    Format("ipynb", (".ipynb",), _notebook),
    Format("md", (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".myst", ".qmd", ".rmd"), _markdown),
    Format("txt", (".txt", ".text"), lambda text: Body(plain_text.to_markdown(text))),
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
    return _BY_ENDING.get(name.suffix, "")
