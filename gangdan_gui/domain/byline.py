"""Who wrote a document, when, and where it appeared, as a citation names it."""

from __future__ import annotations

import re

from gangdan_gui.domain.documents import DocumentFacts

_MOST_NAMED = 3
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
_DOI_ADDRESS = "https://doi.org/"


def written_by(facts: DocumentFacts) -> str:
    """Authors and year: `Jane Doe, John Roe (2023)`; of many authors the first; empty where neither is known.

    Names stand as the document gives them: which part of one is the family's is not known.
    """
    year = facts.date[:4]
    return " ".join(filter(None, (_people(facts.authors), f"({year})" if year else "")))


def doi_address(facts: DocumentFacts) -> str:
    """Where a DOI leads; empty without one."""
    return f"{_DOI_ADDRESS}{facts.doi}" if facts.doi else ""


def byline(facts: DocumentFacts) -> str:
    """All of it in one line: `Jane Doe et al. (2023). Letters on Ice. https://doi.org/10.1000/a`."""
    return ". ".join(filter(None, (written_by(facts), facts.venue, doi_address(facts))))


def _people(authors: tuple[str, ...]) -> str:
    chinese = any(map(_IDEOGRAPH.search, authors))
    if len(authors) > _MOST_NAMED:
        return f"{authors[0]}等" if chinese else f"{authors[0]} et al."
    return ("、" if chinese else ", ").join(authors)
