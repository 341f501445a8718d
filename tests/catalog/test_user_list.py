"""The user's own list is changed as a text: what others wrote in it stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.bundled import SOURCES_YAML
from gangdan_gui.catalog.editing import appended
from gangdan_gui.catalog.layout import lay_out
from gangdan_gui.catalog.source_list import parse_source_list, read_source_list
from gangdan_gui.catalog.user_list import UserList
from gangdan_gui.domain.documents import OF_SOURCES, OWN, Source, SourceKind
from gangdan_gui.domain.errors import AlreadyAdded, CannotWrite, CatalogProblem


def source(name: str = "notes", *, title: str = "Notes: C++ 与 “3.10”", location: str = "/srv/notes") -> Source:
    return Source(id=name, title=title, kind=SourceKind.LOCAL, locations=(location,))


@pytest.fixture
def listed(tmp_path: Path) -> UserList:
    return UserList(tmp_path / "library" / "sources.yaml")


def written(user_list: UserList, text: str) -> UserList:
    user_list.path.parent.mkdir(parents=True)
    user_list.path.write_bytes(text.encode())
    return user_list


def test_a_missing_file_is_an_empty_list(listed: UserList) -> None:
    assert listed.read().sources == ()
    assert listed.read().problems == ()
    listed.remove("nothing")
    assert not listed.path.exists()


def test_what_was_added_is_read_again_in_its_order(listed: UserList) -> None:
    sources = [
        source(),
        Source(
            "all",
            "All",
            SourceKind.LOCAL,
            ("/a", "C:\\new\\x"),
            ("**/*.md",),
            ("*.tmp", "no"),
            "zh",
            "CC0",
            "Two\nlines",
        ),
        source("last", title="no"),
    ]
    for one in sources:
        listed.add(one)
    assert listed.read().sources == tuple(sources)
    assert listed.read().problems == ()
    listed.remove("all")
    assert listed.read().sources == (sources[0], sources[2])


def test_the_file_is_one_that_people_can_read(listed: UserList) -> None:
    listed.add(source(title="数据"))
    assert listed.path.read_text("utf-8") == (
        "version: 1\nsources:\n"
        '  - id: "notes"\n    title: "数据"\n    kind: "local"\n    locations:\n      - "/srv/notes"\n'
    )


BY_HAND = """\
# My list.
version: 1

sources:
    # The first one
    - id: one   # short
      title: One
      location: /srv/one

    # The second one
    -
      id: two
      title: Two
      description: |
        # not a comment

        text
      location: /srv/two
    - id: broken
      title: 3.10
      location: /srv/broken
    - {id: three, title: Three, location: /srv/three}   # in brackets
    # Nothing below.

# The end.
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_adding_changes_nothing_else(listed: UserList, line_end: str, mark: str) -> None:
    text = mark + BY_HAND.replace("\n", line_end)
    written(listed, text).add(source())
    changed = listed.path.read_bytes().decode()
    added = (
        '    - id: "notes"\n      title: "Notes: C++ 与 “3.10”"\n'
        '      kind: "local"\n      locations:\n        - "/srv/notes"\n'
    ).replace("\n", line_end)
    assert added in changed
    assert changed.replace(added, "") == text
    assert [one.id for one in listed.read().sources] == ["one", "two", "three", "notes"]


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("one", "    - id: one   # short\n      title: One\n      location: /srv/one\n"),
        (
            "two",
            """\
    -
      id: two
      title: Two
      description: |
        # not a comment

        text
      location: /srv/two
""",
        ),
        ("three", "    - {id: three, title: Three, location: /srv/three}   # in brackets\n"),
        ("broken", "    - id: broken\n      title: 3.10\n      location: /srv/broken\n"),
    ],
)
def test_removing_takes_the_entry_alone(listed: UserList, name: str, gone: str) -> None:
    written(listed, BY_HAND).remove(name)
    assert listed.path.read_text("utf-8") == BY_HAND.replace(gone, "")
    assert name not in [one.id for one in listed.read().sources]


def test_a_literal_text_at_the_end_of_an_entry_stays_whole(listed: UserList) -> None:
    text = "sources:\n  - id: a\n    title: A\n    location: /a\n    description: |\n      x\n      # y\n\n# end\n"
    written(listed, text).add(source())
    assert listed.read().sources[0].description == "x\n# y\n"
    listed.remove("notes")
    assert listed.path.read_text("utf-8") == text
    listed.remove("a")
    assert listed.path.read_text("utf-8") == "sources:\n\n# end\n"


@pytest.mark.parametrize(
    "text",
    ["", "\n", "# mine\n", "version: 1", "version: 1\nsources:", "version: 1\nsources:\n", "version: 1\nsources: []\n",
     "sources: [ ] # none\nversion: 1\n", "sources:\n  # none yet\nversion: 1\n", "\ufeff",
     "sources: ~\n", "sources:\n  []\n", "sources: null # none\n", "a: b: c\n"],
)  # fmt: skip
def test_a_list_without_entries_takes_one(listed: UserList, text: str) -> None:
    written(listed, text).add(source())
    assert listed.read().sources == (source(),)
    assert len(listed.read().problems) == ("a: b" in text)
    assert all(line.strip() in listed.path.read_text("utf-8") for line in text.split("\n") if line.startswith("#"))


def test_a_list_in_brackets_stays_one(listed: UserList) -> None:
    text = "sources: [{id: a, title: A, location: /a}, {id: b, title: B, location: /b}]\n"
    written(listed, text).add(source())
    assert [one.id for one in listed.read().sources] == ["a", "b", "notes"]
    listed.remove("notes")
    assert listed.path.read_text("utf-8") == text
    listed.remove("a")
    assert listed.path.read_text("utf-8") == "sources: [{id: b, title: B, location: /b}]\n"
    listed.remove("b")
    assert listed.path.read_text("utf-8") == "sources: []\n"


BROKEN = """\
version: 1
sources:
  - id: good
    title: Good
    location: /srv/good
  - id: bad
    title: C++: x
    location: "C:\\new\\x"
  # the end
"""


def test_a_broken_entry_survives_what_happens_around_it(listed: UserList) -> None:
    written(listed, BROKEN).add(source())
    assert [one.id for one in listed.read().sources] == ["good", "notes"]
    listed.remove("")
    listed.remove("good")
    assert "title: C++: x" in listed.path.read_text("utf-8")
    assert [one.id for one in listed.read().sources] == ["notes"]
    listed.remove("notes")
    assert listed.path.read_text("utf-8") == BROKEN.replace(
        "  - id: good\n    title: Good\n    location: /srv/good\n", ""
    )


def test_bytes_that_are_no_text_survive(listed: UserList) -> None:
    listed.path.parent.mkdir()
    old = BROKEN.replace("C++: x", "数据").encode("gbk")
    listed.path.write_bytes(old)
    listed.add(source())
    listed.remove("good")
    listed.remove("notes")
    assert "数据".encode("gbk") in listed.path.read_bytes()


def test_a_utf16_file_stays_one(listed: UserList) -> None:
    listed.path.parent.mkdir()
    listed.path.write_bytes(BY_HAND.encode("utf-16"))
    listed.add(source())
    text = listed.path.read_bytes().decode("utf-16")
    assert "# The end." in text
    assert "与" in text


@pytest.mark.parametrize("text", ["- id: a\n", "only words\n", "sources: words\n", "sources: {a: b}\n", "[[[\n"])
def test_a_file_that_is_no_list_is_not_touched(listed: UserList, text: str) -> None:
    written(listed, text)
    with pytest.raises(CatalogProblem) as caught:
        listed.add(source())
    assert caught.value.facts["file"] == str(listed.path)
    assert listed.path.read_text("utf-8") == text


def test_an_entry_that_others_refer_to_is_not_taken_out(listed: UserList) -> None:
    text = "sources:\n  - &one\n    id: one\n    title: One\n    location: /one\n  - *one\n"
    written(listed, text)
    with pytest.raises(CatalogProblem):
        listed.remove("one")
    assert listed.path.read_text("utf-8") == text


def test_adding_again_changes_nothing_and_another_of_the_same_id_is_refused(listed: UserList) -> None:
    listed.add(source())
    before = listed.path.read_bytes()
    listed.add(source())
    with pytest.raises(AlreadyAdded) as caught:
        listed.add(source(location="/elsewhere"))
    assert caught.value.facts["source"] == "notes"
    assert listed.path.read_bytes() == before


def test_twins_of_an_id_go_together(listed: UserList) -> None:
    entry = "  - {id: twin, title: T, location: /t}\n"
    written(listed, "sources:\n" + entry + entry).remove("twin")
    assert listed.path.read_text("utf-8") == "sources:\n"


def test_a_list_that_can_not_be_written(listed: UserList) -> None:
    listed.path.mkdir(parents=True)
    with pytest.raises(CannotWrite) as caught:
        listed.add(source())
    assert caught.value.facts["path"] == str(listed.path)


def test_nothing_is_left_beside_the_list(listed: UserList) -> None:
    listed.add(source())
    assert [one.name for one in listed.path.parent.iterdir()] == ["sources.yaml"]


@given(
    st.text(min_size=1),
    st.text(min_size=1),
    st.sampled_from(["", BY_HAND, BROKEN, "sources: []\n", "sources: [{id: a}]"]),
)
def test_any_title_and_pattern_is_read_as_it_was_written(title: str, pattern: str, text: str) -> None:
    wanted = Source("mine", title, SourceKind.LOCAL, ("/srv/" + pattern,), (pattern,), (), "", "", title)
    sources = parse_source_list(appended(text, lay_out(text), wanted), Path("x")).sources
    assert sources[-1:] == ((wanted,) if title.strip() else sources[-1:])


OWNERS = st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9-]{0,8}[A-Za-z0-9])?", fullmatch=True)
NAMES = st.from_regex(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,20}", fullmatch=True).filter(lambda name: name[-4:] != ".git")
REPOSITORIES = st.builds("https://github.com/{}/{}".format, OWNERS, NAMES)
ADDRESSES = st.builds(
    "{}://{}/{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["example.org", "[::1]:80", "例子.中国"]),
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"], exclude_characters="\\")),
)
PATHS = st.builds("/srv/{}".format, st.text(st.characters(exclude_categories=["Cs"])))
PACKS = st.one_of(PATHS.map("{}/x.gdpack".format), st.sampled_from(["packs/numpy.gdpack", "packs/007.gdpack"]))
REVISIONS = st.one_of(
    st.just(""),
    st.from_regex(r"[0-9a-f]{40}", fullmatch=True),
    st.from_regex(r"[0-9]{1,4}e?[0-9]{1,4}", fullmatch=True),
    st.sampled_from(["v1.0", "main", "no", "1.5", "2024-01-02", "null", "0x1f", "docs/zh-cn"]),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@st.composite
def any_source(draw: st.DrawFn) -> Source:
    kind = draw(st.sampled_from(sorted(OF_SOURCES)))
    of_site = st.integers(0, 10**6) if kind is SourceKind.SITE else st.just(0)
    own = kind in OWN
    places = {SourceKind.LOCAL: PATHS, SourceKind.GITHUB: REPOSITORIES, SourceKind.PACK: PACKS}.get(kind, ADDRESSES)
    return Source(
        id=draw(st.sampled_from(["mine", "null-1", "007", "1e5"])),
        title=draw(TEXTS.filter(str.strip)),
        kind=kind,
        locations=tuple(draw(st.lists(places, min_size=0 if own else 1, max_size=0 if own else 3))),
        include=tuple(draw(st.lists(TEXTS, max_size=2))),
        exclude=tuple(draw(st.lists(TEXTS, max_size=2))),
        language=draw(st.sampled_from(["", "no", "en", "zh-CN"])),
        licence=draw(TEXTS),
        description=draw(TEXTS),
        description_zh=draw(TEXTS),
        revision=draw(REVISIONS) if kind is SourceKind.GITHUB else "",
        size=draw(st.integers(0, 10**18 - 1)),
        pages=draw(of_site),
        depth=draw(of_site),
    )


@given(any_source(), st.sampled_from(["", BY_HAND, BROKEN, "sources: []\n", "sources: [{id: a}]"]))
def test_every_source_is_read_as_it_was_written(wanted: Source, text: str) -> None:
    read = parse_source_list(appended(text, lay_out(text), wanted), Path("x"))
    assert read.sources[-1:] == (wanted,)
    assert len(read.problems) == len(parse_source_list(text, Path("x")).problems)


def test_a_source_of_the_network_is_written_for_people_too(listed: UserList) -> None:
    listed.add(
        Source(
            "numpy",
            "NumPy",
            SourceKind.GITHUB,
            ("https://github.com/numpy/numpy",),
            ("README.md",),
            description_zh="数组",
            revision="1e5",
            size=1500,
        )
    )
    assert listed.path.read_text("utf-8") == (
        "version: 1\nsources:\n"
        '  - id: "numpy"\n    title: "NumPy"\n    kind: "github"\n    revision: "1e5"\n'
        '    description_zh: "数组"\n    size: 1500\n'
        '    locations:\n      - "https://github.com/numpy/numpy"\n    include:\n      - "README.md"\n'
    )


@pytest.mark.parametrize(
    "wrong",
    [
        Source("x", "X", SourceKind.GITHUB, ("https://example.org/a/b",)),
        Source("x", "X", SourceKind.ADDRESSES, ("https://user:word@example.org/",)),
        Source("x", "X", SourceKind.LOCAL, ("/srv",), revision="main"),
        Source("x", "X", SourceKind.LOCAL, ("/srv",), size=-1),
    ],
)
def test_what_could_not_be_read_again_is_not_written(listed: UserList, wrong: Source) -> None:
    with pytest.raises(CatalogProblem):
        listed.add(wrong)
    assert not listed.path.exists()


@pytest.mark.slow
def test_all_that_is_on_offer_can_be_added_and_taken_out_again(listed: UserList) -> None:
    offered = read_source_list(SOURCES_YAML).sources
    for one in offered:
        listed.add(one)
    assert listed.read().sources == offered
    assert listed.read().problems == ()
    for one in offered[1:]:
        listed.remove(one.id)
    assert listed.read().sources == offered[:1]


def test_a_source_takes_the_place_of_its_entry_and_others_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "sources.yaml"
    listed = UserList(path)
    for name in ("a", "b"):
        listed.add(Source(name, name.upper(), SourceKind.LOCAL, (f"/old/{name}",)))
    path.write_text("# mine\n" + path.read_text("utf-8"), "utf-8")
    listed.replace(replace(listed.read().sources[0], locations=("/new/a",)))
    assert [(source.id, source.locations) for source in listed.read().sources] == [
        ("b", ("/old/b",)),
        ("a", ("/new/a",)),
    ]
    assert path.read_text("utf-8").startswith("# mine\n")
    assert "/old/a" not in path.read_text("utf-8")
