"""The call of LibreOffice, where it is installed, for files of older programs that nothing else reads.

It opens files that nobody vouches for, so it gets a profile of its own that is thrown away, in which macros can't run,
embedded objects stay shut, nothing that a document links to is brought, and the network leads nowhere.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from gangdan_gui.domain.errors import UnreadableFile

_SECONDS = 120.0
_MOST_BYTES = 200_000_000
_NAMES = ("soffice", "libreoffice")
# Where its installers put it without telling PATH.
_FOLDERS = {
    "win32": (r"%ProgramFiles%\LibreOffice\program", r"%ProgramFiles(x86)%\LibreOffice\program"),
    "darwin": ("/Applications/LibreOffice.app/Contents/MacOS", "~/Applications/LibreOffice.app/Contents/MacOS"),
    "linux": ("/opt/libreoffice/program", "/usr/lib/libreoffice/program", "/snap/bin", "/var/lib/flatpak/exports/bin"),
}
_SETTINGS = (
    ("org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("org.openoffice.Office.Common/Security/Scripting", "CheckDocumentEvents", "false"),
    ("org.openoffice.Office.Common/Misc", "CrashReport", "false"),
    ("org.openoffice.Office.Writer/Content/Update", "Link", "2"),
    ("org.openoffice.Office.Calc/Content/Update", "Link", "2"),
    ("org.openoffice.Inet/Settings", "ooInetProxyType", "2"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("org.openoffice.Inet/Settings", "ooInetNoProxy", ""),
)


def program() -> str:
    """Where LibreOffice is; empty where it isn't."""
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    for folder in _FOLDERS.get(sys.platform, ()):
        place = Path(os.path.expandvars(folder)).expanduser() / (
            "soffice.exe" if sys.platform == "win32" else "soffice"
        )
        if place.is_file():
            return str(place)
    return ""


def saved_as(data: bytes, ending: str, better: str, seconds: float = _SECONDS) -> bytes:
    """The bytes of a file with that `ending` as LibreOffice saves it with the ending `better`. Blocking, seconds.

    Raises UnreadableFile: `old-office` where there is no LibreOffice, `too-slow`, `conversion-failed`,
    `unpacked-too-large`.
    """
    office = program()
    if not office:
        raise UnreadableFile(code="old-office", detail=better)
    with tempfile.TemporaryDirectory(prefix="gangdan-office-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        given, made = folder / f"document{ending}", folder / "made" / f"document{better}"
        given.write_bytes(data)
        _write_profile(folder / "profile")
        command = [
            office, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--norestore", "--nologo",
            "--nodefault", "--nolockcheck", "--convert-to", better.removeprefix("."), "--outdir", str(made.parent),
            str(given),
        ]  # fmt: skip
        _run(command, folder, seconds)
        return _content(made)


def _content(made: Path) -> bytes:
    try:
        if made.stat().st_size > _MOST_BYTES:
            raise UnreadableFile(code="unpacked-too-large", detail="")
        return made.read_bytes()
    except OSError as error:  # it says nothing that can be relied on when it can't read a file
        raise UnreadableFile(code="conversion-failed", detail="LibreOffice") from error


def _write_profile(profile: Path) -> None:
    items = "".join(
        f'<item oor:path="/{place}"><prop oor:name="{name}" oor:op="fuse" oor:finalized="true">'
        f"<value>{value}</value></prop></item>"
        for place, name, value in _SETTINGS
    )
    user = profile / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"{items}</oor:items>\n",
        encoding="utf-8",
    )


def _run(command: list[str], folder: Path, seconds: float) -> None:
    try:
        running = _started(command, folder)
    except OSError as error:
        raise UnreadableFile(code="conversion-failed", detail=f"LibreOffice: {error.strerror or error}") from error
    with _ended(running):
        try:
            running.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise UnreadableFile(code="too-slow", detail="") from error


def _started(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """The program as the first of a group of processes: what is on the path is a script that starts others."""
    quiet = subprocess.DEVNULL
    # Its own temporary files are thrown away with ours.
    surroundings = {**os.environ, "TMPDIR": str(folder), "TMP": str(folder), "TEMP": str(folder), "HOME": str(folder)}
    if sys.platform == "win32":
        return subprocess.Popen(
            command,
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            env=surroundings,
            creationflags=subprocess.CREATE_NO_WINDOW,
        )
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=surroundings, start_new_session=True)


@contextlib.contextmanager
def _ended(running: subprocess.Popen[bytes]) -> Iterator[None]:
    """None of its processes lives on."""
    try:
        yield
    finally:
        if sys.platform == "win32":
            if running.poll() is None:
                subprocess.run(
                    ["taskkill", "/F", "/T", "/PID", str(running.pid)],
                    capture_output=True, check=False, creationflags=subprocess.CREATE_NO_WINDOW,
                )  # fmt: skip
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(running.pid, signal.SIGKILL)
        running.wait()
