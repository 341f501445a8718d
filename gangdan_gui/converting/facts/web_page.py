"""What a web page's head says of it: for readers, for search engines, for catalogues of papers, for social networks."""

from __future__ import annotations

from collections import defaultdict

from selectolax.lexbor import LexborHTMLParser

from gangdan_gui.converting.facts import facts_of
from gangdan_gui.converting.facts.date import day
from gangdan_gui.domain.documents import DocumentFacts

# From the most to the least certain.
_AUTHORS = ("citation_author", "citation_authors", "dc.creator", "dcterms.creator", "author", "article:author")
_DATES = (
    "citation_publication_date", "citation_date", "citation_online_date", "dc.date.issued", "dcterms.issued",
    "dc.date", "dcterms.date", "article:published_time", "og:published_time", "datepublished", "date", "pubdate",
    "publish-date", "dcterms.created", "dc.date.created", "article:modified_time", "last-modified",
)  # fmt: skip
_VENUES = ("citation_journal_title", "citation_conference_title", "citation_inbook_title", "prism.publicationname")
_DOIS = ("citation_doi", "prism.doi", "dc.identifier", "dcterms.identifier", "bepress_citation_doi")
_TAGS = ("citation_keywords", "keywords", "dc.subject", "dcterms.subject", "article:tag", "news_keywords")
_MOST_METAS = 2_000
# A page with the times of several articles is a list of them.
_MOST_TIMES = 1


def read_facts(text: str) -> DocumentFacts:
    """The facts of a whole page."""
    page = LexborHTMLParser(text)
    said = _metas(page)
    return facts_of(
        authors=_authors(said),
        date=next((date for name in _DATES for one in said.get(name, ()) if (date := day(one))), "") or _time(page),
        venue=next(iter(_first(said, _VENUES)), None),
        doi=" ".join(one for name in _DOIS for one in said.get(name, ())),
        tags=[one for name in _TAGS for one in said.get(name, ())],
    )


def _metas(page: LexborHTMLParser) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for node in page.css("meta")[:_MOST_METAS]:
        given = node.attributes
        name = (given.get("name") or given.get("property") or given.get("itemprop") or "").strip().lower()
        content = (given.get("content") or "").strip()
        if name and content:
            found[name].append(content)
    return found


def _authors(said: dict[str, list[str]]) -> list[object]:
    """Catalogues of papers name one person each time; other pages may name several in one breath."""
    one_each = said.get("citation_author")
    return [{"literal": name} for name in one_each] if one_each else [*_first(said, _AUTHORS)]


def _first(said: dict[str, list[str]], names: tuple[str, ...]) -> list[str]:
    return next((said[name] for name in names if name in said), [])


def _time(page: LexborHTMLParser) -> str:
    times = {date for node in page.css("time[datetime]") if (date := day(node.attributes.get("datetime")))}
    return times.pop() if len(times) == _MOST_TIMES else ""
