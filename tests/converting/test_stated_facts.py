"""What files of each format say of themselves, read from whole files."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from gangdan_gui.converting.conversion import convert
from gangdan_gui.converting.facts.package import read_facts as package_facts
from gangdan_gui.converting.front_matter import take_front_matter
from gangdan_gui.converting.pdf.facts import doi_on, read_facts
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts
from tests.pdf_writer import Sheet, pdf

WANTED = DocumentFacts(("Jane Doe", "John Roe"), "2024-05-07", tags=("Water", "Ice"))
FILES = {
    "yaml.md": "---\nauthors:\n  - name: Jane Doe\n  - John Roe\ndate: 2024-5-7\n"
    "tags: [Water, Ice]\n---\n# T\n\nWords.\n",
    "toml.md": '+++\nauthors = ["Jane Doe", "John Roe"]\ndate = 2024-05-07T10:00:00Z\n'
    '[taxonomies]\ntags = ["Water", "Ice"]\n+++\nWords.\n',
    "json.md": '{"author": "Jane Doe, John Roe", "date": "May 7, 2024", "keywords": "Water, Ice"}\n\nWords.\n',
    "page.html": '<html><head><meta name="author" content="Jane Doe"><meta name="author" content="John Roe">'
    '<meta property="article:published_time" content="2024-05-07T08:00:00Z"><meta name="keywords" content="Water, Ice">'
    "</head><body><p>Words of the page.</p></body></html>",
    "page.rst": "Title\n=====\n\n:Author: Jane Doe, John Roe\n:Date: 2024-05-07\n\n"
    ".. meta::\n   :keywords: Water, Ice\n\n"
    "Words.\n",
    "page.org": "#+TITLE: T\n#+AUTHOR: Jane Doe and John Roe\n#+DATE: <2024-05-07 Tue>\n"
    "#+FILETAGS: :Water:Ice:\n\nWords.\n",
    "page.adoc": "= Title\nJane Doe <j@example.org>; John Roe\nv1.0, 2024-05-07\n:keywords: Water, Ice\n\nWords.\n",
    "notebook.ipynb": json.dumps({
        "cells": [{"cell_type": "markdown", "metadata": {}, "source": "Words."}],
        "metadata": {"authors": [{"name": "Jane Doe"}, {"name": "John Roe"}], "date": "2024-05-07",
                     "tags": ["Water", "Ice"]},
        "nbformat": 4, "nbformat_minor": 5,
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_who_wrote_it_when_and_about_what(name: str) -> None:
    converted = convert(FILES[name].encode(), name)
    assert converted.facts == WANTED
    assert "Words" in converted.text


def test_papers_on_the_web_say_where_they_appeared() -> None:
    metas = {"citation_author": "Doe, Jane", "citation_doi": "doi:10.1000/xyz", "citation_journal_title": "Ice Letters",
             "citation_publication_date": "2021/03", "author": "Web Team"}  # fmt: skip
    head = "".join(f'<meta name="{name}" content="{said}">' for name, said in metas.items())
    facts = convert(f"<html><head>{head}</head><body><p>Words.</p></body></html>".encode(), "a.html").facts
    assert facts == DocumentFacts(("Doe, Jane",), "2021-03", "Ice Letters", "10.1000/xyz")


def test_one_time_on_a_page_is_its_date_and_several_are_not() -> None:
    page = "<html><body><article><p>Words.</p>{}</article></body></html>"
    one, other = '<time datetime="2024-05-07">May</time>', '<time datetime="2023-01-01">Jan</time>'
    assert convert(page.format(one).encode(), "a.html").facts.date == "2024-05-07"
    assert convert(page.format(one + other).encode(), "a.html").facts.date == ""


@pytest.mark.parametrize(
    "text",
    [
        "---\ndate: last-modified\nauthor: ''\ntags: []\n---\nWords.\n",
        "---\ndate: 2024-13-45\n---\nWords.\n",
        "---\na: !!int x\nb: !!timestamp y\n---\nWords.\n",
        f"---\ndate: 0x{'f' * 9000}\ntags: 0x{'f' * 9000}\n---\nWords.\n",
        f"+++\ndate = {'9' * 9000}\n+++\nWords.\n",
        "---\nauthor: &a {name: *a}\n---\nWords.\n",
        "---\nauthor: &a [*a, *a, *a, *a]\ntags: *a\n---\nWords.\n",
        "---\ntitle: [broken\n---\nWords.\n",
        "---\na: &a [x]\nauthor: *b\n---\nWords.\n",
        '{"name": "an example", "author2": "x"}\n\nWords.\n',
    ],
)
def test_front_matter_that_says_nothing_sound_gives_no_facts(text: str) -> None:
    assert take_front_matter(text).facts == NO_FACTS


@pytest.mark.parametrize("title", ["List<int> and Map<K, V>", "1 < 2 > 0", "水循环 & 冰"])
def test_what_looks_like_markup_in_a_title_stays(title: str) -> None:
    assert take_front_matter(f"---\ntitle: {title}\n---\nWords.\n").title == title


def test_quarto_names_its_authors_in_groups() -> None:
    text = (
        "---\nauthor:\n  - name:\n      given: Jane\n      family: Doe\n    affiliations: [Ice Lab]\n"
        "citation:\n  container-title: Ice Letters\n  doi: 10.1000/xyz\n---\nWords.\n"
    )
    assert take_front_matter(text).facts == DocumentFacts(("Jane Doe",), venue="Ice Letters", doi="10.1000/xyz")


def _office(properties: str) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as package:
        package.writestr("docProps/core.xml", f"<cp:coreProperties>{properties}</cp:coreProperties>")
    return whole.getvalue()


def test_the_properties_of_an_office_file_are_facts() -> None:
    said = (
        '<dc:creator>王小明</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">'
        "2023-09-01T08:00:00Z</dcterms:created>"
        "<cp:keywords>水循环；地理</cp:keywords><dc:subject>Grade 7</dc:subject>"
    )
    assert package_facts(_office(said)) == DocumentFacts(("王小明",), "2023-09-01", tags=("水循环", "地理", "Grade 7"))


@pytest.mark.parametrize("creator", ["python-docx", "Administrator", "user", "WPS_1587652341", "用户"])
def test_what_office_programs_fill_in_is_no_fact(creator: str) -> None:
    said = f"<dc:creator>{creator}</dc:creator><dcterms:created>2013-12-23T23:15:00Z</dcterms:created>"
    assert package_facts(_office(said)) == NO_FACTS
    assert package_facts(b"PK\x03\x04 broken") == NO_FACTS
    assert read_facts(b"%PDF-1.4 broken") == NO_FACTS


@pytest.mark.parametrize(
    ("page", "doi"),
    [
        ("A paper\nhttps://doi.org/10.1145/3292500.\nAbstract", "10.1145/3292500"),
        ("We use 10.1000/a and 10.1000/b\nDOI: 10.1000/c\n", "10.1000/c"),
        ("We use 10.1000/a and 10.1000/b\n", ""),
        ("doi:10.1038/s41586-\n020-1 text", ""),
        ("A note\nReferences\n[1] doi:10.1000/a", ""),
        ("摘要\n参考文献：\n10.1000/a", ""),
    ],
)
def test_a_doi_on_the_first_page_is_taken_when_it_is_certain(page: str, doi: str) -> None:
    assert doi_on(page) == doi


def paper(*lines: str, said: str = "") -> bytes:
    """A PDF of one page; `said` stands beside the title in its metadata."""
    sheet = Sheet()
    for at, words in enumerate(lines):
        sheet.words(72, 700 - 20 * at, words)
    # PDFium finds the objects again where they are not at the places that the table gives.
    return pdf(sheet, title="Ice").replace(b"/Title", said.encode() + b"/Title", 1)


def test_the_metadata_of_a_pdf_are_facts_as_far_as_its_first_page_does_not_speak_against_them() -> None:
    said = "/Author(Jane Doe; zhang32)/Keywords(ice, snow)/CreationDate(D:20190307101500Z)"
    known = DocumentFacts(("Jane Doe",), "2019-03-07", tags=("ice", "snow"))
    assert read_facts(paper("Ice on lakes", said=said)) == known
    assert read_facts(paper("Ice on lakes", "Received in 2018", said=said)) == known
    # A scan of an old paper was made long after the paper.
    assert read_facts(paper("Ice on lakes", "Oslo, 1987", said=said)).date == ""


def test_a_stamp_of_arxiv_says_when_and_where() -> None:
    stamped = paper("Ice on lakes", "arXiv:2301.12345v2 [physics.ao-ph] 17 May 2023", said="/CreationDate(D:20240101Z)")
    assert read_facts(stamped) == DocumentFacts((), "2023-05-17", "arXiv", "10.48550/arXiv.2301.12345")
    own = paper("Ice on lakes", "doi:10.1000/ice", "arXiv:2301.12345v2 [physics.ao-ph] 17 May 2023")
    assert read_facts(own).doi == "10.1000/ice"


def test_what_a_publisher_says_in_a_pdf_goes_first() -> None:
    packet = (
        b"<rdf:RDF><rdf:Description><prism:publicationName>Letters on Ice</prism:publicationName>"
        b"<prism:coverDate>2020-02-01</prism:coverDate><prism:doi>10.1000/xyz</prism:doi></rdf:Description></rdf:RDF>"
    )
    facts = read_facts(paper("Ice on lakes", said="/CreationDate(D:20190307Z)") + b"\n% " + packet + b"\n")
    assert facts == DocumentFacts((), "2020-02-01", "Letters on Ice", "10.1000/xyz")
