"""A web page, or a piece of HTML inside another document, as Markdown."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import urljoin

from html_to_markdown import ConversionOptions, convert
from selectolax.lexbor import LexborHTMLParser, LexborNode

from gangdan_gui.converting.code_fences import inline_code, map_prose
from gangdan_gui.converting.html.code import set_code_aside, set_formulas_aside
from gangdan_gui.converting.html.depth import flatten
from gangdan_gui.converting.html.page import ancestors, clean, main_element, outermost, remove_all
from gangdan_gui.converting.neighbours import Neighbours
from gangdan_gui.converting.placeholders import Placeholders

_OPTIONS = ConversionOptions(
    heading_style="atx",
    bullets="-",
    compact_tables=True,
    skip_images=True,
    autolinks=False,
    extract_metadata=False,
    expand_abbreviations=False,
    include_blockquote_citations=False,
    hidden_content="all",
    infer_dimensions=False,
    highlight_style="none",
)
_SAFE = re.compile(r"^\s*(?:https?://|mailto:|ftp://)", re.IGNORECASE)
_TAG = re.compile(r"(?<!\]\()(?<!\\)<(?=[A-Za-z/!?])")
_STARS = re.compile(r"(?<=\S)\*+|\*+(?=\S)")
_CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_TERMS = re.compile(r"<(/?)(dt|dd|dl)\b[^>]*>")
_TERM_PARTS = {"dt": ("<p><strong>", "</strong></p>"), "dd": ("<div>", "</div>"), "dl": ("<div>", "</div>")}
_BLOCKS_OF_LAYOUT = "h1, h2, h3, h4, table, ul, ol, dl, hr"
_LEAST_ROWS = 2
_BLOCKS_NOT_FOR_CELLS = "h1, h2, h3, h4, table, dl, hr, pre"


def to_markdown(text: str, around: Neighbours | None = None) -> str:
    """The document in a page; empty when only navigation and furniture is there."""
    page = LexborHTMLParser(text)
    kept = Placeholders(text)
    flatten(page)
    set_formulas_aside(page, kept)
    clean(page)
    main = main_element(page)
    if main is None:
        return ""
    if around is not None:
        _absolute_links(page, main, around)
    return _converted(page, main, kept)


def fragment_to_markdown(text: str) -> str:
    """A piece of HTML, all of it."""
    page = LexborHTMLParser(text)
    kept = Placeholders(text)
    flatten(page)
    set_formulas_aside(page, kept)
    if page.root is not None:
        remove_all(page.root, "script, style, template > script, svg, iframe, object")
    return _converted(page, page.body, kept) if page.body is not None else ""


def page_title(text: str) -> str:
    """What the page's head calls it, where no single heading of the first level does that better; else empty."""
    page = LexborHTMLParser(text)
    node = page.css_first("head > title")
    if node is None or len(page.css("h1")) == 1:
        return ""
    return " ".join(node.text(deep=True).split())


def _converted(page: LexborHTMLParser, main: LexborNode, kept: Placeholders) -> str:
    # The order matters: code first, because nothing below may touch it.
    set_code_aside(page, kept)
    _signatures(main, kept)
    _scripts(main)  # before links, because those in them make them notes
    _links(main)
    _images(main)
    _titles_of_boxes(main)
    _texts(main, kept)
    source = _TERMS.sub(lambda match: _TERM_PARTS[match[2]][1 if match[1] else 0], _without_layout(page, main))
    markdown = convert(source, _OPTIONS).content or ""
    return kept.restore(map_prose(markdown, _tags_escaped))


def _signatures(main: LexborNode, kept: Placeholders) -> None:
    """A signature of an API is code, whatever spans its parts stand in."""
    for term in main.css("dt.sig, dt.descname"):
        words = " ".join(term.text(deep=True).replace("¶", "").split())
        if words:
            term.inner_html = kept.inline(inline_code(words))


def _links(main: LexborNode) -> None:
    """Keep addresses that lead somewhere: a link relative to a page that is not here does not."""
    for link in main.css("a"):
        if not _SAFE.match(link.attributes.get("href") or ""):
            link.unwrap()
        elif "title" in link.attributes:
            del link.attrs["title"]


def _absolute_links(page: LexborHTMLParser, main: LexborNode, around: Neighbours) -> None:
    """Links to other pages of the source get their full address, where the page's own is known."""
    base = page.css_first("base[href]")
    start = (base.attributes.get("href") or "") if base is not None else ""
    for image in main.css("img[src]"):
        full, alt = around.absolute(_from_base(start, image.attributes.get("src") or "")), image.attributes.get("alt")
        inside_link = any(above.tag == "a" for above in ancestors(image))
        if full and alt and alt.strip() and not inside_link:
            link = page.create_node("a")
            link.attrs["href"] = full
            link.inner_html = escape(" ".join(alt.split()))
            image.insert_before(link)
            image.decompose()
    for link in main.css("a[href]"):
        target = (link.attributes.get("href") or "").strip()
        if not target.startswith("#"):
            target = _from_base(start, target)
            link.attrs["href"] = around.absolute(target) or target


def _from_base(base: str, target: str) -> str:
    try:
        return urljoin(base, target)
    except ValueError:
        return target


def _images(main: LexborNode) -> None:
    for image in main.css("img"):
        alt = " ".join((image.attributes.get("alt") or "").split())
        name = (image.attributes.get("src") or "").rpartition("/")[2]
        if alt and alt != name:
            image.replace_with(f" {alt} ")
        else:
            image.decompose()


def _scripts(main: LexborNode) -> None:
    """Superscripts as `x^2`, subscripts as `x_2`, notes as `[1]`."""
    for node in outermost(main, "sup, sub"):
        words = " ".join(node.text(deep=True).split())
        if node.css_first("a"):
            words = words if words.startswith("[") or not words else f"[{words}]"
        elif words:
            mark = "^" if node.tag == "sup" else "_"
            words = mark + (words if re.fullmatch(r"\w+|[+−-]\d+|[∗*′']", words) else f"({words})")
        node.replace_with(words)


def _titles_of_boxes(main: LexborNode) -> None:
    for title in main.css("p.admonition-title, div.admonition-title, p.topic-title, p.sidebar-title, p.rubric"):
        words = title.inner_html or ""
        title.inner_html = f"<strong>{words}</strong>"


def _texts(main: LexborNode, kept: Placeholders) -> None:
    """A star that stands for itself must not become emphasis."""
    # The list is made first: the parser's walk does not survive a change of the tree under it.
    for node in list(main.traverse(include_text=True)):
        if node.tag == "-text" and "*" in (text := node.text(deep=False)):
            inside_code = node.parent is not None and node.parent.tag in ("code", "kbd", "samp", "tt")
            if len(_STARS.findall(text)) > 1 and not inside_code:
                node.replace_with(_STARS.sub(lambda match: kept.inline(match[0].replace("*", "\\*")), text))


def _without_layout(page: LexborHTMLParser, main: LexborNode) -> str:
    """The HTML of the document, with tables that only arrange other blocks taken apart."""
    for table in reversed(main.css("table")):
        if _arranges_blocks(table) or _one_cell_a_row(table):
            cells = [cell for cell in table.css("td, th, caption") if _table_of(cell) == table.mem_id]
            division = page.create_node("div")
            division.inner_html = "".join(f"<div>{cell.inner_html}</div>" for cell in cells)
            table.insert_before(division)
            table.decompose()
    _lists_in_cells(main)
    return main.html or ""


def _table_of(cell: LexborNode) -> int:
    return next((above.mem_id for above in ancestors(cell) if above.tag == "table"), 0)


def _arranges_blocks(table: LexborNode) -> bool:
    blocks = _BLOCKS_NOT_FOR_CELLS if _is_drawn(table) else _BLOCKS_OF_LAYOUT
    return any(node.mem_id != table.mem_id for node in table.css(blocks))


def _is_drawn(table: LexborNode) -> bool:
    """Whether a reader sees a table: it has headings, or lines."""
    return table.css_first("th") is not None or (table.attributes.get("border") or "0") not in ("0", "none")


def _one_cell_a_row(table: LexborNode) -> bool:
    rows = [len(row.css("td, th")) for row in table.css("tr")]
    headed = table.css_first("tr th") is not None and len(rows) > _LEAST_ROWS
    return all(cells <= 1 for cells in rows) and not headed


def _lists_in_cells(main: LexborNode) -> None:
    """The items of a list in a cell, which has one line, one after another."""
    for cell in main.css("td, th"):
        for items in reversed(cell.css("ul, ol")):
            mark = "{}. {}" if items.tag == "ol" else "{1}"
            words = [mark.format(n, item.inner_html or "") for n, item in enumerate(items.css("li"), 1)]
            items.inner_html = f"<span>{('; ' if items.tag == 'ul' else ' ').join(words)}</span>"
            items.unwrap()


def _tags_escaped(prose: str) -> str:
    """`&lt;div&gt;` became `<div>`; outside code it has to stay text."""
    result, at = [], 0
    for span in _CODE_SPAN.finditer(prose):
        result += [_TAG.sub(r"\\<", prose[at : span.start()]), span[0]]
        at = span.end()
    return "".join([*result, _TAG.sub(r"\\<", prose[at:])])
