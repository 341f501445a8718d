"""Converted text as files: legal everywhere, never mixed up, never silently changed."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.safe_name import safe_part
from gangdan_gui.storing.markdown_folder import MarkdownFolder, markdown_name

RESERVED = {"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in "0123456789¹²³")}

AWKWARD = [
    "docs/aux.md", "docs/con.rst", "docs/a:b.md", "docs/what?.md", "docs/trail.", "docs/space ", "docs/Readme.md",
    "docs/README.md", unicodedata.normalize("NFC", "docs/é.md"), unicodedata.normalize("NFD", "docs/é.md"),
    "数据/索引.md", "a/b_c.md", "a_b/c.md", "a/b:c.md", "a/b?c.md", "aux/nul/com1.txt", "CON", "x" * 5000 + ".md",
    "很长的名字" * 100 + ".md", "/".join(["deep"] * 300) + "/a.md", r"a\b.md", "a/b.md", "../../etc/passwd",
    "/etc/passwd", "..", "", "a\nb.md", "a\x00b.md", "\ud800.md", " ", "…", "com¹.md", "nul .md", "🧪.md",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> MarkdownFolder:
    return MarkdownFolder(tmp_path / "markdown")


def test_every_awkward_path_is_a_file_of_its_own_and_reads_back(folder: MarkdownFolder) -> None:
    names = {path: folder.write("机器学习", path, f"text of {path!r}") for path in AWKWARD}
    assert len(set(names.values())) == len(AWKWARD)
    assert len({unicodedata.normalize("NFC", name).casefold() for name in names.values()}) == len(AWKWARD)
    for path, name in names.items():
        assert folder.read("机器学习", path, name) == f"text of {path!r}"
        file = folder.folder("机器学习") / name
        assert file.resolve().is_relative_to(folder.folder("机器学习").resolve())
        assert file.suffix == ".md"


@given(st.text(max_size=400))
@example("con.tar.gz")
@example("LPT1")
@example("a" * 47 + "." * 40)
def test_any_name_is_legal_on_windows(name: str) -> None:
    part = safe_part(name)
    assert part
    assert not set(part) & set('<>:"/\\|?*')
    assert all(ord(character) >= 32 for character in part)
    assert part[-1] not in " ."
    assert part not in ("", ".", "..")
    assert part.partition(".")[0].strip().casefold() not in RESERVED
    assert len(part.encode()) <= 61


@given(st.text(max_size=300), st.text(max_size=20))
def test_any_path_gives_a_short_relative_name(path: str, text: str) -> None:
    name = markdown_name(path, text)
    assert len(name.encode()) < 200
    assert ".." not in name.split("/")
    assert not name.startswith("/")
    assert name == markdown_name(path, text)


def test_a_person_finds_the_document_by_its_path(folder: MarkdownFolder) -> None:
    name = folder.write("go", "docs/教程/入门.rst", "# 入门\n")
    assert name.startswith("docs/教程/入门.rst~")
    assert folder.folder("go").name.startswith("go~")


def test_sources_that_look_alike_have_folders_of_their_own(folder: MarkdownFolder) -> None:
    alike = ["Go", "go", "a:b", "a?b", unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é"), "aux"]
    assert len({folder.folder(source).name.casefold() for source in alike}) == len(alike)


@pytest.mark.parametrize("text", ["", "a\r\nb\rc\n", "\ufeffbom", "中文🧪", "\ud800 half", "x" * 1_000_000])
def test_a_text_reads_back_exactly(folder: MarkdownFolder, text: str) -> None:
    assert folder.read("s", "a", folder.write("s", "a", text)) == text


def test_a_new_text_does_not_overwrite_the_one_that_answers(folder: MarkdownFolder) -> None:
    old = folder.write("s", "a.md", "old")
    new = folder.write("s", "a.md", "new")
    assert (folder.read("s", "a.md", old), folder.read("s", "a.md", new)) == ("old", "new")
    folder.sweep("s", [new])
    assert (folder.read("s", "a.md", old), folder.read("s", "a.md", new)) == (None, "new")


def test_writing_the_same_again_leaves_the_file_alone(folder: MarkdownFolder) -> None:
    file = folder.folder("s") / folder.write("s", "a.md", "same")
    before = file.stat()
    folder.write("s", "a.md", "same")
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("data", [b"edited by hand", b"", b"\xff\xfe", None])
def test_a_file_that_was_changed_is_not_taken_for_the_text_that_was_cut(
    folder: MarkdownFolder, data: bytes | None
) -> None:
    name = folder.write("s", "a.md", "the text")
    file = folder.folder("s") / name
    if data is None:
        file.unlink()
    else:
        file.write_bytes(data)
    assert folder.read("s", "a.md", name) is None
    assert folder.write("s", "a.md", "the text") == name
    assert folder.read("s", "a.md", name) == "the text"


def test_sweeping_leaves_what_is_kept_and_other_sources_alone(folder: MarkdownFolder) -> None:
    kept = folder.write("s", "a/b/c.md", "kept")
    folder.write("s", "a/x/y.md", "gone")
    folder.write("s", "z.md", "gone")
    (folder.folder("s") / ".left.part").write_text("half written")
    other = folder.write("t", "a.md", "other")

    folder.sweep("s", [kept])
    left = sorted(item.relative_to(folder.folder("s")).as_posix() for item in folder.folder("s").rglob("*"))
    assert left == ["a", "a/b", kept]
    folder.sweep("s", [])
    assert not folder.folder("s").exists()
    folder.sweep("s", [])
    assert folder.read("t", "a.md", other) == "other"


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "markdown").write_text("in the way")
    with pytest.raises(CannotWrite) as caught:
        MarkdownFolder(tmp_path / "markdown").write("s", "a.md", "text")
    assert str(tmp_path) in caught.value.facts["path"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights to make links")
def test_sweeping_removes_a_link_and_not_what_it_points_to(folder: MarkdownFolder, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "keep.md").write_text("keep")
    folder.write("s", "a.md", "text")
    (folder.folder("s") / "link").symlink_to(outside)
    folder.sweep("s", [])
    assert (outside / "keep.md").read_text() == "keep"
    assert not folder.folder("s").exists()
