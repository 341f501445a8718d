"""Who wrote what is cited, when and where, in citations and in exported lists of sources."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gangdan_gui.domain.byline import byline, doi_address, written_by
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts
from gangdan_gui.domain.search import Citation
from gangdan_gui.exporting.labels import ENGLISH
from gangdan_gui.exporting.source_entries import cited, used
from tests.exporting.given import ANSWER, passage

PAPER = DocumentFacts(("Jane Doe", "John Roe"), "2023-05-17", "Letters on Ice", "10.1000/a", ("ice",))


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        (PAPER, "Jane Doe, John Roe (2023). Letters on Ice. https://doi.org/10.1000/a"),
        (DocumentFacts(("A", "B", "C", "D"), "2023"), "A et al. (2023)"),
        (DocumentFacts(("王小明", "李四")), "王小明、李四"),
        (DocumentFacts(("王小明", "李四", "张三", "赵六"), "2020"), "王小明等 (2020)"),
        (DocumentFacts(date="2020-01"), "(2020)"),
        (DocumentFacts(tags=("ice",)), ""),
        (NO_FACTS, ""),
    ],
)
def test_a_byline_says_what_is_known_and_no_more(facts: DocumentFacts, line: str) -> None:
    assert byline(facts) == line
    assert written_by(facts) in line
    assert doi_address(facts) in line


def test_a_source_of_one_s_own_is_reached_by_its_doi() -> None:
    found = replace(passage(1, "s", "a.pdf", "Ice"), facts=PAPER)
    answer = replace(ANSWER, passages=(found,), citations=(Citation.of(found, None),))
    for (entry,) in (cited(answer, ENGLISH), used(answer, {}, ENGLISH)):
        assert entry.address == "https://doi.org/10.1000/a"
        assert entry.facts == ("Jane Doe, John Roe (2023)", "Letters on Ice")


def test_a_page_of_the_web_keeps_its_address_beside_its_doi() -> None:
    found = replace(passage(1, "s", "a.html", "Ice", url="https://example.org/a"), facts=PAPER)
    answer = replace(ANSWER, passages=(found,), citations=(Citation.of(found, None),))
    (entry,) = cited(answer, ENGLISH)
    assert entry.address == "https://example.org/a"
    assert entry.facts == ("Jane Doe, John Roe (2023)", "Letters on Ice", "https://doi.org/10.1000/a")
