"""Finds the part of a page that is the document, and takes away what is there for the browser or the site."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Active content and furniture, wherever it stands.
_NEVER_TEXT = (
    "script, style, template, nav, iframe, svg, canvas, object, embed, link, meta, footer, dialog, button, audio, "
    "video, map, [role=navigation], [role=search], [role=banner], [role=contentinfo], [aria-hidden=true]"
)
_FURNITURE = (
    ".headerlink, .header-anchor, .anchorjs-link, .hash-link, a.anchor, a.viewcode-link, .viewcode-back, .linenos, "
    ".lineno, .linenodiv, .line-numbers-rows, pre .line-number, pre .linenumber, pre .line-num, pre .ln, "
    "pre .react-syntax-highlighter-line-number, .hljs-ln-numbers, .copybtn, "
    ".copy-button, .sphinxsidebar, div.related, div.footer, "
    "#footer, .breadcrumb, .breadcrumbs, .wy-breadcrumbs, .edit-this-page, .edit-page-link, .edit-link, "
    ".prev-next-area, "
    ".prev-next-bottom, .pagination-nav, .rst-footer-buttons, .skip-link, .skiplink, .visually-hidden-focusable, "
    ".sr-only, .mw-editsection, .mw-jump-link, #toc, .table-of-contents, .theme-doc-toc-mobile, .bd-sidebar, .bd-toc, "
    ".sidebar-primary, .sidebar-secondary, .wy-nav-side, .navbar, .searchbox, #searchbox, .nosearch, .menu-toggle, "
    ".cookie-banner, .share-buttons"
)
_PAGE_HEADER = "body > header, body > div > header, body > aside, body > div > aside"
# From the most to the least certain.
_MAIN = [
    "main article", "[role=main]", "main", "article", "div.body", ".markdown-body", ".theme-doc-markdown",
    ".rst-content", "#mw-content-text", ".post-content", ".entry-content", ".article-content", "#content",
    ".content", "#main", ".document",
]  # fmt: skip
# A main element that holds less than this part of the page's words is a box on it.
_LEAST_SHARE = 0.4


def clean(page: LexborHTMLParser) -> None:
    """Remove what is never part of a document."""
    root = page.root
    if root is None:
        return
    for selector in (_NEVER_TEXT, _FURNITURE):
        remove_all(root, selector)
    for node in _outermost(root.css(_PAGE_HEADER)):
        if node.css_first("h1") is None:
            node.decompose()


def main_element(page: LexborHTMLParser) -> LexborNode | None:
    """The element that is the document: the first likely one that holds enough of the words of the page."""
    body = page.body or page.root
    if body is None:
        return None
    total = _weight(body)
    for selector in _MAIN:
        found = body.css(selector)
        if len(found) == 1 and _weight(found[0]) >= _LEAST_SHARE * total:
            return found[0]
    return body


def remove_all(root: LexborNode, selector: str) -> None:
    """Remove all elements that match; one inside another goes with it."""
    for node in _outermost(root.css(selector)):
        node.decompose()


def outermost(root: LexborNode, selector: str) -> list[LexborNode]:
    """The elements that match and stand in no other that does; safe to remove one after another."""
    return list(_outermost(root.css(selector)))


def _outermost(nodes: list[LexborNode]) -> Iterator[LexborNode]:
    identities = {node.mem_id for node in nodes}
    # A node that two parts of a selector match is listed twice.
    once = {node.mem_id: node for node in nodes}.values()
    yield from [node for node in once if not any(above.mem_id in identities for above in ancestors(node))]


def ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """From the parent up."""
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def _weight(node: LexborNode) -> int:
    return len("".join(node.text(deep=True).split()))
