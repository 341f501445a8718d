"""Cleans one line of Markdown prose: HTML becomes text, roles their words, images what they show."""

from __future__ import annotations

import html
import re

# A code span, a displayed formula, a formula in the line: a dollar before a number and a blank is money.
_CODE_SPAN = re.compile(
    r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)|\$\$.+?\$\$|(?<![\\$\w])\$[^\s$](?:[^$]*[^\s$\\])?\$(?!\d)"
)
_ROLE_TEXT = re.compile(
    r"(?P<role>\{[\w:+.-]+\}|:[A-Za-z][\w+.-]*(?::[\w+.-]+)*:)(?P<ticks>`+)(?P<text>[^`]+)(?P=ticks)"
)
_GONE_ROLES = frozenset(["label", "eqlabel", "width", "height", "index", "begin_tab", "end_tab", "tag"])
_MATH_ROLES = frozenset(["math"])
_CODE_ROLES = frozenset([
    "code", "func", "meth", "class", "mod", "attr", "data", "const", "exc", "obj", "envvar", "file", "py:func",
    "py:class", "py:meth", "kbd", "option", "samp",
])  # fmt: skip
_TARGETED = re.compile(r"^(?P<title>.+?)\s*<[^<>]+>$", re.DOTALL)
_IMAGE = re.compile(
    r"!\[(?P<alt>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
    r"(?:\((?:<[^<>\n]*>|(?:[^()\s]|\([^()]*\))*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)|\[[^\[\]]*\])"
    r"(?:\{[^{}]*\})?"
)
_EMPTY_LINK = re.compile(r"\[\s*\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_UNSAFE = re.compile(
    r"\[(?P<text>[^\[\]]*)\]\(\s*<?\s*(?:javascript|vbscript|data|file):(?:[^()]|\([^()]*\))*\)", re.IGNORECASE
)
# Such an address is data (a program for a playground); it would fill a whole passage with noise.
_LONG = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?:[^()\s#]*#[^()\s]{100,}|[^()\s]{600,})\)")
_HEADING_ID = re.compile(r"^(?P<heading>[ \t]{0,3}#{1,6}[ \t].*?)[ \t]*\{[ \t]*#[^{}]*\}[ \t]*$")
_ATTRIBUTES = re.compile(r"(?<=[\])])\{(?:[.#:][^{}]*|[\w-]+=[^{}]*)\}")
_COMMENT = re.compile(r"<!--.*?-->")
_TAG = re.compile(r"(?<!\]\()<(?P<end>/?)(?P<name>[A-Za-z][\w.-]*)(?P<attributes>(?:\s[^<>]*)?)/?>")
_ATTRIBUTE = re.compile(r"""(?P<name>[\w:@.-]+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')""")
_MARKS = {
    **dict.fromkeys(("b", "strong"), "**"),
    **dict.fromkeys(("i", "em", "var"), "*"),
    **dict.fromkeys(("code", "kbd", "tt", "samp"), "`"),
    **dict.fromkeys(("del", "s"), "~~"),
}
_OPENING = {"sup": "^", "sub": "_", "li": "- "}
_SPACED = frozenset(["br", "p", "hr", "h1", "h2", "h3", "h4", "h5", "h6"])
_ELEMENTS = frozenset(
    [
        "a", "abbr", "acronym", "address", "article", "aside", "audio", "b", "base", "bdi", "bdo", "big",
        "blockquote", "body", "br", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup",
        "component", "data", "datalist", "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed",
        "fieldset", "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head",
        "header", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "keepalive", "label", "legend", "li",
        "link", "main", "map", "mark", "meta", "meter", "nav", "noscript", "object", "ol", "optgroup", "option",
        "output", "p", "param", "picture", "pre", "progress", "q", "rp", "rt", "ruby", "s", "samp", "script",
        "section", "select", "slot", "small", "source", "span", "strike", "strong", "style", "sub", "suspense",
        "summary", "sup", "svg", "path", "g", "table", "tbody", "td", "teleport", "template", "textarea", "tfoot",
        "th", "thead", "time", "title", "tr", "transition", "tt", "u", "ul", "var", "video", "wbr",
    ]
)  # fmt: skip


def clean_line(line: str) -> str:
    """One line of prose as a reader sees it; code spans and formulas in it stay as they are."""
    if "`" in line:
        line = _ROLE_TEXT.sub(_role, line)
    line = _HEADING_ID.sub(r"\g<heading>", line)
    result, at = [], 0
    for span in _CODE_SPAN.finditer(line):
        result += [_cleaned(line[at : span.start()]), span[0]]
        at = span.end()
    joined = "".join([*result, _cleaned(line[at:])])
    return _images_around_code(joined)


def clean_html(text: str) -> str:
    """One line of HTML as a reader sees it; backticks in it mean nothing."""
    return _cleaned(text)


def _cleaned(text: str) -> str:
    if "[" in text or "(" in text:
        text = _IMAGE.sub(lambda match: match["alt"], text)
        text = _EMPTY_LINK.sub("", text)
        text = _UNSAFE.sub(lambda match: match["text"], text)
        text = _LONG.sub(lambda match: match["text"], text)
        text = _ATTRIBUTES.sub("", text)
    if "<" in text:
        # A comment that never ends is not looked for from each of its beginnings.
        text = _TAG.sub(_tag, _COMMENT.sub("", text) if "-->" in text else text)
    return text


def _images_around_code(line: str) -> str:
    """An image whose alternative text holds code was cut in two by it."""
    return _IMAGE.sub(lambda match: match["alt"], line) if "![" in line else line


def _role(match: re.Match[str]) -> str:
    name, text = match["role"].strip("{}:"), match["text"].strip()
    if name in _GONE_ROLES:
        return ""
    if name in _MATH_ROLES:
        return f"${text}$"
    targeted = _TARGETED.match(text)
    shown = targeted["title"] if targeted else text.removeprefix("~").removeprefix("!")
    if name in ("pep", "rfc"):
        return shown if targeted else f"{name.upper()} {shown}"
    if name in ("cite", "citep", "citet", "cite:p", "cite:t"):
        return f"({shown})" if name != "citet" else shown
    if name in _CODE_ROLES:
        return f"`{shown}`"
    return shown


def _tag(match: re.Match[str]) -> str:
    """Nothing for a tag, its marks for one that Markdown has, what it names for a component; else text, escaped."""
    name = match["name"].lower()
    component = not match["name"].islower() or "-" in name or "." in name
    if name not in _ELEMENTS and not (component and len(name) > 1):
        return "\\" + match[0]
    if name in _MARKS:
        return _MARKS[name]
    if name in _SPACED:
        return " "
    if match["end"]:
        return ""
    if name in _OPENING:
        return _OPENING[name]
    return _named(name, match["attributes"])


def _named(name: str, text: str) -> str:
    """The words that an element carries in its attributes."""
    attributes = {a["name"].lower(): html.unescape(a["double"] or a["single"] or "") for a in _ATTRIBUTE.finditer(text)}
    if name == "img":
        return attributes.get("alt", "")
    if name == "listing":
        number = f"Listing {attributes['number']}" if "number" in attributes else ""
        words = [number, attributes.get("caption", ""), attributes.get("file-name", "")]
        return ": ".join(word for word in words if word)
    if name not in _ELEMENTS or name == "iframe":
        return ": ".join(attributes[key] for key in ("title", "caption", "label") if attributes.get(key))
    return ""
