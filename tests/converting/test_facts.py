"""Names, dates, keywords and DOIs, in all the forms that documents write them in."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.facts import doi_in, facts_of, keywords, line, names, people
from gangdan_gui.converting.facts.date import day


@pytest.mark.parametrize(
    "said",
    [
        "2024-5-7", "2024-05-07", "2024/05/07", "2024.5.7", "May 7, 2024", "7 May 2024", "7th of May 2024",
        "Tuesday, May 7, 2024", "Tue, 07 May 2024 10:00:00 GMT", "2024年5月7日", "2024 年 5 月 7 日 10:00",
        "2024-05-07T23:30:00-08:00", "2024-05-07 10:00:00 +0800", "D:20240507233000-08'00'", "20240507",
        "<2024-05-07 Tue>", "[2024-05-07 周二]", "$Date: 2024-05-07 10:00:00 +0000 $", "日期：2024-05-07", 20240507,
        datetime.date(2024, 5, 7), datetime.datetime(2024, 5, 7, 23, tzinfo=datetime.UTC),
    ],
)  # fmt: skip
def test_a_day_is_read_in_every_form(said: object) -> None:
    assert day(said) == "2024-05-07"


@pytest.mark.parametrize(
    ("said", "read"),
    [("2024", "2024"), (2024, "2024"), ("2024年", "2024"), ("2024-05", "2024-05"), ("May 2024", "2024-05"),
     ("2024年5月", "2024-05"), ("17/05/2024", "2024-05-17"), ("05/17/2024", "2024-05-17")],
)  # fmt: skip
def test_a_date_is_no_more_exact_than_it_is_said(said: object, read: str) -> None:
    assert day(said) == read


@pytest.mark.parametrize(
    "said",
    ["last-modified", "today", "", "5月7日", "05/07/2024", "2024-13-01", "2024-02-30", "2024-00-10", "1601-01-01",
     "2099-01-01", "1970-01-01T00:00:00Z", "version 2024", "12", 5, True, None, [], {"a": 1}, "9" * 4000],
)  # fmt: skip
def test_what_is_no_certain_date_is_none(said: object) -> None:
    assert day(said) == ""


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Jane Doe", ("Jane Doe",)),
        ("by Jane Doe", ("Jane Doe",)),
        ("作者：王小明", ("王小明",)),
        ("Jane Doe, John Roe", ("Jane Doe", "John Roe")),
        ("Doe, Jane and Roe, John", ("Doe, Jane", "Roe, John")),
        ("张三，李四、王五", ("张三", "李四", "王五")),
        (["Jane Doe", {"name": "John Roe", "email": "j@example.org"}], ("Jane Doe", "John Roe")),
        ({"given": "小明", "family": "王"}, ("王小明",)),
        ([{"name": {"given": "Jane", "family": "Doe"}}], ("Jane Doe",)),
        ("Jane Doe <jane@example.org>", ("Jane Doe",)),
        ("<b>Jane</b> Doe\x00", ("Jane Doe",)),
        (["Jane Doe", "Jane Doe"], ("Jane Doe",)),
    ],
)
def test_names_are_read_in_every_form(said: object, read: tuple[str, ...]) -> None:
    assert names(said) == read


@pytest.mark.parametrize(
    "said",
    ["python-docx", "Administrator", "user", "Microsoft Office User", "WPS_1601234567", "用户", "Windows 用户",
     "Lenovo", "微软用户", "x" * 3000, 12, None, True, "—", "<script>alert(1)</script>" * 300, [[[["deep"]]]]],
)  # fmt: skip
def test_what_programs_write_is_nobody(said: object) -> None:
    assert names(said) == ()


def test_an_account_is_nobody_among_the_properties_of_a_file() -> None:
    assert people("zhang32") == people("jdoe") == people("PC-2021") == ()
    assert people("王小明; Jane Doe") == ("王小明", "Jane Doe")


@pytest.mark.parametrize(
    ("said", "read"),
    [("a, b，c、d", ("a", "b", "c", "d")), (["Water", "water", "ＷＡＴＥＲ"], ("Water",)), ("#x #y", ("x", "y")),
     ("C++, C#", ("C++", "C#")), (2024, ("2024",)), (True, ()), (["a" * 100], ()),
     ("plate tectonics", ("plate tectonics",))],
)  # fmt: skip
def test_keywords_are_read_in_every_form(said: object, read: tuple[str, ...]) -> None:
    assert keywords(said) == read


def test_lists_have_bounds() -> None:
    assert len(names([f"Jane {chr(65 + at % 26)}{at}a" for at in range(500)])) == 50
    assert len(keywords([f"tag {at}" for at in range(500)])) == 50


@pytest.mark.parametrize(
    ("said", "read"),
    [("https://doi.org/10.1000/xyz123.", "10.1000/xyz123"), ("(doi:10.1016/S0735-1097(98)00347-7)",
     "10.1016/S0735-1097(98)00347-7"), ("10.5281/zenodo.1234，见", "10.5281/zenodo.1234"), ("10.1/x", ""), (None, "")],
)  # fmt: skip
def test_a_doi_stands_without_what_is_around_it(said: object, read: str) -> None:
    assert doi_in(said) == read


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_nothing_that_can_be_said_is_too_much(said: object) -> None:
    facts = facts_of(said, said, said, said, said)
    for text in (*facts.authors, facts.date, facts.venue, facts.doi, *facts.tags):
        assert len(text) <= 4_000
        assert text == line(text, 4_000)
