"""What each kind of directive becomes: reStructuredText that pandoc reads right, or finished Markdown to carry past it.

Every word that a reader of the built page would see is kept exactly once; what only steers the build goes away.
No directive reads a file but through the neighbours of the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gangdan_gui.converting.code_fences import inline_code
from gangdan_gui.converting.rst.directive import (
    Directive,
    Surroundings,
    code_language,
    kept_code,
    unmarked,
)
from gangdan_gui.converting.rst.includes import include, literal_include
from gangdan_gui.converting.rst.names import (
    BARE_CONTAINERS,
    CODE,
    CODE_OF_ITSELF,
    GONE,
    LABELS,
    SIGNATURE_WORDS,
    SIGNATURES,
    VERSIONS,
)
from gangdan_gui.converting.rst.tables import list_table, table

Handler = Callable[[Directive, Surroundings], list[str]]
_PANEL_MARK = re.compile(r"^(?:-{3,}|\^{3,}|\+{3,}|:[\w-]+:[ ].*)[ ]*$")
_PROSE_START = re.compile(r"^(?:[\w`*:|(\[“\"'—–\u3000-\u303f\uff00-\uffef]|\\\S)(?!\s|\.\s|\)\s)")
_FIELD = re.compile(r"^:[^:`]+:(?:\s|$)")


def replace(directive: Directive, around: Surroundings) -> list[str]:
    """The lines that stand for a directive. An unknown one keeps its argument and its body."""
    name = directive.name
    handler = _HANDLERS.get(name) or _HANDLERS.get(name.rpartition(":")[2])
    return (handler or _titled)(directive, around)


def _gone(directive: Directive, around: Surroundings) -> list[str]:
    if directive.name == "highlight":
        around.language = code_language(directive.argument)
    return []


def _bare(directive: Directive, around: Surroundings) -> list[str]:
    return ["", *around.rewrite(directive.body), ""]


def _panels(directive: Directive, around: Surroundings) -> list[str]:
    """Cards set apart by rules, each with settings of its own."""
    lines = ["" if _PANEL_MARK.match(line) else line for line in directive.body]
    return ["", *around.rewrite(lines), ""]


def _titled(directive: Directive, around: Surroundings) -> list[str]:
    title = directive.argument
    return ["", title, "", *around.rewrite(directive.body), ""] if title else _bare(directive, around)


def _bold_title(directive: Directive, around: Surroundings) -> list[str]:
    title = directive.argument or directive.options.get("title", "")
    head = [f"**{unmarked(title)}**", ""] if title else []
    return ["", *head, *around.rewrite(directive.body), ""]


def _labelled(label: str, text: Sequence[str]) -> list[str]:
    """A bold label before the text, on its first line where that is prose."""
    lines = list(text)
    while lines and not lines[0].strip():
        lines.pop(0)
    prose = lines and _PROSE_START.match(lines[0]) and not _FIELD.match(lines[0]) and not lines[0].startswith("**")
    followed = len(lines) > 1 and lines[1][:1] in (" ", "=", "-", "~")
    if prose and not followed:
        return ["", f"**{label}:** {lines[0]}", *lines[1:], ""]
    return ["", f"**{label}**" if lines else f"**{label}.**", "", *lines, ""]


def _admonition(directive: Directive, around: Surroundings) -> list[str]:
    return _labelled(LABELS[directive.name], around.rewrite(directive.body))


def _version(directive: Directive, around: Surroundings) -> list[str]:
    (version,), text = _first_words(directive.body, 1)
    return _labelled(f"{VERSIONS[directive.name]} {version}".strip(), around.rewrite(text))


def _deprecated_removed(directive: Directive, around: Surroundings) -> list[str]:
    (since, until), text = _first_words(directive.body, 2)
    return _labelled(f"Deprecated since version {since}, removed in version {until}", around.rewrite(text))


def _first_words(body: Sequence[str], count: int) -> tuple[list[str], list[str]]:
    """The first words of a text and the rest of it."""
    first, *rest = body or [""]
    words = [*first.split(maxsplit=count), *[""] * count]
    text = first.split(maxsplit=count)[count:]
    return words[:count], [*text, *rest]


def _signature(directive: Directive, around: Surroundings) -> list[str]:
    word = SIGNATURE_WORDS.get(directive.name.rpartition(":")[2], "")
    suffix = _suffix(directive)
    lines = [""]
    for signature in _joined_signatures(directive.arguments):
        shown = f"{word} {signature}" if word and not signature.startswith(f"{word} ") else signature
        shown = f"@{shown}" if directive.name.endswith(("decorator", "decoratormethod")) else shown
        lines += [around.kept.inline(f"**{inline_code(shown + suffix)}**"), ""]
    return [*lines, *around.rewrite(directive.body), ""]


def _suffix(directive: Directive) -> str:
    kind, value = directive.options.get("type", ""), directive.options.get("value", "")
    return (f": {kind}" if kind else "") + (f" = {value}" if value else "")


def _joined_signatures(arguments: Sequence[str]) -> list[str]:
    """A signature that ends in a backslash goes on in the next line."""
    text = "\n".join(arguments).replace("\\\n", "")
    return [re.sub(r"\\(?=\S)", "", line).strip() for line in text.split("\n") if line.strip()]


def _code(directive: Directive, around: Surroundings) -> list[str]:
    if {"suppress", "hide"} & directive.options.keys():
        return []
    name = directive.name.rpartition(":")[2]
    language = CODE_OF_ITSELF.get(name, code_language(directive.argument or directive.options.get("language", "")))
    body = list(directive.body)
    if name in ("code-block", "code", "sourcecode"):
        language = language or around.language
    elif name in ("graphviz", "digraph", "graph", "mermaid", "uml", "plantuml"):
        language = name
    if language in ("python", "") and any(line.lstrip().startswith(">>> ") for line in body[:3]):
        language = "pycon"
    if name == "productionlist" and directive.arguments:
        body = [*directive.arguments[1:], *body]
    caption = directive.options.get("caption", "")
    head = [f"**{unmarked(caption)}**", ""] if caption else []
    return ["", *head, *kept_code(body, language, around), ""]


def _code_tab(directive: Directive, around: Surroundings) -> list[str]:
    language, _, title = directive.argument.partition(" ")
    return [
        "", f"**{unmarked(title or language)}**", "", *kept_code(directive.body, code_language(language), around), "",
    ]  # fmt: skip


def _math(directive: Directive, around: Surroundings) -> list[str]:
    parts = re.split(r"\n\s*\n", "\n".join([directive.argument, "", *directive.body]).strip())
    lines: list[str] = [""]
    for part in (part.strip() for part in parts):
        if part:
            if ("\\\\" in part or "&" in part) and "\\begin{" not in part:
                part = f"\\begin{{aligned}}\n{part}\n\\end{{aligned}}"
            lines += [around.kept.block(f"$$\n{part}\n$$"), ""]
    return lines


def _picture(directive: Directive, around: Surroundings) -> list[str]:
    alt = directive.options.get("alt", "").strip()
    body = around.rewrite(directive.body)
    address = around.neighbours.absolute(directive.argument)
    shown = f"[{_escaped(alt)}]({address})" if address and not re.search(r"[\s()]", address) else _escaped(alt)
    words = [around.kept.inline(shown), ""] if alt and alt not in " ".join(directive.body) else []
    return ["", *words, *body, ""]


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>])", r"\\\1", text)


def _raw(directive: Directive, _: Surroundings) -> list[str]:
    if directive.argument != "html" or {"file", "url"} & directive.options.keys():
        return []
    return ["", ".. raw:: html", "", *("   " + line for line in directive.body), ""]


def _role(directive: Directive, _: Surroundings) -> list[str]:
    """Pandoc has to know which roles hold raw HTML; our filter then makes words of it."""
    if not directive.argument.endswith("(raw)"):
        return []
    return ["", f".. role:: {directive.argument}", f"   :format: {directive.options.get('format', 'html')}", ""]


def _glossary(directive: Directive, around: Surroundings) -> list[str]:
    """A definition list in which several terms may share a definition."""
    lines: list[str] = []
    for line in directive.body:
        follows_term = lines and line[:1].strip() and lines[-1][:1].strip() and not line.startswith("..")
        if follows_term:
            lines[-1] += f", {line}"
        else:
            lines.append(line)
    return ["", *around.rewrite(lines), ""]


def _button(directive: Directive, around: Surroundings) -> list[str]:
    text = directive.options.get("text", "") or directive.argument
    safe = directive.argument.startswith(("http://", "https://"))
    return ["", around.kept.inline(f"[{_escaped(text)}]({directive.argument})") if safe else text, ""]


def _autosummary(directive: Directive, around: Surroundings) -> list[str]:
    names = [line.strip().lstrip("~!") for line in directive.body if line.strip()]
    return ["", *(f"- {around.kept.inline(inline_code(name))}" for name in names), ""]


_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(GONE, _gone),
    **dict.fromkeys(BARE_CONTAINERS, _bare),
    **dict.fromkeys(CODE, _code),
    **dict.fromkeys(SIGNATURES, _signature),
    **dict.fromkeys(SIGNATURE_WORDS, _signature),
    **dict.fromkeys(LABELS, _admonition),
    **dict.fromkeys(VERSIONS, _version),
    **dict.fromkeys(
        [
            "admonition",
            "topic",
            "sidebar",
            "rubric",
            "dropdown",
            "tab-item",
            "tab",
            "details",
            "collapse",
            "card",
            "grid-item",
            "grid-item-card",
            "centered",
            "group-tab",
            "exercise",
            "solution",
            "theorem",
        ],
        _bold_title,
    ),
    **dict.fromkeys(("csv-table", "table"), table),
    **dict.fromkeys(("image", "figure"), _picture),
    "deprecated-removed": _deprecated_removed,
    "math": _math,
    "raw": _raw,
    "panels": _panels,
    "role": _role,
    "glossary": _glossary,
    "link-button": _button,
    "button-link": _button,
    "autosummary": _autosummary,
    "code-tab": _code_tab,
    "list-table": list_table,
    "flat-table": list_table,
    "include": include,
    "literalinclude": literal_include,
}
