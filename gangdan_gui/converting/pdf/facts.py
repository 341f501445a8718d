"""What a PDF says of itself: in its metadata, and of a paper what its first page states without doubt.

No name, venue or year is guessed from how a page looks.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pypdfium2

from gangdan_gui.converting.facts import doi_in, facts_of, line, people
from gangdan_gui.converting.facts.date import day
from gangdan_gui.domain.documents import DocumentFacts

_LONGEST_PAGE = 20_000
_LONGEST_PACKET = 200_000
_PACKET = b"<rdf:RDF"
_PRISM = re.compile(r"<(?:\w+:)?(?P<name>doi|publicationName|publicationDate|coverDate)>(?P<said>[^<]{1,400})<")
_PRISM_ATTRIBUTE = re.compile(
    r"\b\w+:(?P<name>doi|publicationName|publicationDate|coverDate)=\"(?P<said>[^\"]{1,400})\""
)
_DOI = re.compile(
    r"(?P<before>(?:doi\.org/|\bdoi)[:\s]{0,3})?\b(?P<doi>10\.\d{4,9}/[^\s\"<>]+)(?=(?P<end>[ \t]*\n[ \t]*\S)|)",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"^\s*(?:\d+\.?\s*)?(?:references|bibliography|literature cited|参考文献)\s*[:：]?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_ARXIV = re.compile(
    r"arXiv:(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?\s*\[[\w.-]+\]\s*"
    r"(?P<date>\d{1,2} [A-Z][a-z]{2} \d{4})"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")


def read_facts(data: bytes) -> DocumentFacts:
    """The facts of a file; none of one that can't be read."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return DocumentFacts()
    try:
        said = {name: document.get_metadata_value(name) for name in ("Author", "Subject", "Keywords", "CreationDate")}
        page = _first_page(document)
    finally:
        document.close()
    packet = _packet(data)
    stamp = _ARXIV.search(page)
    arxiv = f"10.48550/arXiv.{stamp['id']}" if stamp else ""
    return facts_of(
        authors=people(said["Author"]),
        date=_date(packet, stamp["date"] if stamp else "", said["CreationDate"], page),
        venue=packet.get("publicationName") or ("arXiv" if stamp else ""),
        doi=doi_in(packet.get("doi")) or doi_in(said["Subject"]) or doi_on(page) or arxiv,
        tags=said["Keywords"],
    )


def doi_on(page: str) -> str:
    """The only DOI above a page's references, or the only one that is called so there; none that a line's end cuts."""
    references = _REFERENCES.search(page)
    found: dict[str, bool] = {}
    for match in _DOI.finditer(page[: references.start()] if references else page):
        doi = doi_in(match["doi"])
        if doi and not _goes_on(match):
            found[doi.lower()] = found.get(doi.lower(), False) or bool(match["before"])
    named = [doi for doi, called in found.items() if called]
    only = named if len(named) == 1 else list(found)
    if len(only) != 1:
        return ""
    return next(doi for match in _DOI.finditer(page) if (doi := doi_in(match["doi"])).lower() == only[0])


def _goes_on(match: re.Match[str]) -> bool:
    """Whether the line's end parts the DOI."""
    end, doi = match["end"], match["doi"]
    if not end:
        return False
    return doi[-1] in "-/_(" or (doi[-1] == "." and end[-1].isdecimal())


def _date(packet: dict[str, str], stamp: str, created: str, page: str) -> str:
    """Of publication; else that of the file's making, where no year on the first page speaks against it."""
    stated = day(packet.get("publicationDate")) or day(packet.get("coverDate")) or day(stamp)
    made = day(created)
    if stated or not made:
        return stated
    years = {int(year) for year in _YEAR.findall(page)}
    return made if not years or any(abs(year - int(made[:4])) <= 1 for year in years) else ""


def _first_page(document: pypdfium2.PdfDocument) -> str:
    try:
        page = document[0]
        text: str = page.get_textpage().get_text_range()
    except (pypdfium2.PdfiumError, IndexError):
        return ""
    return text[:_LONGEST_PAGE].replace("\r\n", "\n")


def _packet(data: bytes) -> dict[str, str]:
    """What the description of a published paper says in its words for publishers, where it is not packed."""
    at = data.rfind(_PACKET)
    if at < 0:
        return {}
    text = data[at : at + _LONGEST_PACKET].partition(b"</rdf:RDF>")[0].decode("utf-8", "replace")
    return {name: said for name, said in _said(text) if said}


def _said(text: str) -> Iterator[tuple[str, str]]:
    for form in (_PRISM_ATTRIBUTE, _PRISM):
        for found in form.finditer(text):
            yield found["name"], line(html.unescape(found["said"]), 400)
