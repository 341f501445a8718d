"""Which pictures of a source are read, and what is read again once its reader is installed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.converting import libreoffice, recognition
from gangdan_gui.domain.documents import FileState, Source, SourceKind
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.local import FoundFile, Listing, hash_file
from gangdan_gui.services.building.build_plan import Plan, Planner
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.storing.records import DocumentRecord

PLACES = ("board.jpg", "lesson/images/logo.png", "lesson/notes.md", "lesson/photo.PNG")


def plan(folder: Path, kind: SourceKind, *records: DocumentRecord, names: tuple[str, ...] = PLACES) -> Plan:
    found = []
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"content of " + name.encode())
        found.append(FoundFile(name, file, file.stat().st_size, 0.0))
    source = Source("s", "S", kind, (str(folder),))
    planner = Planner(
        source,
        {record.path: record for record in records},
        lambda _path, made, _hash: made == "1",
        SourceFiles(),
        force=False,
    )
    for one in found:
        planner.look(one)
    return planner.plan(Listing(tuple(found)))


def remembered(folder: Path, name: str, reason: Reason | None, *warnings: Reason) -> DocumentRecord:
    """What an earlier build left of the file that `plan` writes."""
    (folder / name).write_bytes(b"content of " + name.encode())
    sha256, size = hash_file(folder / name)
    state = FileState.FAILED if reason else FileState.READY
    return DocumentRecord(name, sha256, size, 0.0, state, converter="1", reason=reason, warnings=warnings)


def test_pictures_of_a_folder_are_read_where_they_are_no_illustrations(tmp_path: Path) -> None:
    made = plan(tmp_path, SourceKind.LOCAL)
    assert [file.path for file in made.changed] == ["board.jpg", "lesson/notes.md", "lesson/photo.PNG"]
    assert [(one.found.path, one.reason.code) for one in made.skipped] == [("lesson/images/logo.png", "asset")]


@pytest.mark.parametrize("kind", [SourceKind.GITHUB, SourceKind.SITE, SourceKind.ADDRESSES])
def test_pictures_of_downloads_are_not(tmp_path: Path, kind: SourceKind) -> None:
    made = plan(tmp_path, kind)
    assert [file.path for file in made.changed] == ["lesson/notes.md"]
    assert {one.reason.code for one in made.skipped} == {"asset"}


@pytest.mark.parametrize(
    ("name", "reason", "warnings", "reader"),
    [
        ("scan.pdf", Reason("scanned"), (), recognition),
        ("board.jpg", Reason("picture"), (), recognition),
        ("mixed.pdf", None, (Reason("pages-scanned", "2"),), recognition),
        ("old.doc", Reason("old-office", ".docx"), (), libreoffice),
    ],
)
def test_what_could_not_be_read_is_read_once_its_reader_is_there(
    tmp_path: Path, monkeypatch, name: str, reason: Reason | None, warnings: tuple[Reason, ...], reader
) -> None:
    record = remembered(tmp_path, name, reason, *warnings)
    for there in (False, True):
        monkeypatch.setattr(recognition, "is_available", lambda there=there: there and reader is recognition)
        monkeypatch.setattr(libreoffice, "program", lambda there=there: "soffice" if there else "")
        made = plan(tmp_path, SourceKind.LOCAL, record, names=(name,))
        assert [file.path for file in made.changed] == ([name] if there else [])


def test_what_has_been_read_is_not_read_again(tmp_path: Path, monkeypatch) -> None:
    record = remembered(tmp_path, "scan.pdf", None, Reason("recognised", "3"))
    monkeypatch.setattr(recognition, "is_available", lambda: True)
    assert plan(tmp_path, SourceKind.LOCAL, record, names=("scan.pdf",)).unchanged == (record,)
    damaged = replace(record, state=FileState.FAILED, reason=Reason("damaged-file"), warnings=())
    assert plan(tmp_path, SourceKind.LOCAL, damaged, names=("scan.pdf",)).unchanged == (damaged,)
