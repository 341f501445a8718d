"""What is found on disk, and what is told of the rest."""

from __future__ import annotations

import hashlib
import os
import socket
import sys
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.fetching.local import Listing, hash_file, is_there, scan
from gangdan_gui.fetching.walk import readable_name

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
not_root = pytest.mark.skipif(
    sys.platform == "win32" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="root reads everything"
)


def source(*locations: Path, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> Source:
    return Source("s", "S", SourceKind.LOCAL, tuple(map(str, locations)), include, exclude)


def put(folder: Path, *names: str) -> Path:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name, "utf-8")
    return folder


def paths(listing: Listing) -> list[str]:
    return [found.path for found in listing.files]


def codes(listing: Listing) -> dict[str, str]:
    return {problem.path: problem.reason.code for problem in listing.problems}


def test_files_come_in_the_order_of_their_paths_with_size_and_time(tmp_path: Path) -> None:
    put(tmp_path, "b.md", "a/z.md", "a/a.md", "C.md", "数据/索引.md", "a b/c.md")
    os.utime(tmp_path / "b.md", (1000.5, 1000.5))

    listing = scan(source(tmp_path))

    assert paths(listing) == ["C.md", "a b/c.md", "a/a.md", "a/z.md", "b.md", "数据/索引.md"]
    assert listing.problems == ()
    found = listing.files[4]
    assert (found.file, found.size, found.modified) == (tmp_path / "b.md", 4, 1000.5)


def test_hidden_files_and_what_tools_leave_are_left_out(tmp_path: Path) -> None:
    put(
        tmp_path, "a.md", ".git/config.md", ".ipynb_checkpoints/a-checkpoint.ipynb", "x/__pycache__/a.py", ".DS_Store",
        "~$lesson.docx", "node_modules/m/README.md", "Thumbs.db", "__MACOSX/a.md", ".hidden.md", "x/~ok.md",
    )  # fmt: skip
    assert paths(scan(source(tmp_path))) == ["a.md", "x/~ok.md"]


def test_a_location_that_is_itself_hidden_was_chosen(tmp_path: Path) -> None:
    put(tmp_path, ".notes/a.md", ".profile.md")
    assert paths(scan(source(tmp_path / ".notes"))) == ["a.md"]
    assert paths(scan(source(tmp_path / ".profile.md"))) == [".profile.md"]


def test_globs_choose(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "docs/b.md", "docs/c.rst", "docs/drafts/d.md")
    assert paths(scan(source(tmp_path, include=("*.md",), exclude=("drafts",)))) == ["a.md", "docs/b.md"]
    assert paths(scan(source(tmp_path, include=(r"docs\**",)))) == ["docs/b.md", "docs/c.rst", "docs/drafts/d.md"]


def test_a_file_is_a_source_under_its_name(tmp_path: Path) -> None:
    put(tmp_path, "x/讲义.md")
    assert paths(scan(source(tmp_path / "x" / "讲义.md"))) == ["讲义.md"]


def test_several_locations_stay_apart(tmp_path: Path) -> None:
    put(tmp_path, "one/docs/a.md", "two/docs/a.md", "three/Docs/a.md", "one/a.md", "two/a.md")
    listing = scan(source(*(tmp_path / n for n in ("one/docs", "two/docs", "three/Docs", "one/a.md", "two/a.md"))))
    assert paths(listing) == ["Docs (3)/a.md", "a (2).md", "a.md", "docs (2)/a.md", "docs/a.md"]
    assert {found.path: found.file for found in listing.files}["docs (2)/a.md"] == tmp_path / "two/docs/a.md"


@posix_only
def test_names_that_differ_only_in_case_or_unicode_form_are_all_found(tmp_path: Path) -> None:
    twins = ["Readme.md", "README.md", unicodedata.normalize("NFC", "é.md"), unicodedata.normalize("NFD", "é.md")]
    put(tmp_path, *twins)
    if len(list(tmp_path.iterdir())) < len(twins):
        pytest.skip("this file system does not tell them apart")
    assert sorted(paths(scan(source(tmp_path)))) == sorted(twins)


def test_a_missing_location_is_an_error_and_not_an_empty_listing(tmp_path: Path) -> None:
    with pytest.raises(LocationMissing) as caught:
        scan(source(tmp_path / "gone"))
    assert caught.value.facts == {"location": str(tmp_path / "gone")}


def test_one_of_several_locations_missing_keeps_what_was_known_of_it(tmp_path: Path) -> None:
    put(tmp_path, "here/a.md")
    listing = scan(source(tmp_path / "usb", tmp_path / "here"))
    assert paths(listing) == ["here/a.md"]
    assert codes(listing) == {"usb": "location-missing"}
    assert listing.may_hold("usb/b.md")
    assert not listing.may_hold("usb2/b.md")
    assert not listing.may_hold("here/b.md")


def test_a_bare_folder_may_be_that_of_a_drive_which_is_away(tmp_path: Path) -> None:
    for name in ("usb", "here"):
        (tmp_path / name).mkdir()
    put(tmp_path, "here/a.md")
    listing = scan(source(tmp_path / "usb"))
    assert (listing.files, codes(listing)) == ((), {"": "location-bare"})
    assert listing.may_hold("b.md")
    listing = scan(source(tmp_path / "usb", tmp_path / "here"))
    assert codes(listing) == {"usb": "location-bare"}
    assert listing.may_hold("usb/b.md")
    assert not listing.may_hold("here/b.md")


def test_a_folder_without_documents_or_of_the_library_itself_is_an_empty_listing(tmp_path: Path) -> None:
    assert scan(replace(source(tmp_path), kind=SourceKind.NOTES)) == Listing(())
    put(tmp_path, ".hidden")
    assert scan(source(tmp_path)) == Listing(())


@pytest.fixture
def closed() -> Iterator[Callable[[Path], None]]:
    """Take a folder's or file's rights away until the test has ended."""
    taken: list[Path] = []

    def close(path: Path) -> None:
        path.chmod(0)
        taken.append(path)

    yield close
    for path in reversed(taken):
        path.chmod(0o700)


@not_root
def test_an_unreadable_folder_is_told_and_its_documents_are_not_deleted(
    tmp_path: Path, closed: Callable[[Path], None]
) -> None:
    put(tmp_path, "a.md", "locked/b.md", "locked2/c.md")
    closed(tmp_path / "locked")
    listing = scan(source(tmp_path))
    assert paths(listing) == ["a.md", "locked2/c.md"]
    assert codes(listing) == {"locked": "not-readable"}
    assert listing.may_hold("locked/b.md")
    assert not listing.may_hold("locked2/d.md")


@not_root
def test_an_unreadable_source_folder_hides_everything(tmp_path: Path, closed: Callable[[Path], None]) -> None:
    put(tmp_path, "s/a.md")
    closed(tmp_path / "s")
    listing = scan(source(tmp_path / "s"))
    assert codes(listing) == {"": "not-readable"}
    assert listing.may_hold("a.md")


@not_root
def test_a_location_below_a_closed_folder_counts_as_missing(tmp_path: Path, closed: Callable[[Path], None]) -> None:
    put(tmp_path, "above/s/a.md")
    closed(tmp_path / "above")
    with pytest.raises(LocationMissing):
        scan(source(tmp_path / "above" / "s"))


def test_what_can_not_be_listed_is_told_also_where_rights_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "a.md", "broken/b.md")
    scandir = os.scandir

    def refusing(folder: Path) -> object:
        if Path(folder).name == "broken":
            raise OSError(5, "Input/output error")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refusing)
    listing = scan(source(tmp_path))
    assert paths(listing) == ["a.md"]
    assert [(p.path, p.stage, p.reason.detail) for p in listing.problems] == [("broken", "fetch", "Input/output error")]
    assert listing.may_hold("broken/b.md")


@posix_only
def test_links_that_leave_loop_or_lead_nowhere_are_told_and_not_followed(tmp_path: Path) -> None:
    outside = put(tmp_path / "outside", "secret.md")
    root = put(tmp_path / "root", "a.md", "sub/b.md")
    (root / "out").symlink_to(outside)
    (root / "out.md").symlink_to(outside / "secret.md")
    (root / "sub" / "up").symlink_to(root)
    (root / "sub" / "same").symlink_to(root / "sub")
    (root / "nowhere.md").symlink_to(root / "missing.md")
    (root / "self.md").symlink_to(root / "self.md")
    (root / "inside").symlink_to(root / "sub")
    (root / "c.md").symlink_to(root / "a.md")

    listing = scan(source(root))

    assert paths(listing) == ["a.md", "c.md", "sub/b.md"]
    assert codes(listing) == {
        "out": "link-outside",
        "out.md": "link-outside",
        "sub/up": "link-loop",
        "sub/same": "link-loop",
        "nowhere.md": "link-broken",
        "self.md": "link-loop",
    }
    assert {problem.reason.detail for problem in listing.problems if problem.path == "out"} == {str(outside)}


@posix_only
def test_a_location_may_be_a_link_itself(tmp_path: Path) -> None:
    put(tmp_path / "real", "a.md", "sub/b.md")
    (tmp_path / "real" / "c.md").symlink_to(tmp_path / "real" / "a.md")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    listing = scan(source(tmp_path / "link"))
    assert paths(listing) == ["a.md", "c.md", "sub/b.md"]
    assert listing.problems == ()


@posix_only
def test_pipes_and_sockets_are_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    monkeypatch.chdir(tmp_path)  # an address of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        assert paths(scan(source(tmp_path))) == ["a.md"]
    with pytest.raises(LocationMissing):
        scan(source(tmp_path / "pipe.md"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has names that are no Unicode")
def test_names_that_are_no_unicode_are_found_and_can_be_printed(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path)
    for name in (b"caf\xe9.md", b"\xff\xfe/x.md", rb"caf\xe9.md"):
        file = Path(os.fsdecode(raw + b"/" + name))
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(name)

    listing = scan(source(tmp_path))

    assert sorted(paths(listing)) == [r"\xff\xfe/x.md", r"caf\xe9 (2).md", r"caf\xe9.md"]
    assert all(found.path.encode() for found in listing.files)
    assert sorted(found.file.read_bytes() for found in listing.files) == sorted(
        [b"caf\xe9.md", b"\xff\xfe/x.md", rb"caf\xe9.md"]
    )


@posix_only
def test_a_deep_folder_is_walked_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(150):
        folder = folder / "d"
        folder.mkdir()
    put(folder, "a.md")
    assert paths(scan(source(tmp_path))) == ["d/" * 150 + "a.md"]


def test_a_hash_is_that_of_the_bytes(tmp_path: Path) -> None:
    data = os.urandom(3_000_001)
    (tmp_path / "big").write_bytes(data)
    (tmp_path / "empty").write_bytes(b"")
    assert hash_file(tmp_path / "big") == (hashlib.sha256(data).hexdigest(), len(data))
    assert hash_file(tmp_path / "empty") == (hashlib.sha256().hexdigest(), 0)


def test_a_file_that_vanished_can_not_be_hashed(tmp_path: Path) -> None:
    put(tmp_path, "a.md")
    found = scan(source(tmp_path)).files[0]
    found.file.unlink()
    with pytest.raises(FileNotFoundError):
        hash_file(found.file)


@pytest.mark.shared
def test_a_real_documentation_folder_is_listed_whole(shared: Path) -> None:
    folder = shared / "corpus" / "numpy"
    listing = scan(source(folder))
    visible = [
        file for file in folder.rglob("*")
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]  # fmt: skip
    assert sorted(found.file for found in listing.files) == sorted(visible)
    assert listing.problems == ()


def test_a_library_of_ours_inside_a_source_is_no_part_of_it(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "library/library.sqlite3", "library/markdown/s/a.md~1.md", "library/files/b.md", "z.md")

    assert paths(scan(source(tmp_path))) == ["a.md", "z.md"]
    assert paths(scan(source(tmp_path / "library"))) == []
    assert paths(scan(source(tmp_path / "library" / "files"))) == ["b.md"]


def test_blank_patterns_choose_nothing_and_leave_nothing_out(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "b.txt")

    assert paths(scan(source(tmp_path, include=("", "  "), exclude=("", " ")))) == ["a.md", "b.txt"]
    assert paths(scan(source(tmp_path, include=("", "*.txt")))) == ["b.txt"]


@pytest.mark.parametrize(
    ("name", "readable"),
    [("课 1", "课 1"), ("a\udcff", "a\\xff"), ("\ud83d", "\\ud83d"), ("\udcff\ud83d", "\\udcff\\ud83d")],
)
@posix_only
def test_names_that_are_no_unicode_are_written_so_that_they_are(name: str, readable: str) -> None:
    assert readable_name(name) == readable
    assert readable_name(name).encode()


@posix_only
def test_pipes_and_devices_are_no_locations(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert not is_there(tmp_path / "pipe")
    assert not is_there(Path("/dev/null"))
    assert not is_there(tmp_path / ("x" * 300))
    assert is_there(tmp_path)
