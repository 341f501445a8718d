"""Every file gets a name of its own that every system can hold."""

from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.fetching.local_names import local_name, occupied, plain
from gangdan_gui.safe_name import safe_part

AWKWARD = [
    "docs/aux.md", "docs/con.rst", "docs/a:b.md", "docs/what?.md", "docs/trail.", "docs/space ", "docs/Readme.md",
    "docs/README.md", "docs/readme.MD", unicodedata.normalize("NFC", "docs/é.md"),
    unicodedata.normalize("NFD", "docs/é.md"), "数据/索引.md", "a/b_c.md", "a_b/c.md", f"deep/{'x' * 300}.md",
    "/".join(["long"] * 80) + "/a.md", "a", "a/b.md", "A/c.md", "x.md/y.md", "x.md", "../../etc/passwd", "a\\b.md",
]  # fmt: skip


def names(paths: list[str]) -> dict[str, str]:
    taken: set[str] = set()
    given: dict[str, str] = {}
    for path in paths:
        given[path] = local_name(path, taken)
        taken.update(occupied(given[path]))
    return given


def check(given: dict[str, str]) -> None:
    plain_names = [plain(name) for name in given.values()]
    assert len(set(plain_names)) == len(plain_names)
    folders = {plain(parent.as_posix()) for name in given.values() for parent in PurePosixPath(name).parents}
    assert not folders & set(plain_names), "a file where a folder is to be"
    for name in given.values():
        parts = name.split("/")
        assert ".." not in parts
        assert all(part and len(part.encode()) <= 100 for part in parts)
        assert len(name.encode()) <= 240
        assert not any(set(part) & set('<>:"\\|?*') or part != part.strip(" .") for part in parts if part[0] != ".")
        assert all(safe_part(part).partition("~")[0] == part.partition("~")[0] for part in parts if len(part) < 60)


def test_awkward_names_in_either_order() -> None:
    check(names(AWKWARD))
    check(names(AWKWARD[::-1]))


def test_plain_names_stay() -> None:
    wanted = ["README.md", "docs/guide/intro.md", "数据/索引.md"]
    assert list(names(wanted).values()) == wanted


def test_endings_stay() -> None:
    assert names(["docs/aux.md"])["docs/aux.md"].endswith(".md")
    assert names([f"{'x' * 300}.ipynb"])[f"{'x' * 300}.ipynb"].endswith(".ipynb")


@given(st.lists(st.text(alphabet="aA./ é:\u0301", min_size=1, max_size=8), unique=True, max_size=12))
def test_no_two_meet(paths: list[str]) -> None:
    check(names(paths))
