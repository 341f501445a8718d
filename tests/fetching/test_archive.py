"""Archives are unpacked as far as they can be trusted."""

from __future__ import annotations

import gzip
import io
import itertools
import tarfile
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from gangdan_gui.fetching.archives.archive import Stopped, Unpacked, unpack
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits


def packed(files: dict[str, bytes], change: Callable[[tarfile.TarInfo], None] = lambda _: None) -> bytes:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT, pax_headers={"comment": "c" * 40}) as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            change(member)
            tar.addfile(member, io.BytesIO(data))
    return gzip.compress(plain.getvalue(), mtime=0)


def unpacked(
    tmp_path: Path, data: bytes, limits: Limits | None = None, stop: threading.Event | None = None
) -> Unpacked:
    archive = tmp_path / "a.tar.gz"
    archive.write_bytes(data)
    number = itertools.count()
    return unpack(
        archive, lambda path: path.endswith(".md"), lambda: tmp_path / f"{next(number)}.part", limits or Limits(),
        stop or threading.Event(),
    )  # fmt: skip


def test_the_wanted_files_and_the_commit(tmp_path: Path) -> None:
    found = unpacked(tmp_path, packed({"g-1/a.md": b"one", "g-1/docs/b.md": b"two", "g-1/c.png": b"picture"}))
    assert found.commit == "c" * 40
    assert {path: member.part.read_bytes() for path, member in found.members.items()} == {
        "a.md": b"one", "docs/b.md": b"two",
    }  # fmt: skip


def test_nothing_leaves_the_folder_and_nothing_hidden_is_taken(tmp_path: Path) -> None:
    names = ["g/../../evil.md", "/etc/evil.md", "g/x/../../evil.md", "g/.git/evil.md", "evil.md", "g\\..\\evil.md"]
    found = unpacked(tmp_path, packed(dict.fromkeys(names, b"evil") | {"g/good.md": b"good"}))
    assert list(found.members) == ["good.md"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE])
def test_only_plain_files_are_taken(tmp_path: Path, kind: bytes) -> None:
    def change(member: tarfile.TarInfo) -> None:
        member.type, member.linkname, member.size = kind, "/etc/passwd", 0

    assert not unpacked(tmp_path, packed({"g/a.md": b""}, change)).members


def test_damage_anywhere_is_noticed(tmp_path: Path) -> None:
    whole = packed({f"g/{number}.md": bytes(range(256)) * 40 for number in range(20)})
    for at in range(12, len(whole), max(1, len(whole) // 40)):
        with pytest.raises(NotBrought, match="archive-damaged"):
            unpacked(tmp_path, whole[:at])
    for at in range(len(whole) - 8, len(whole)):
        spoilt = bytearray(whole)
        spoilt[at] ^= 0x10
        with pytest.raises(NotBrought, match="archive-damaged"):
            unpacked(tmp_path, bytes(spoilt))


def test_bombs_have_an_end(tmp_path: Path) -> None:
    large = packed({"g/zeros.bin": bytes(3 << 20), "g/b.md": b"b"})
    with pytest.raises(NotBrought, match="too-large"):
        unpacked(tmp_path, large, Limits(unpacked=1 << 20))
    with pytest.raises(NotBrought, match="too-large"):
        unpacked(tmp_path, packed({f"g/{number}.txt": b"" for number in range(50)}), Limits(members=20))
    with pytest.raises(NotBrought, match="too-large"):
        unpacked(tmp_path, packed({f"g/{number}.md": b"" for number in range(50)}), Limits(files=20))


def test_a_large_file_is_left_out_and_named(tmp_path: Path) -> None:
    found = unpacked(tmp_path, packed({"g/large.md": b"x" * 2000, "g/small.md": b"x"}), Limits(file=1000))
    assert (list(found.members), found.too_large) == (["small.md"], ["large.md"])


def test_it_stops_when_it_is_told_to(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        unpacked(tmp_path, packed({"g/a.md": b"a"}), stop=stop)


def header(name: str, size: int, kind: bytes) -> bytes:
    member = tarfile.TarInfo(name)
    member.size, member.type = size, kind
    return member.tobuf(tarfile.GNU_FORMAT)


def remarked(key: str, value: str) -> bytes:
    """A member's remarks as git writes them before its own header; short ones."""
    text = f" {key}={value}\n".encode()
    size = next(size for size in range(len(text), len(text) + 9) if len(str(size)) + len(text) == size)
    record = str(size).encode() + text
    return header("remarks", len(record), tarfile.XHDTYPE) + record.ljust(512, b"\x00")


GOOD = header("g/a.md", 4, tarfile.REGTYPE) + b"text".ljust(512, b"\x00")
END = bytes(1024)


@pytest.mark.parametrize(
    "spoilt",
    [
        remarked("size", "9" * 30) + GOOD + END,
        remarked("GNU.sparse.map", "a,b,c") + GOOD + END,
        remarked("GNU.sparse.major", "1") + remarked("a", "b") * 2000 + GOOD + END,
        (header("n", 5, tarfile.GNUTYPE_LONGNAME) + b"g/b.m".ljust(512, b"\x00")) * 2000 + GOOD + END,
        header("n", 1 << 40, tarfile.GNUTYPE_LONGNAME) + bytes(1 << 16),
        header("n", 1 << 40, tarfile.XHDTYPE) + bytes(1 << 16),
    ],
    ids=["a size for years", "no numbers", "endless remarks", "endless names", "a name in terabytes", "a huge remark"],
)
def test_headers_that_lie_are_damage(tmp_path: Path, spoilt: bytes) -> None:
    with pytest.raises(NotBrought, match="archive-damaged"):
        unpacked(tmp_path, gzip.compress(spoilt))


def test_a_name_in_remarks_that_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(NotBrought, match="archive-damaged"):
            unpacked(tmp_path, gzip.compress(header("n", 64 << 20, tarfile.GNUTYPE_LONGNAME) + bytes(64 << 20), 1))
        assert tracemalloc.get_traced_memory()[0] < 32 << 20
    finally:
        tracemalloc.stop()


def test_names_are_taken_as_they_are_or_not_at_all(tmp_path: Path) -> None:
    names = {"g/a\\b.md": b"one", "g/a/b.md": b"two", "g/c\x00d.md": b"no", "g/x\\..\\..\\e.md": b"no"}
    found = unpacked(tmp_path, packed(names))
    assert {path: member.part.read_bytes() for path, member in found.members.items()} == {
        "a\\b.md": b"one", "a/b.md": b"two",
    }  # fmt: skip


@pytest.mark.parametrize("moment", ["nan", "inf", "-1", "1e300"])
def test_a_moment_outside_the_calendar_is_none(tmp_path: Path, moment: str) -> None:
    found = unpacked(tmp_path, gzip.compress(remarked("mtime", moment) + GOOD + END))
    assert found.members["a.md"].modified == 0.0


def test_a_file_that_is_mostly_holes_is_not_blown_up(tmp_path: Path) -> None:
    member = bytearray(header("g/holes.md", 0, tarfile.GNUTYPE_SPARSE))
    member[386:410] = b"00000000000\x00" * 2
    member[483:495] = b"%011o\x00" % (60 << 20)
    member[148:156] = b" " * 8
    member[148:156] = b"%06o\x00 " % sum(member)
    assert list(unpacked(tmp_path, gzip.compress(bytes(member) + GOOD + END)).members) == ["a.md"]
