"""Lists of references as documents, and the entries that other documents take their facts from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.bibliography import read_list, to_markdown
from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.documents import DocumentFacts
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason

BIB = r"""
@string{il = "Letters on {I}ce"}
@comment{nothing}
@article{a, title = {{Ice} of M{\"u}ller \& n\'e}, author = {M{\"u}ller, J{\"o}rg and van der Berg, Jan Piet
  and {Bureau of Ice and Snow} and others}, journal = il, year = {2023}, month = may, doi = {10.1000/a\_b},
  keywords = {water, ice}, abstract = {Ice is 9\% \textit{larger}.},
  file = {Full Text PDF:files/12/Ice 2023.pdf:application/pdf;Snap:C\:\\Users\\me\\a\;b.html:text/html}}
@book{c, title = {中文书}, author = {王, 小明 and 李四}, publisher = {高等教育出版社},
  date = {2021-03}, file = {:x/y.pdf:PDF}}
@book{c, title = {The same key}, year = 1999, file = {C:/books/z.pdf}}
"""
RIS = """TY  - JOUR
A1  - 王小明
AU  - Doe, Jane
T1  - 水循环研究
JF  - 地理学报
PY  - 2023/05/17/
DO  - https://doi.org/10.1000/x
KW  - 水
L1  - internal-pdf://123/a%20b.pdf
AB  - One
goes on
ER  -

TY  - JOUR
TI  - Second
PY  - 2020//
L1  - files\\3\\b.pdf; http://example.org/b.pdf
"""
ENW = "%0 Journal Article\n%A 王小明\n%A 李四\n%T 题目\n%J 刊\n%D 2023\n%K 水;冰\n%X 摘要\n\n%0 Book\n%T B\n"


def test_bibtex_gives_letters_for_accents_and_people_for_names() -> None:
    found = read_list(BIB, "bib")
    first, book, same_key = found.entries
    assert first.title == "Ice of Müller & né"
    assert first.abstract == "Ice is 9% larger."
    people = ("Jörg Müller", "Jan Piet van der Berg", "Bureau of Ice and Snow")
    assert first.facts == DocumentFacts(people, "2023-05", "Letters on Ice", "10.1000/a_b", ("water", "ice"))
    assert first.files == ("files/12/Ice 2023.pdf", "C:/Users/me/a;b.html")
    assert book.facts == DocumentFacts(("王小明", "李四"), "2021-03", "高等教育出版社")
    assert book.files == ("x/y.pdf",)
    assert (same_key.title, same_key.facts.date, same_key.files) == ("The same key", "1999", ("C:/books/z.pdf",))
    assert found.damaged == 0


def test_ris_is_read_as_programs_write_it() -> None:
    first, second = read_list(RIS, "ris").entries
    assert first.title == "水循环研究"
    assert first.facts == DocumentFacts(("Jane Doe",), "2023-05-17", "地理学报", "10.1000/x", ("水",))
    assert first.abstract == "One\ngoes on"
    assert first.files == ("123/a b.pdf",)
    assert (second.title, second.facts.date, second.files) == ("Second", "2020", ("files/3/b.pdf",))


def test_endnotes_tags_are_read() -> None:
    first, second = read_list(ENW, "enw").entries
    assert first.facts == DocumentFacts(("王小明", "李四"), "2023", "刊", tags=("水", "冰"))
    assert (first.title, first.abstract, second.title) == ("题目", "摘要", "B")


def test_a_damaged_entry_spoils_only_itself() -> None:
    text = "@article{a, title={Sound one}}\n@article{b, title={Broken\n@article{c, title={Sound two}}\n"
    found = read_list(text, "bib")
    assert [entry.title for entry in found.entries] == ["Sound one", "Sound two"]
    assert found.damaged == 1
    assert to_markdown(text, "bib").warnings == (Reason("entries-unread", "1"),)


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [("just words", "a.bib", "broken-list"), ("just words", "a.ris", "broken-list"),
     ("%A Nobody\n", "a.enw", "broken-list"),
     ("  \n", "a.bib", "blank")],
)  # fmt: skip
def test_a_list_of_nothing_is_one_reason(text: str, name: str, code: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        convert(text.encode(), name)
    assert refused.value.reason.code == code


def test_a_list_reads_as_a_document_with_a_heading_for_each_entry() -> None:
    converted = convert(BIB.encode(), "ice.bib")
    assert converted.title == "ice.bib"
    assert converted.text.startswith(
        "## Ice of Müller & né\n\nJörg Müller, Jan Piet van der Berg, Bureau of Ice and Snow · "
    )
    assert "<https://doi.org/10.1000/a_b>" in converted.text
    assert "## 中文书" in converted.text
    assert "file" not in converted.text


@given(
    st.text(alphabet=st.sampled_from(list("@{}=,\"\\ab1\n%TYER -#'$")), max_size=200),
    st.sampled_from(["bib", "ris", "enw"]),
)
def test_whatever_a_list_holds_it_is_read_or_refused(text: str, form: str) -> None:
    try:
        code = "read" if read_list(text, form).entries else ""
    except UnreadableFile as refused:
        code = refused.reason.code
    assert code in ("read", "broken-list", "blank")
