"""Bounds how deep the elements of a page are nested: what converts them stops, or takes minutes, far below the top."""

from __future__ import annotations

import html

from selectolax.lexbor import LexborHTMLParser, LexborNode

# The deepest of the pages that people write have some 30 levels.
_DEEPEST = 80
_NO_TEXT = frozenset(["table", "tbody", "thead", "tfoot", "tr", "colgroup", "ul", "ol", "dl", "select", "optgroup"])
_UNSEEN = frozenset(["script", "style", "template", "svg", "object", "iframe"])


def flatten(page: LexborHTMLParser) -> None:
    """Make of whatever is deeper than that one paragraph for each of its texts; none is lost."""
    if page.root is None:
        return
    level = [page.root]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in node.iter()]
        if not level:
            return
    holders = {holder.mem_id: holder for holder in map(_holder, level)}
    for node in holders.values():
        texts = [text for text in _texts(node) if text.strip()]
        node.inner_html = "".join(f"<p>{html.escape(text)}</p>" for text in texts)


def _holder(node: LexborNode) -> LexborNode:
    """The nearest element that may hold paragraphs."""
    while node.tag in _NO_TEXT and node.parent is not None:
        node = node.parent
    return node


def _texts(node: LexborNode) -> list[str]:
    return [
        piece.text(deep=False)
        for piece in node.traverse(include_text=True)
        if piece.tag == "-text" and (piece.parent is None or piece.parent.tag not in _UNSEEN)
    ]
