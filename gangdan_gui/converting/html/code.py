"""Takes code and formulas out of a page before it is converted, so that they arrive as they were written."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.html.page import ancestors, outermost
from gangdan_gui.converting.mathml import to_tex
from gangdan_gui.converting.placeholders import Placeholders

_CODE_TABLES = "table.highlighttable, table.rouge-table, table.codehilitetable, table.hljs-ln, table.gutter"
_CODE_CELL = "td.hljs-ln-code, pre"
_LANGUAGE = re.compile(r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#.-]+)")
_NO_LANGUAGE = frozenset([
    "default", "none", "text", "plain", "plaintext", "notranslate", "wrapper", "txt", "nohighlight", "no-highlight",
    "block",
])  # fmt: skip
_LANGUAGES = {"python3": "python", "ipython3": "python", "ipython": "python", "py": "python", "pycon3": "pycon"}
_MATH_SCRIPT = 'script[type^="math/tex"]'
_RENDERED = ".MathJax, .MathJax_Preview, .MathJax_Display, mjx-container, .MJX_Assistive_MathML, .katex-html"
_TEX = 'annotation[encoding="application/x-tex"], annotation[encoding="application/x-latex"]'
_RAW = re.compile(r"\\\((?P<inline>.{1,500}?)\\\)|\\\[(?P<display>.{1,2000}?)\\\]", re.DOTALL)
_DELIMITED = re.compile(r"^\s*(\\\(|\\\[|\$\$|\$)(?P<tex>.*?)(\\\)|\\\]|\$\$|\$)\s*$", re.DOTALL)


def set_code_aside(page: LexborHTMLParser, kept: Placeholders) -> None:
    """Exchange every block of code for a paragraph of one word."""
    root = page.root
    if root is None:
        return
    for table in outermost(root, _CODE_TABLES):
        cells = outermost(table, _CODE_CELL)
        code = "\n".join(code_text(cell) for cell in cells)
        _exchange(page, table, kept.block(fenced(code, _language(cells[0] if cells else table, code))))
    for pre in outermost(root, "pre"):
        code = code_text(pre)
        node = _alone_in_quote(pre)
        if code.strip():
            _exchange(page, node, kept.block(fenced(code, _language(pre, code))))
        else:
            node.decompose()


def code_text(node: LexborNode) -> str:
    """The lines of code: elements around tokens have no meaning, `<br>` ends a line."""
    parts: list[str] = []
    for piece in node.traverse(include_text=True):
        if piece.tag == "-text":
            parts.append(piece.text(deep=False))
        elif piece.tag == "br":
            parts.append("\n")
    lines = "".join(parts).replace("\u00a0", " ").replace("\r\n", "\n").split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(lines).rstrip()


def set_formulas_aside(page: LexborHTMLParser, kept: Placeholders) -> None:
    """Exchange every formula for one word that stands for its TeX; how it was drawn goes away."""
    root = page.root
    if root is None:
        return
    for script in root.css(_MATH_SCRIPT):
        _exchange(page, script, _formula(script.text(deep=True), "display" in _attribute(script, "type"), kept), "span")
    for node in outermost(root, _RENDERED):
        # The third MathJax keeps no TeX: what it says to those who listen is all there is.
        math = node.css_first("math") if node.tag == "mjx-container" else None
        if math is not None:
            _exchange(page, node, _formula(_alternative(math), _attribute(node, "display") == "true", kept), "span")
        else:
            node.decompose()
    for node in outermost(root, ".katex-display, .katex, .mwe-math-element, math"):
        display = "katex-display" in _attribute(node, "class") or _attribute(node, "display") == "block"
        tex = node.css_first(_TEX)
        words = tex.text(deep=True) if tex else _alternative(node)
        _exchange(page, node, _formula(words, display, kept), "span")
    for node in outermost(root, "span.math, div.math, eqn"):
        match = _DELIMITED.match(node.text(deep=True))
        if match:
            _exchange(page, node, _formula(match["tex"], node.tag == "div", kept), node.tag or "span")
    for image in root.css("img.math"):
        _exchange(page, image, _formula(_attribute(image, "alt"), False, kept), "span")
    for text in [node for node in root.traverse(include_text=True) if node.tag == "-text"]:
        if _RAW.search(words := text.text(deep=False)) and not _shows_code(text):
            text.replace_with(_RAW.sub(lambda found: _raw(found, kept), words))


def _raw(found: re.Match[str], kept: Placeholders) -> str:
    """What a script in the page would make a formula of. One in a line of its own stays in its paragraph."""
    tex = " ".join((found["inline"] or found["display"]).split())
    return kept.inline(f"${tex}$" if found["inline"] else f"$${tex}$$")


def _shows_code(node: LexborNode) -> bool:
    return any(above.tag in ("pre", "code", "kbd", "samp", "script", "style", "textarea") for above in ancestors(node))


def _formula(tex: str, display: bool, kept: Placeholders) -> str:
    tex = tex.strip()
    if not tex:
        return ""
    if display:
        # Empty lines would end the formula where Markdown is read.
        return kept.block("$$\n" + re.sub(r"\n\s*\n", "\n", tex) + "\n$$")
    return kept.inline(f"${' '.join(tex.split())}$")


def _alternative(node: LexborNode) -> str:
    math = node if node.tag == "math" else node.css_first("math")
    if math is None:
        return node.text(deep=True)
    return _attribute(math, "alttext") or to_tex(math)


def _alone_in_quote(pre: LexborNode) -> LexborNode:
    """Hand-written pages indent code by a quote around it; the quote says nothing then."""
    quote = pre.parent
    if quote is not None and quote.tag == "blockquote" and quote.text(deep=True).strip() == pre.text(deep=True).strip():
        return quote
    return pre


def _language(node: LexborNode, code: str) -> str:
    code_element = node.css_first("code")
    near = [*([code_element] if code_element else []), node, *list(ancestors(node))[:4]]
    for element in near:
        stated = _attribute(element, "data-lang") or _attribute(element, "data-language")
        match = _LANGUAGE.search(_attribute(element, "class"))
        name = (stated or (match[1] if match else "")).lower()
        if name and name not in _NO_LANGUAGE:
            name = _LANGUAGES.get(name, name)
            return "pycon" if name == "python" and code.startswith(">>> ") else name
    return "pycon" if code.startswith(">>> ") else ""


def _attribute(node: LexborNode, name: str) -> str:
    return node.attributes.get(name) or ""


def _exchange(page: LexborHTMLParser, node: LexborNode, word: str, tag: str = "p") -> None:
    put = page.create_node(tag)
    put.inner_html = word
    node.insert_before(put)
    node.decompose()
