"""Lists are read by their schema: every surprise has a line, and the other entries stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.bundled import SOURCES_YAML
from gangdan_gui.catalog.source_list import parse_source_list, read_source_list
from gangdan_gui.domain.documents import OF_SOURCES, Source, SourceKind

GOOD = """\
version: 1
sources:
  - id: first
    title: The first
    kind: local
    locations: [/srv/first]
{entry}
  - id: last
    title: 最后
    location: '/srv/最后'
"""


def ids(text: str) -> list[str]:
    return [source.id for source in parse_source_list(text, Path("list.yaml")).sources]


def problems(text: str) -> list[tuple[int, str]]:
    found = parse_source_list(text, Path("list.yaml")).problems
    return [(int(problem.facts["line"]), problem.facts["what"]) for problem in found]


def test_an_entry_with_everything() -> None:
    text = """\
version: 1
sources:
  # by hand
  - id: notes
    title: "Notes: 2024"
    kind: local
    locations:
      - /srv/a
      - C:\\docs\\b
      - \\\\server\\share\\c
    include: "**/*.md"
    exclude: [build/**, "*.tmp"]
    language: zh-CN
    licence: CC BY 4.0
    description: |
      Two
      lines
"""
    result = parse_source_list(text, Path("list.yaml"))
    assert result.problems == ()
    assert result.sources == (
        Source(
            id="notes",
            title="Notes: 2024",
            kind=SourceKind.LOCAL,
            locations=("/srv/a", "C:\\docs\\b", "\\\\server\\share\\c"),
            include=("**/*.md",),
            exclude=("build/**", "*.tmp"),
            language="zh-CN",
            licence="CC BY 4.0",
            description="Two\nlines\n",
        ),
    )


ENTRY = """\
  - id: middle
    title: Middle
    locations: [/srv/middle]
    {field}"""


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ('description: "half \\uD83D"', "is no text"),
        ('licence: "\\uDCFF"', "is no text"),
        ("language: no", "“no” is true or false"),
        ("description: 3.10", "“3.10” is a number"),
        ("description: 0123456", "“0123456” is a number"),
        ("description: 12:30:45", "“12:30:45” is a number"),
        ("description: 2024-01-02", "“2024-01-02” is a date"),
        ("description: ~", "“~” is nothing"),
        ("description:", "no value is nothing"),
        ("description: =", "tag"),
        ("title: again", "title: stands here a second time"),
        ("location: /srv/again", "location: stands here a second time"),
        ("url: https://example.org", "url: is not known here"),
        ("description: !!python/object/apply:os.system [ls]", "must be text"),
        ("description: !!python/name:os.system x", "tag"),
        ("description: !!binary aGVsbG8=", "tag"),
        ("description: &anchor text", "anchors"),
        ("description: {a: b}", "must be text"),
        ("include: [a, [b]]", "must be text"),
        ("include: [1, b]", "“1” is a number"),
        ("kind: website", "“website” is not known to this version"),
        ("kind: GitHub", "“GitHub” is not known to this version"),
        ("kind: github", "locations: must be https://github.com/OWNER/NAME"),
        ("kind: addresses", "locations: must be http:// or https:// addresses"),
        ("revision: v1.0", "revision: only a source of kind github has one"),
        ("description_zh: 3.10", "“3.10” is a number"),
        ("title_zh: 题", "title_zh: is not known here"),
        ("description: 1e5", "“1e5” is a number"),
        ("description: 0o17", "“0o17” is a number"),
        ("size: many", "size: must be a whole number"),
        ("size: '1000'", "size: must be a whole number"),
        ("size: 0100", "size: must be a whole number"),
        ("size: 1_000", "size: must be a whole number"),
        ("size: 1:30", "size: must be a whole number"),
        ("size: 0x10", "size: must be a whole number"),
        ("size: 1.5", "size: must be a whole number"),
        ("size: 1e6", "size: must be a whole number"),
        ("size: -1", "size: must be a whole number"),
        ("size: +1", "size: must be a whole number"),
        ("size: 1000000000000000000000", "size: must be a whole number"),
        ("size: [1]", "size: must be a whole number"),
        ("size: !!int 5 MB", "size: must be a whole number"),
        ("size: yes", "size: must be a whole number"),
        ("size:", "size: must be a whole number"),
        ("language: English please", "a code such as"),
        ("[a]: b", "a field's name"),
        ("<<: {a: b}", "is not known here"),
        # What is no YAML at all.
        ("description: C++: x", "a colon inside text"),
        ('description: "C:\\new\\x"', "use single quotes"),
        ("description: 'open", "not closed"),
        ("\tdescription: tab", "a tab: use spaces"),
        ("description: *nowhere", "alias"),
        ("description: @at", "start any token"),
        ("description: `tick", "start any token"),
        ("description: %percent", "start any token"),
        ("description: a\x07b", "no text in UTF-8"),
        ("description: b\udcb3", "no text in UTF-8"),
        ("description", "':'"),
        ("description: [open", "not closed"),
        ("description: {a: {a: " + "{a: " * 2000, "deep"),
    ],
)  # fmt: skip
def test_a_surprise_has_a_line_and_the_other_entries_stay(field: str, words: str) -> None:
    text = GOOD.format(entry=ENTRY.format(field=field))
    assert ids(text) == ["first", "last"]
    found = problems(text)
    assert len(found) == 1, found
    assert 7 <= found[0][0] <= 10, found
    assert words in found[0][1], found


def test_lines_are_those_of_the_field() -> None:
    entry = "  - id: x y\n    title: 3.10\n    locations: [srv/relative]\n    include: [no]"
    assert [line for line, _ in problems(GOOD.format(entry=entry))] == [7, 8, 9, 10]


@pytest.mark.parametrize(
    ("entry", "line", "words"),
    [
        ("  - title: x\n    locations: [/x]", 7, "id: is missing"),
        ("  - id: x\n    locations: [/x]", 7, "title: is missing"),
        ("  - id: x\n    title: x", 7, "locations: is missing"),
        ("  - id: x\n    title: ' '\n    locations: [/x]", 8, "title: is empty"),
        ("  - id: x\n    title: x\n    locations: []", 9, "locations: is empty"),
        ("  - id: x\n    title: x\n    locations: [docs]", 9, "absolute"),
        ("  - id: con\n    title: x\n    locations: [/x]", 7, "id: only"),
        ("  - id: first\n    title: x\n    locations: [/x]", 7, "taken"),
        ("  - just words", 7, "an entry must have fields"),
        ("  - [a, b]", 7, "an entry must have fields"),
        ("  -", 7, "an entry must have fields"),
        ("  - !!python/object:os.path {id: x}", 7, "missing"),
    ],
)
def test_entries_that_say_too_little(entry: str, line: int, words: str) -> None:
    text = GOOD.format(entry=entry)
    assert ids(text) == ["first", "last"]
    assert problems(text)[0][0] == line
    assert words in problems(text)[0][1]


ONLINE = """\
  - id: online
    title: Online
    kind: {kind}
    location: "{location}"
    {field}"""


def online(kind: SourceKind, location: str = "https://github.com/o/n", field: str = "") -> str:
    return GOOD.format(entry=ONLINE.format(kind=kind, location=location, field=field))


@pytest.mark.parametrize(
    ("kind", "location", "good"),
    [
        (SourceKind.GITHUB, "https://github.com/numpy/numpy", True),
        (SourceKind.GITHUB, "https://github.com/docker/docker.github.io", True),
        (SourceKind.GITHUB, "https://github.com/3b1b/-_.x", True),
        (SourceKind.GITHUB, "http://github.com/numpy/numpy", False),
        (SourceKind.GITHUB, "https://github.com/numpy/numpy/", False),
        (SourceKind.GITHUB, "https://github.com/numpy/numpy.git", False),
        (SourceKind.GITHUB, "https://github.com/numpy/numpy/tree/main/doc", False),
        (SourceKind.GITHUB, "https://github.com/numpy", False),
        (SourceKind.GITHUB, "https://github.com/numpy/..", False),
        (SourceKind.GITHUB, "https://github.com/num_py/numpy", False),
        (SourceKind.GITHUB, "https://github.com.example.org/numpy/numpy", False),
        (SourceKind.GITHUB, "https://user@github.com/numpy/numpy", False),
        (SourceKind.GITHUB, "https://github.com/numpy/numpy\\n", False),
        (SourceKind.GITHUB, "numpy/numpy", False),
        (SourceKind.GITHUB, "/srv/numpy", False),
        (SourceKind.ADDRESSES, "https://example.org/a%20b.md?x=1#y", True),
        (SourceKind.ADDRESSES, "HTTP://EXAMPLE.org", True),
        (SourceKind.ADDRESSES, "http://[::1]:8000/a.md", True),
        (SourceKind.ADDRESSES, "https://例子.中国/文档.md", True),
        (SourceKind.ADDRESSES, "https://example.org/@user/a.md", True),
        (SourceKind.ADDRESSES, "https:///a.md", False),
        (SourceKind.ADDRESSES, "https://:443/a.md", False),
        (SourceKind.ADDRESSES, "https:example.org", False),
        (SourceKind.ADDRESSES, "https://user:word@example.org/", False),
        (SourceKind.ADDRESSES, "https://user@example.org/", False),
        (SourceKind.ADDRESSES, "https://example.org:port/", False),
        (SourceKind.ADDRESSES, "https://example.org:99999/", False),
        (SourceKind.ADDRESSES, "https://[::1/", False),
        (SourceKind.ADDRESSES, "https://example.org/a b", False),
        (SourceKind.ADDRESSES, "https://example.org\\\\@evil.example/", False),
        (SourceKind.ADDRESSES, "https://example.org/a\\nb", False),
        (SourceKind.ADDRESSES, " https://example.org/", False),
        (SourceKind.ADDRESSES, "ftp://example.org/a", False),
        (SourceKind.ADDRESSES, "file:///etc/passwd", False),
        (SourceKind.ADDRESSES, "javascript:alert(1)", False),
        (SourceKind.ADDRESSES, "example.org/a.md", False),
        (SourceKind.ADDRESSES, "/srv/a.md", False),
        (SourceKind.LOCAL, "https://example.org/a.md", False),
    ],
)
def test_locations_are_those_of_the_kind(kind: SourceKind, location: str, good: bool) -> None:
    text = online(kind, location)
    assert ids(text) == (["first", "online", "last"] if good else ["first", "last"])
    assert [what.partition(":")[0] for _, what in problems(text)] == ([] if good else ["locations"])


def test_every_location_is_looked_at_and_every_kind_says_what_it_takes() -> None:
    for kind in OF_SOURCES:
        text = online(kind).replace('location: "https://github.com/o/n"', "locations: [https://github.com/o/n, docs]")
        assert [line for line, _ in problems(text)] == [10]
        takes = ("github.com", "addresses", "keeps these texts itself", "knowledge pack")
        assert any(word in problems(text)[0][1] for word in takes)


@pytest.mark.parametrize("kind", [SourceKind.NOTES, SourceKind.ANSWERS])
@pytest.mark.parametrize("locations", ["", "locations: []"])
def test_what_the_library_keeps_itself_has_no_place(kind: SourceKind, locations: str) -> None:
    text = f"sources:\n- id: mine\n  title: Mine\n  kind: {kind}\n  {locations}\n"
    read = parse_source_list(text, Path("x"))
    assert [(source.id, source.kind, source.locations) for source in read.sources] == [("mine", kind, ())]
    assert read.problems == ()


@pytest.mark.parametrize("written", ["v1.0", "main", "feature/a-b", "'1e5'", "'012'", "'0123456'", "'2024-01-02'",
                                     "3b1e5c7", "~", "版本"])  # fmt: skip
def test_revisions_are_taken_as_they_are_written(written: str) -> None:
    text = online(SourceKind.GITHUB, field=f"revision: {written}")
    found = [source.revision for source in parse_source_list(text, Path("x")).sources if source.id == "online"]
    assert found == ([written.strip("'")] if written != "~" else [])


@pytest.mark.parametrize("written", ["1e5", "012", "1234567", "12345678e9", "1.5", "0x1f", "2024-01-02", "no"])
def test_a_revision_that_yaml_takes_for_something_else_must_be_quoted(written: str) -> None:
    text = online(SourceKind.GITHUB, field=f"revision: {written}")
    assert ids(text) == ["first", "last"]
    assert [(line, "put text in quotes" in what) for line, what in problems(text)] == [(11, True)]
    assert problems(text.replace(written, f'"{written}"')) == []


@pytest.mark.parametrize(
    "written",
    ["a b", "../up", "a..b", "-x", "/a", "a/", "a//b", "a/.b", ".a", "a.", "a.lock", "a.lock/b", "a~1", "a^", "a:b",
     "a?b", "a*", "a[b", "a\\\\b", "@", "a@{b", "a\\tb", "x" * 256],
)  # fmt: skip
def test_what_git_would_not_take_is_no_revision(written: str) -> None:
    text = online(SourceKind.GITHUB, field=f'revision: "{written}"')
    assert problems(text) == [(11, "revision: must be a commit, a tag or a branch")]


def test_sizes_are_numbers() -> None:
    for written, size in (("0", 0), ("7", 7), ("1500000", 1_500_000), ("999999999999999999", 999_999_999_999_999_999)):
        text = online(SourceKind.GITHUB, field=f"size: {written}")
        assert [source.size for source in parse_source_list(text, Path("x")).sources] == [0, size, 0]


def test_a_kind_of_a_later_version_is_one_problem_whatever_fields_it_has() -> None:
    entry = "  - id: x\n    title: x\n    kind: website\n    url: https://example.org\n    depth: 3"
    assert [what for _, what in problems(GOOD.format(entry=entry))] == ["kind: “website” is not known to this version"]


def test_a_problem_names_the_entry_where_it_can() -> None:
    entry = "  - id: x\n    title: 3.10\n    locations: [/x]"
    (problem,) = parse_source_list(GOOD.format(entry=entry), Path("list.yaml")).problems
    assert problem.facts == {
        "file": "list.yaml", "line": "8", "what": "title: “3.10” is a number in YAML; put text in quotes", "id": "x",
    }  # fmt: skip


def test_several_broken_entries_are_several_problems() -> None:
    entry = '  - id: a\n    title: C++: x\n\t- id: b\n    title: ok\n  - id: c\n    title: C\n    location: "C:\\x"\n'
    text = GOOD.format(entry=entry)
    assert ids(text) == ["first", "last"]
    assert [line for line, _ in problems(text)] == [8, 9, 13]


def test_an_alias_bomb_is_refused_at_once() -> None:
    bomb = "  - id: bomb\n    title: x\n    description: &a0 [x, x]\n"
    bomb += "".join(f"    d{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    text = GOOD.format(entry=bomb)
    assert ids(text) == ["first", "last"]
    assert all(7 <= line <= 21 for line, _ in problems(text))


@pytest.mark.parametrize("prefix", ["\ufeff", "# comment\n", "---\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_marks_comments_and_line_ends_do_not_matter(prefix: str, line_end: str) -> None:
    text = prefix + GOOD.format(entry="").replace("\n", line_end)
    assert ids(text) == ["first", "last"]
    assert problems(text) == []


def test_files_of_other_encodings(tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    text = GOOD.format(entry="")
    for encoding in ("utf-16", "utf-8-sig", "utf-8"):
        file.write_bytes(text.encode(encoding))
        assert [source.title for source in read_source_list(file).sources] == ["The first", "最后"]
    file.write_bytes(text.encode("gbk"))
    result = read_source_list(file)
    assert [source.id for source in result.sources] == ["first"]
    assert [(p.facts["file"], p.facts["line"]) for p in result.problems] == [(str(file), "9")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("version: 2\nsources: []\n", 1, "version"),
        ("version: 1\nsources: words\n", 2, "must be a list"),
        ("version: 1\nsources: {a: b}\n", 2, "must be a list"),
        ("version: 1\nsource: []\n", 2, "source: is not known"),
        ("- id: a\n", 1, "`sources:` is missing"),
        ("only words\n", 1, "`sources:` is missing"),
        ("version: 1: 2\n", 1, "mapping values"),
        ("\x00\x01\x02", 1, "no text"),
        ("sources: []\n---\nsources: []\n", 2, "document"),
        ("[" * 5000, 1, "deep"),
    ],
)
def test_files_that_are_no_lists(text: str, line: int, words: str) -> None:
    assert ids(text) == []
    assert problems(text)[0][0] == line
    assert words in problems(text)[0][1] or words == "document"


@pytest.mark.parametrize(
    "text", ["", "\n", "# nothing yet\n", "version: 1\n", "version: 1\nsources:\n", "sources: []\n"]
)
def test_empty_lists_are_no_problem(text: str) -> None:
    assert parse_source_list(text, Path("x")).problems == ()
    assert ids(text) == []


def test_a_broken_head_leaves_the_entries() -> None:
    text = GOOD.format(entry="").replace("version: 1", "version: 1: 2")
    assert ids(text) == ["first", "last"]
    assert [line for line, _ in problems(text)] == [1]


def test_a_second_list_in_a_file_is_told_and_kept() -> None:
    text = GOOD.format(entry="") + "sources:\n  - {id: more, title: More, location: /srv/more}\n"
    assert ids(text) == ["first", "last", "more"]
    assert [line for line, _ in problems(text)] == [11]


def test_entries_may_stand_at_the_margin_and_in_brackets() -> None:
    assert ids("sources:\n- id: a\n  title: A\n  locations:\n  - /a\n- {id: b, title: B, location: /b}\n") == ["a", "b"]
    assert ids("sources: [{id: a, title: A, location: /a}, {id: b, title: B, location: /b}]") == ["a", "b"]


def test_the_home_folder_may_be_written_as_a_tilde() -> None:
    text = "sources:\n  - {id: a, title: A, location: ~/notes}\n"
    (source,) = parse_source_list(text, Path("x")).sources
    assert source.locations == (str(Path("~/notes").expanduser()),)


def test_a_file_that_can_not_be_read_is_a_problem(tmp_path: Path) -> None:
    (problem,) = read_source_list(tmp_path).problems
    assert (problem.facts["file"], problem.facts["line"]) == (str(tmp_path), "0")
    assert problem.facts["what"]


def test_the_list_shipped_with_the_product_is_good() -> None:
    assert read_source_list(SOURCES_YAML).problems == ()


WORDS = [*"- :#'\"[]{}&*!|>%@`,\t\n\r\\", "id", "a", "  ", "sources:\n", "\ufeff", "\x00"]


@given(st.lists(st.sampled_from(WORDS), max_size=20).map("".join))
def test_no_text_breaks_the_reader(text: str) -> None:
    parse_source_list(text, Path("x"))
    line = text.replace("\n", " ").replace("\r", " ")
    found = ids(GOOD.format(entry=f"  - id: x\n    title: {line}"))
    assert (found[0], found[-1]) == ("first", "last")
