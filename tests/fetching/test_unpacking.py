"""Documents are taken out of archives: all that is in them, under their own names, and nothing that harms."""

from __future__ import annotations

import os
import shutil
import stat
import struct
import tarfile
import threading
import tracemalloc
import zipfile
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import sniff
from gangdan_gui.converting.guessing import guess_encoding
from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.fetching.archives.archive import Stopped
from gangdan_gui.fetching.archives.unpacking import Seen, Unpacking
from gangdan_gui.fetching.archives.zip_names import decoded
from gangdan_gui.fetching.local import Listing, scan
from gangdan_gui.fetching.patience import Limits
from gangdan_gui.safe_name import safe_part
from tests.fetching.packing import locked, tarred, zipped, zipped_with_names

BODY = "# 水循环\n\n雨落在山上。".encode()


def guess(data: bytes) -> str:
    return guess_encoding(data, prefer_chinese=True)


class Desk:
    """A place for archives, and a library's folder."""

    def __init__(self, root: Path, limits: Limits | None = None) -> None:
        self.docs, self.files = root / "docs", root / "files"
        self.docs.mkdir(exist_ok=True)
        self.unpacking = Unpacking(self.files, sniff, guess, edition="1", limits=limits)
        self.source = Source("s", "s", SourceKind.LOCAL, (str(self.docs),))

    def put(self, name: str, data: bytes) -> Path:
        file = self.docs / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        return file

    def only(self, name: str, data: bytes) -> None:
        """The archive is the whole source."""
        self.source = replace(self.source, locations=(str(self.put(name, data)),))

    def bring(self) -> Listing:
        return self.unpacking.bring(self.source, scan(self.source), threading.Event())

    def seen(self) -> Seen:
        return self.unpacking.seen(self.source, scan(self.source))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def contents(listing: Listing) -> dict[str, bytes]:
    return {found.path: found.file.read_bytes() for found in listing.files}


def reasons(listing: Listing) -> dict[str, str]:
    return {problem.path: problem.reason.code for problem in listing.problems}


def without_mark(data: bytes) -> bytes:
    """A tar whose first header is of the time before there was a mark."""
    head = bytearray(data[:512])
    head[257:265] = bytes(8)
    head[148:156] = b" " * 8
    head[148:156] = f"{sum(head):06o}\0 ".encode()
    return bytes(head) + data[512:]


ARCHIVES = {
    "a.zip": zipped, "b.ZIP": zipped, "stored.zip": lambda files: zipped(files, zipfile.ZIP_STORED),
    "lzma.zip": lambda files: zipped(files, zipfile.ZIP_LZMA), "c.tar": lambda files: tarred(files, "w"),
    "d.tar.gz": tarred, "e.tgz": tarred, "f.tar.bz2": lambda files: tarred(files, "w:bz2"),
    "old.tar": lambda files: without_mark(tarred(files, "w")),
    "behind.zip": lambda files: b"some bytes" + zipped(files),
    "g.tar.xz": lambda files: tarred(files, "w:xz"), "called.zip": tarred,
}  # fmt: skip


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_is_read_as_a_folder_is(desk: Desk, name: str) -> None:
    files = {"课/一.md": BODY, "two.txt": b"two", "picture.gif": b"GIF89a", "paper.docx": b"PK\x03\x04"}
    desk.only(name, ARCHIVES[name](files))
    listing = desk.bring()
    assert contents(listing) == {"paper.docx": b"PK\x03\x04", "two.txt": b"two", "课/一.md": BODY}
    assert reasons(listing) == {}
    assert all(found.file.is_relative_to(desk.files / "s") for found in listing.files)
    assert all(found.modified > 0 for found in listing.files)


def test_in_a_folder_its_name_stands_before_its_paths_one_level_deep(desk: Desk) -> None:
    desk.put("a.md", b"a")
    desk.put("x/lessons.zip", zipped({"b.md": b"b", "deep.zip": zipped({"c.md": b"c"}), "d/e.tar.gz": b"x"}))
    listing = desk.bring()
    assert contents(listing) == {"a.md": b"a", "x/lessons.zip/b.md": b"b"}
    assert reasons(listing) == {
        "x/lessons.zip/deep.zip": "archive-in-archive", "x/lessons.zip/d/e.tar.gz": "archive-in-archive",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["paper.docx", "book.epub", "table.xlsx", "slides.pptx", "text.odt"])
def test_documents_that_are_zips_inside_are_no_archives(desk: Desk, name: str) -> None:
    desk.put(name, zipped({"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>", "a.md": b"a"}))
    assert [found.path for found in desk.bring().files] == [name]


@pytest.mark.parametrize("codec", ["gbk", "gb18030", "big5", "utf-8", "shift_jis", "cp949"])
def test_names_of_systems_that_do_not_say_their_encoding_come_out_right(desk: Desk, codec: str) -> None:
    names = {
        "shift_jis": ["プログラミング入門.md", "第一章/はじめに.txt"],
        "cp949": ["프로그래밍 기초.md", "제1장/시작하기.txt"],
        "big5": ["程式設計基礎.md", "第一章/變數與資料型別.txt"],
    }.get(codec, ["第一章 变量与数据类型.md", "教案/数据结构：栈.txt", "课件\\队列.txt"])
    desk.only("a.zip", zipped_with_names({name.encode(codec): name.encode() for name in names}))
    found = contents(desk.bring())
    assert found == {name.replace("\\", "/"): name.encode() for name in names}


@pytest.mark.parametrize("name", ["教案.md", "数学.md", "第1课.md", "说明.txt", "作业一.md"])
def test_one_short_name_of_a_chinese_system_is_enough(desk: Desk, name: str) -> None:
    desk.only("a.zip", zipped_with_names({name.encode("gbk"): b"x"}))
    assert list(contents(desk.bring())) == [name]


def test_western_names_of_old_programs_are_read_as_those_wrote_them(desk: Desk) -> None:
    desk.only("a.zip", zipped_with_names({"résumé.md".encode("cp437"): b"x"}))
    assert list(contents(desk.bring())) == ["résumé.md"]


def test_chinese_names_in_a_tar_of_another_encoding(desk: Desk) -> None:
    desk.only("a.tar.gz", tarred({"数据结构/第一章 线性表.md": BODY}, encoding="gbk"))
    assert contents(desk.bring()) == {"数据结构/第一章 线性表.md": BODY}


@given(st.lists(st.binary(min_size=1, max_size=12), max_size=5))
def test_any_bytes_are_some_name_or_none(names: list[bytes]) -> None:
    made = decoded(names, guess)
    assert len(made) == len(names)
    for name in made:
        name.encode()


HOSTILE = ["../evil.md", "x/../../evil.md", "/etc/evil.md", "C:\\evil.md", "c:/evil.md", "..\\..\\evil.md"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_leads_out(desk: Desk, name: str, tmp_path: Path) -> None:
    desk.only("a.zip", zipped_with_names({name.encode(): b"evil", b"good.md": b"good"}))
    listing = desk.bring()
    assert contents(listing) == {"good.md": b"good"}
    assert reasons(listing) == {name: "unsafe-name"}
    assert [file.name for file in tmp_path.rglob("*.md")] == ["good.md"]


@pytest.mark.parametrize(
    "name", ["a:b.md", "c:evil.md", "x/d:e.md", "aux.md", "con/nul.txt", "end. /q?.md", "a\x01b.md"]
)
def test_a_name_that_some_system_refuses_is_kept_under_another(desk: Desk, name: str) -> None:
    desk.only("a.zip", zipped_with_names({name.encode(): b"text"}))
    listing = desk.bring()
    assert contents(listing) == {name: b"text"}
    assert not listing.problems
    (found,) = listing.files
    place = found.file.relative_to(desk.files / "s").as_posix()
    assert all(safe_part(part) == part for part in place.split("/"))


def test_no_name_of_a_tar_leads_out_and_no_link_is_followed(desk: Desk) -> None:
    data = BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, kind in (
            ("../evil.md", tarfile.REGTYPE),
            ("link.md", tarfile.SYMTYPE),
            ("pipe.md", tarfile.FIFOTYPE),
        ):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
    desk.only("a.tar", data.getvalue())
    listing = desk.bring()
    assert listing.files == ()
    assert reasons(listing) == {"../evil.md": "unsafe-name", "link.md": "link-in-archive", "pipe.md": "link-in-archive"}


def test_a_link_in_a_zip_is_not_followed(desk: Desk) -> None:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        member = zipfile.ZipInfo("link.md")
        member.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(member, "/etc/passwd")
    desk.only("a.zip", data.getvalue())
    assert reasons(desk.bring()) == {"link.md": "link-in-archive"}


def test_what_is_hidden_is_not_taken_and_not_told(desk: Desk) -> None:
    desk.only("a.zip", zipped({"__MACOSX/._a.md": b"x", ".git/b.md": b"x", "a/.DS_Store": b"x", "a/a.md": b"a"}))
    listing = desk.bring()
    assert contents(listing) == {"a/a.md": b"a"}
    assert reasons(listing) == {}


def test_twins_each_keep_their_name(desk: Desk) -> None:
    files = {"README.md": b"1", "Readme.md": b"2", "caf\u00e9.md": b"3", "cafe\u0301.md": b"4", "aux.md": b"5"}
    desk.only("a.zip", zipped(files))
    assert contents(desk.bring()) == files


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"<!DOCTYPE html><html><body>Please log in</body></html>", "html-page"),
        (b"Rar!\x1a\x07\x01\x00 and more", "other-archive"),
        (b"7z\xbc\xaf\x27\x1c and more", "other-archive"),
        (b"no archive at all, only some words", "other-format"),
        (zipped({"a.md": BODY * 99})[:-40], "archive-broken"),
        (zipped({"a.md": BODY})[:20], "archive-broken"),
        (tarred({"a.md": os.urandom(50_000)})[:-200], "archive-broken"),
        (tarred({"a.md": os.urandom(50_000)}, "w:xz")[:-200], "archive-broken"),
        (tarred({"a.md": os.urandom(50_000)}, "w:bz2")[:-200], "archive-broken"),
        (locked(zipped({"a.md": BODY, "b.md": BODY})), "password-protected"),
        (zipped({"mimetype": b"application/epub+zip", "a.xhtml": b"<p>"}), "other-format"),
        (zipped({"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"}), "other-format"),
        (zipped({}), "nothing-found"),
        (zipped({"a.gif": b"GIF89a"}), "nothing-found"),
    ],
)
def test_an_archive_that_gives_nothing_says_why(desk: Desk, data: bytes, code: str) -> None:
    desk.put("good.md", b"good")
    desk.put("bad.zip", data)
    for _ in range(2):  # the second time it is remembered
        listing = desk.bring()
        assert reasons(listing) == {"bad.zip": code}
        assert contents(listing) == {"good.md": b"good"}
        assert (desk.seen().new, desk.seen().changed) == ((), ())


def test_an_archive_in_parts_is_told_as_one(desk: Desk) -> None:
    """As programs split them: the index is in the last part, which says how many come before it."""
    data = bytearray(zipped({"a.md": BODY, "b.md": BODY}))
    data[-18:-14] = struct.pack("<HH", 2, 2)
    desk.put("last.zip", bytes(data[40:]))
    desk.put("first.zip", b"PK\7\x08" + zipped({"a.md": BODY})[:30])
    listing = desk.bring()
    assert reasons(listing) == {"last.zip": "archive-in-parts", "first.zip": "archive-in-parts"}
    assert listing.files == ()


@pytest.mark.parametrize("version", [64, 117, 255])
def test_a_zip_of_a_later_version_is_one_line(desk: Desk, version: int) -> None:
    data = bytearray(zipped({"a.md": BODY}))
    data[data.index(b"PK\1\2") + 6] = version
    desk.put("late.zip", bytes(data))
    desk.put("good.md", b"good")
    listing = desk.bring()
    assert reasons(listing) == {"late.zip": "archive-broken"}
    assert set(contents(listing)) == {"good.md"}


def test_a_file_without_a_name_takes_nothing_from_the_others(desk: Desk) -> None:
    desk.only("a.zip", zipped_with_names({b"": b"nameless", b"a.md": b"a"}))
    assert contents(desk.bring()) == {"a.md": b"a"}


def test_a_sparse_file_is_told_as_what_it_is(desk: Desk) -> None:
    data = BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as archive:
        member = tarfile.TarInfo("holes.md")
        member.size = 4
        member.pax_headers = {"GNU.sparse.map": "0,4", "GNU.sparse.size": "1000000", "GNU.sparse.numblocks": "1"}
        archive.addfile(member, BytesIO(b"head"))
    desk.only("a.tar", data.getvalue())
    listing = desk.bring()
    assert (reasons(listing), listing.files) == ({"holes.md": "packing-unknown"}, ())


WHOLE = {
    ending: pack({"a.md": BODY, "图/b.md": BODY * 40, "c.txt": b"c"})
    for ending, pack in ((".zip", zipped), (".tar", partial(tarred, mode="w")), (".tar.gz", tarred))
}


@given(
    ending=st.sampled_from(sorted(WHOLE)),
    hits=st.lists(st.tuples(st.integers(0), st.binary(min_size=1, max_size=4)), min_size=1, max_size=4),
    cut=st.integers(0, 80),
)
def test_no_damage_to_an_archive_is_more_than_lines_in_the_report(
    tmp_path_factory: pytest.TempPathFactory, ending: str, hits: list[tuple[int, bytes]], cut: int
) -> None:
    data = bytearray(WHOLE[ending])
    for at, some in hits:
        # The index of a zip and the first header of a tar are where damage is more than a wrong checksum.
        at = data.index(b"PK\1\2") + at % 220 if ending == ".zip" and at % 2 else at % len(data)
        data[at : at + len(some)] = some
    desk = Desk(tmp_path_factory.mktemp("damage"))
    desk.put(f"a{ending}", bytes(data[: len(data) - cut]))
    listing = desk.bring()
    assert listing.files or listing.problems
    assert not list(desk.files.rglob("*.part"))


def test_one_locked_or_damaged_file_is_one_line_and_the_others_are_read(desk: Desk) -> None:
    data = locked(zipped({"a.md": BODY, "secret.md": BODY}, zipfile.ZIP_STORED), "secret.md")
    desk.put("locked.zip", data)
    broken = bytearray(zipped({"a.md": b"the first text", "b.md": b"the second text"}, zipfile.ZIP_STORED))
    broken[broken.index(b"second")] ^= 1
    desk.put("broken.zip", bytes(broken))
    listing = desk.bring()
    assert set(contents(listing)) == {"locked.zip/a.md", "broken.zip/a.md"}
    assert reasons(listing) == {"locked.zip/secret.md": "password-protected", "broken.zip/b.md": "damaged-file"}


def test_a_way_of_packing_that_is_not_known_is_one_line(desk: Desk) -> None:
    data = bytearray(zipped({"a.md": BODY, "b.md": BODY}, zipfile.ZIP_STORED))
    with zipfile.ZipFile(BytesIO(bytes(data))) as archive:
        at = data.index(b"b.md", archive.start_dir) - 46
    data[at + 10] = 9
    desk.only("a.zip", bytes(data))
    listing = desk.bring()
    assert set(contents(listing)) == {"a.md"}
    assert reasons(listing) == {"b.md": "packing-unknown"}


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_bombs_do_not_burst(tmp_path: Path, pack: object) -> None:
    desk = Desk(tmp_path, Limits(file=100_000, archive=250_000, unpacked=4_000_000))
    assert callable(pack)
    desk.put("large.zip", pack({"large.md": b"x" * 2_000_000, "small.md": b"small"}))
    desk.put("many.zip", pack({f"{number}.md": b"x" * 90_000 for number in range(20)}))
    tracemalloc.start()
    listing = desk.bring()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8_000_000
    assert reasons(listing) == {"large.zip/large.md": "too-large", "many.zip": "unpacked-too-large"}
    assert contents(listing) == {"large.zip/small.md": b"small"}
    assert sum(file.stat().st_size for file in desk.files.rglob("*") if file.is_file()) < 10_000


def test_a_size_that_is_a_lie_is_noticed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Limits(file=100_000))
    data = bytearray(zipped({"a.md": b"x" * 2_000_000, "b.md": b"b"}))
    with zipfile.ZipFile(BytesIO(bytes(data))) as archive:
        at = data.index(b"a.md", archive.start_dir) - 46
    data[at + 24 : at + 28] = (50).to_bytes(4, "little")
    desk.only("a.zip", bytes(data))
    listing = desk.bring()
    assert contents(listing) == {"b.md": b"b"}
    assert reasons(listing)["a.md"] in ("damaged-file", "too-large")


def test_too_many_files_are_too_many(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Limits(files=3))
    desk.only("a.zip", zipped({f"{number}.md": b"x" for number in range(5)}))
    listing = desk.bring()
    assert (reasons(listing), listing.files) == ({"a.zip": "unpacked-too-large"}, ())


@pytest.mark.parametrize("limits", [Limits(members=500), Limits(index=20_000)])
def test_an_index_that_is_too_large_is_not_read(tmp_path: Path, limits: Limits) -> None:
    desk = Desk(tmp_path, limits)
    data = bytearray(zipped_with_names({f"{number}.md".encode(): b"" for number in range(20_000)}))
    data[-14:-10] = struct.pack("<HH", 1, 1)  # it says that there is one
    desk.only("a.zip", bytes(data))
    tracemalloc.start()
    listing = desk.bring()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (reasons(listing), listing.files) == ({"a.zip": "unpacked-too-large"}, ())
    assert peak < 3 * len(data)


def test_a_zip_with_the_long_form_of_its_end_is_read_and_bounded(tmp_path: Path) -> None:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number in range(66_000):
            archive.writestr(f"{number}.gif", b"")
        archive.writestr("a.md", b"a")
    desk = Desk(tmp_path)
    desk.only("a.zip", data.getvalue())
    assert contents(desk.bring()) == {"a.md": b"a"}
    desk = Desk(tmp_path, Limits(members=60_000))
    desk.only("a.zip", data.getvalue())
    (tmp_path / "files" / "s.json").unlink()
    assert reasons(desk.bring()) == {"a.zip": "unpacked-too-large"}


def test_what_somebody_may_miss_is_told(desk: Desk) -> None:
    desk.only(
        "a.zip", zipped({"more.rar": b"Rar!\x1a\x07", "a.md": b"a", "app.exe": b"MZ", "x.strange": b"\0\1\2\3" * 9})
    )
    listing = desk.bring()
    assert contents(listing) == {"a.md": b"a"}
    assert reasons(listing) == {"more.rar": "other-archive", "x.strange": "binary"}


def test_patterns_choose_among_what_is_inside(desk: Desk) -> None:
    desk.put("a.zip", zipped({"a.md": b"a", "b.txt": b"b", "drafts/c.md": b"c"}))
    desk.put("b.zip", zipped({"a.md": b"a"}))
    desk.source = replace(desk.source, include=("*.md",), exclude=("drafts", "b.zip"))
    assert set(contents(desk.bring())) == {"a.zip/a.md"}


def test_an_archive_as_it_was_is_not_unpacked_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    file = desk.put("a.zip", zipped({"a.md": b"a", "b.md": b"b"}))
    before = desk.bring()

    def refuse(*_: object) -> None:
        raise AssertionError("unpacked again")

    monkeypatch.setattr("gangdan_gui.fetching.archives.document_archive.packed_files", refuse)
    os.utime(file, (5, 5))
    assert (desk.seen().new, desk.seen().changed) == ((), ())
    assert desk.bring() == before
    assert desk.seen().listing.files == before.files


def test_a_copy_that_other_hands_changed_is_unpacked_again(desk: Desk) -> None:
    desk.put("a.zip", zipped({"a.md": b"a"}))
    desk.bring().files[0].file.write_bytes(b"other")
    assert contents(desk.bring()) == {"a.zip/a.md": b"a"}


def test_what_is_new_in_an_archive_comes_and_what_is_gone_goes(desk: Desk) -> None:
    desk.put("a.zip", zipped({"a.md": b"a", "b.md": b"b"}))
    desk.bring()
    desk.put("a.zip", zipped({"b.md": b"b", "c.md": b"c"}))
    desk.put("new.tgz", tarred({"d.md": b"d"}))
    seen = desk.seen()
    assert (seen.new, seen.changed) == (("new.tgz",), ("a.zip",))
    assert seen.listing.may_hold("a.zip/c.md")
    assert set(contents(seen.listing)) == {"a.zip/a.md", "a.zip/b.md"}
    assert contents(desk.bring()) == {"a.zip/b.md": b"b", "a.zip/c.md": b"c", "new.tgz/d.md": b"d"}
    assert {file.name for file in (desk.files / "s").rglob("*.md")} == {"b.md", "c.md", "d.md"}
    (desk.docs / "a.zip").unlink()
    (desk.docs / "new.tgz").unlink()
    desk.put("a.md", b"a")
    assert set(contents(desk.bring())) == {"a.md"}
    assert not list(desk.files.rglob("*"))


def test_what_was_taken_out_of_an_archive_that_broke_stays(desk: Desk) -> None:
    data = zipped({"a.md": b"a"})
    desk.put("a.zip", data)
    desk.bring()
    desk.put("a.zip", data[:-30])
    listing = desk.bring()
    assert (contents(listing), reasons(listing)) == ({"a.zip/a.md": b"a"}, {"a.zip": "archive-broken"})
    assert listing.may_hold("a.zip/b.md")
    desk.put("a.zip", data)
    assert contents(desk.bring()) == {"a.zip/a.md": b"a"}


def test_a_stop_ends_it_at_once_and_leaves_nothing_half_done(desk: Desk) -> None:
    desk.put("a.zip", zipped({"a.md": b"a"}))
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        desk.unpacking.bring(desk.source, scan(desk.source), stop)
    assert not list(desk.files.rglob("*.part"))
    assert contents(desk.bring()) == {"a.zip/a.md": b"a"}


def test_what_comes_out_is_counted_and_what_lies_there_is_not(desk: Desk) -> None:
    desk.put("a.zip", zipped({"a.md": BODY, "b.md": BODY * 2, "c.gif": b"GIF89a"}))
    desk.put("b.tar", tarred({"c.md": BODY * 3}, "w"))
    counted: list[int] = []
    for _ in range(2):
        desk.unpacking.bring(desk.source, scan(desk.source), threading.Event(), lambda: counted.append(1))
        assert len(counted) == 3


def test_removing_leaves_nothing(desk: Desk) -> None:
    desk.put("a.zip", zipped({"a.md": b"a"}))
    desk.bring()
    desk.unpacking.remove(desk.source)
    assert not list(desk.files.rglob("*"))
    shutil.rmtree(desk.docs)
    desk.unpacking.remove(desk.source)
