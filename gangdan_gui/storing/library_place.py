"""Whether a library lies on a network drive, where it is only read.

Chroma and SQLite rely on locks and on files mapped into memory, which drives of a network do not give reliably: two
machines that write to one library would spoil it without a word.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gangdan_gui.domain.reasons import Reason

# Kinds of file systems, as Linux and macOS call them, that lie on another machine.
NETWORK_KINDS = frozenset({
    "9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fuse.cephfs", "fuse.davfs2", "fuse.gcsfuse",
    "fuse.glusterfs", "fuse.gvfsd-fuse", "fuse.rclone", "fuse.s3fs", "fuse.smbnetfs", "fuse.sshfs", "glusterfs", "gpfs",
    "lustre", "ncpfs", "nfs", "nfs3", "nfs4", "orangefs", "smb", "smb2", "smb3", "smbfs", "webdav",
})  # fmt: skip
NETWORK = "network-drive"
_REMOTE_DRIVE = 4  # DRIVE_REMOTE
_OCTAL = re.compile(r"\\([0-7]{3})")
# `//server/share on /Volumes/share (smbfs, nodev, nosuid, mounted by teacher)`
_MAC_LINE = re.compile(r"^.+? on (?P<place>/.*) \((?P<kind>[^,)]+)[^)]*\)$")
_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Mount:
    """A file system that is mounted at a place."""

    place: str
    kind: str


def why_read_only(home: Path) -> Reason | None:
    """Why a library's folder is to be read only, as far as its drive tells; None where it may be written. Blocking.

    What its rights forbid, or a drive that was mounted for reading, shows when its lock is taken.
    """
    folder = _existing(home)
    if sys.platform == "win32":
        return Reason(NETWORK, _drive(folder)) if is_windows_share(str(folder), _drive_type) else None
    mounts = linux_mounts(_text_of("/proc/mounts")) if sys.platform == "linux" else mac_mounts(_said_by_mount())
    return judge(mount_of(str(folder), tuple(mounts)))


def judge(mount: Mount | None) -> Reason | None:
    """What a mount says of the folders in it."""
    return Reason(NETWORK, mount.place) if mount and mount.kind.lower() in NETWORK_KINDS else None


def mount_of(folder: str, mounts: tuple[Mount, ...]) -> Mount | None:
    """The mount that a folder is in: the innermost, and of several at one place the last, which hides the others."""
    best: Mount | None = None
    for mount in mounts:
        inside = mount.place == "/" or folder == mount.place or folder.startswith(f"{mount.place}/")
        if inside and (best is None or len(mount.place) >= len(best.place)):
            best = mount
    return best


def linux_mounts(text: str) -> Iterator[Mount]:
    """The mounts of `/proc/mounts`; blanks in their names are written as octal numbers."""
    for line in text.splitlines():
        fields = line.split(" ")
        if len(fields) >= 3:
            place = _OCTAL.sub(lambda found: chr(int(found[1], 8)), fields[1])
            yield Mount(place.rstrip("/") or "/", fields[2])


def mac_mounts(text: str) -> Iterator[Mount]:
    """The mounts as macOS's `mount` lists them."""
    for line in text.splitlines():
        if found := _MAC_LINE.match(line):
            yield Mount(found["place"].rstrip("/") or "/", found["kind"].strip())


def is_windows_share(folder: str, drive_type: Callable[[str], int]) -> bool:
    """Whether a path of Windows is on another machine: a share by its name (UNC), or a letter that stands for one."""
    plain = folder.replace("/", "\\")
    if plain.upper().startswith("\\\\?\\UNC\\"):
        return True
    plain = plain.removeprefix("\\\\?\\")
    if plain.startswith("\\\\"):
        # WSL's files and devices are of this machine.
        return not plain.lower().startswith(("\\\\.\\", "\\\\wsl$\\", "\\\\wsl.localhost\\"))
    return len(plain) > 1 and plain[1] == ":" and drive_type(f"{plain[:2]}\\") == _REMOTE_DRIVE


def _drive(folder: Path) -> str:
    return folder.drive or str(folder)


def _drive_type(root: str) -> int:
    if sys.platform != "win32":
        return 0
    import ctypes

    return int(ctypes.windll.kernel32.GetDriveTypeW(root))


def _existing(home: Path) -> Path:
    """The folder, or the nearest above it that is there, without links."""
    folder = Path(os.path.realpath(home))
    while folder != folder.parent and not os.path.isdir(folder):  # noqa: PTH112  (says no where Path's method raises)
        folder = folder.parent
    return folder


def _text_of(file: str) -> str:
    with suppress(OSError):
        return Path(file).read_text(encoding="utf-8", errors="surrogateescape")
    return ""


def _said_by_mount() -> str:
    with suppress(OSError, subprocess.SubprocessError):
        said = subprocess.run(["/sbin/mount"], capture_output=True, timeout=_SECONDS, check=False)
        return said.stdout.decode("utf-8", "surrogateescape")
    return ""
