"""Archives are unpacked as far as they can be trusted."""

from __future__ import annotations

import gzip
import io
import itertools
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gangdan_gui.fetching.archive import Stopped, Unpacked, unpack
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
