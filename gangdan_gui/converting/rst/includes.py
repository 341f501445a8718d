"""The directives that put another file of the source into a document, as text or as code."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.converting.excerpts import excerpt
from gangdan_gui.converting.neighbours import Included
from gangdan_gui.converting.rst.directive import Directive, Surroundings, code_language, kept_code, unmarked

_PROGRAMS = {
    "py": "python", "pyi": "python", "js": "javascript", "ts": "typescript", "rb": "ruby", "rs": "rust", "sh": "bash",
    "yml": "yaml", "hpp": "cpp", "cc": "cpp", "cxx": "cpp", "h": "c", "kt": "kotlin", "cs": "csharp", "pl": "perl",
    "tex": "latex", "htm": "html", "txt": "", "rst": "rst", "md": "markdown",
}  # fmt: skip
_MARKDOWN = (".md", ".markdown", ".myst")


def _included_lines(included: Included, options: Mapping[str, str]) -> list[str]:
    """The lines that are meant, ready to be read as reStructuredText."""
    return [line.expandtabs(8).rstrip() for line in excerpt(included.text, options)]


def _is_markdown(included: Included, options: Mapping[str, str]) -> bool:
    """Whether the file is written in the other language that Sphinx reads."""
    return "myst" in options.get("parser", "") or included.path.lower().endswith(_MARKDOWN)


def code_of(included: Included, options: Mapping[str, str]) -> tuple[str, str]:
    """The lines of a file that is shown as it stands, and the word for their language."""
    ending = included.path.rpartition(".")[2].lower() if "." in included.path else ""
    language = options.get("language") or options.get("code") or _PROGRAMS.get(ending, ending)
    return "\n".join(excerpt(included.text, options)), language if language.isascii() else ""


def include(directive: Directive, around: Surroundings) -> list[str]:
    """The text of a file."""
    options = directive.options
    if {"literal", "code"} & options.keys():
        return literal_include(directive, around)
    included = around.neighbours.find(directive.argument)
    if included is None:
        return []
    with around.neighbours.inside(included):
        if _is_markdown(included, options):
            from gangdan_gui.converting import markdown  # it reads reStructuredText itself

            made = markdown.to_markdown("\n".join(excerpt(included.text, options)), around.neighbours).text
            return ["", around.kept.block(made.strip("\n")), ""] if made.strip() else []
        return ["", *around.rewrite([around.kept.apart(line) for line in _included_lines(included, options)]), ""]


def literal_include(directive: Directive, around: Surroundings) -> list[str]:
    """A file as it stands."""
    included = around.neighbours.find(directive.argument)
    if included is None:
        return []
    code, language = code_of(included, directive.options)
    caption = directive.options.get("caption", "")
    head = [f"**{unmarked(caption)}**", ""] if caption else []
    return ["", *head, *kept_code(around.kept.apart(code).split("\n"), code_language(language), around), ""]
