"""Older programs' files through LibreOffice: read where it is installed, and no document has it do anything."""

from __future__ import annotations

import os
import select
import stat
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from gangdan_gui.converting import libreoffice
from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.errors import UnreadableFile
from tests.converting.office_files import made

needs_libreoffice = pytest.mark.skipif(not libreoffice.program(), reason="LibreOffice is not installed")
LESSON = "# 第一章 水循环\n\nRain falls on the hills.\n\n| City | People |\n|---|---|\n| 上海 | 2400 |\n"
_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
_HEADING = (
    '<text:h text:outline-level="1" text:style-name="Heading_20_1">第一章 水循环</text:h>'
    "<text:p>Rain falls on the hills.</text:p>"
)
_CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
_TABLE = (
    '<table:table table:name="T"><table:table-column table:number-columns-repeated="2"/>'
    + "".join(
        f"<table:table-row>{_CELL.format(city)}{_CELL.format(people)}</table:table-row>"
        for city, people in (("City", "People"), ("上海", "2400"))
    )
    + "</table:table>"
)
_PICTURE = (
    '<text:p>Rain falls.<draw:frame svg:width="3cm" svg:height="3cm">'
    '<draw:image xlink:href="{}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>'
)


def _flat(body: str) -> bytes:
    """An OpenDocument text in one file."""
    parts = ("office", "text", "table", "style")
    names = "".join(f' xmlns:{part}="{_NAMES}:{part}:1.0"' for part in parts)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document{names} xmlns:draw="{_NAMES}:drawing:1.0"'
        f' xmlns:svg="{_NAMES}:svg-compatible:1.0"'
        ' xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"'
        ' office:mimetype="application/vnd.oasis.opendocument.text"><office:styles><style:style'
        ' style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph"'
        ' style:default-outline-level="1"/></office:styles>'
        f"<office:body><office:text>{body}</office:text></office:body></office:document>"
    ).encode()


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """An address on this machine, and what has been asked of it."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def parse_request(self) -> bool:
            paths.append(self.raw_requestline.decode("latin-1"))
            return False

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/picture.png", paths
        server.shutdown()


@needs_libreoffice
@pytest.mark.parametrize("name", ["a.doc", "论文.WPS"])
@pytest.mark.slow
def test_an_old_document_keeps_its_structure(name: str) -> None:
    old = libreoffice.saved_as(_flat(_HEADING + _TABLE), ".fodt", ".doc")
    assert old.startswith(b"\xd0\xcf\x11\xe0")
    text = convert(old, name).text
    assert "# 第一章 水循环" in text.splitlines()
    assert "| 上海 | 2400 |" in text


@needs_libreoffice
@pytest.mark.slow
def test_old_slides_keep_their_order_and_titles() -> None:
    deck = made("pptx", "# Rain\n\n- falls on hills\n\n# 雪\n\n- 冬天下雪\n")
    try:
        old = libreoffice.saved_as(deck, ".pptx", ".ppt")
    except UnreadableFile:
        pytest.skip("this LibreOffice is without the part for slides")
    text = convert(old, "a.dps").text
    lines = [line for line in text.splitlines() if line]
    assert [line for line in lines if line.startswith("#")] == ["# 1. Rain", "# 2. 雪"]
    assert "- 冬天下雪" in lines


@needs_libreoffice
@pytest.mark.slow
def test_an_old_document_under_a_newer_name_is_read_too() -> None:
    old = libreoffice.saved_as(made("docx", LESSON), ".docx", ".doc")
    assert "Rain falls on the hills." in convert(old, "a.docx").text


@needs_libreoffice
@pytest.mark.slow
def test_what_a_document_links_to_is_not_brought(asked, monkeypatch: pytest.MonkeyPatch) -> None:
    address, paths = asked
    given = _flat(_PICTURE.format(address))
    old = libreoffice.saved_as(given, ".fodt", ".doc")
    assert "Rain falls." in convert(old, "a.doc").text
    assert paths == []
    # With its own settings LibreOffice does ask.
    monkeypatch.setattr(libreoffice, "_SETTINGS", ())
    libreoffice.saved_as(given, ".fodt", ".doc")
    assert paths


@needs_libreoffice
@pytest.mark.slow
def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    libreoffice.saved_as(made("docx", LESSON), ".docx", ".doc")
    assert list(tmp_path.iterdir()) == []


def test_without_it_the_file_is_named_with_what_to_save_it_as(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libreoffice, "program", lambda: "")
    with pytest.raises(UnreadableFile) as refused:
        libreoffice.saved_as(b"x", ".doc", ".docx")
    assert (refused.value.reason.code, refused.value.reason.detail) == ("old-office", ".docx")


def _script(folder: Path, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "soffice"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.skipif(sys.platform != "linux", reason="follows a process by its handle")
def test_one_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "child"
    _script(tmp_path, f"sleep 600 & echo $! > {note}; wait", monkeypatch)
    with pytest.raises(UnreadableFile) as refused:
        libreoffice.saved_as(b"x", ".doc", ".docx", seconds=1.0)
    assert refused.value.reason.code == "too-slow"
    assert _ends(int(note.read_text()))


def _ends(process: int) -> bool:
    """Whether a process that was told to end does so soon: on a busy machine it may still be about to."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 20)[0])
    finally:
        os.close(handle)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script of the shell")
def test_one_that_makes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _script(tmp_path, "exit 0", monkeypatch)
    with pytest.raises(UnreadableFile) as refused:
        libreoffice.saved_as(b"x", ".doc", ".docx")
    assert refused.value.reason.code == "conversion-failed"


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script of the shell")
def test_it_runs_in_a_profile_in_which_macros_are_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "seen"
    _script(tmp_path, f'cp "$HOME/profile/user/registrymodifications.xcu" {seen}', monkeypatch)
    with pytest.raises(UnreadableFile):
        libreoffice.saved_as(b"x", ".doc", ".docx")
    profile = seen.read_text(encoding="utf-8")
    assert '<prop oor:name="DisableMacrosExecution" oor:op="fuse" oor:finalized="true"><value>true</value>' in profile
    assert (
        '<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse" oor:finalized="true"><value>true</value>' in profile
    )
