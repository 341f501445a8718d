"""Which files are archives that documents are taken out of, and which only look like one."""

from __future__ import annotations

import re
import tarfile

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz")
ZIP, GZIP, BZIP2, XZ = b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
HEAD_BYTES = 1024
_OTHERS = ((b"Rar!", ".rar"), (b"7z\xbc\xaf\x27\x1c", ".7z"), (b"MSCF", ".cab"), (b"\x28\xb5\x2f\xfd", ".zst"))
_PAGE = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|\?xml)\b", re.IGNORECASE)


def is_archive(path: str) -> bool:
    """Whether a file's name says that it is an archive whose documents are read."""
    return path.lower().endswith(ENDINGS)


def impostor(head: bytes) -> tuple[str, str] | None:
    """The code and detail of the reason why a file that is called an archive is none; None where it may be one.

    `head` are its first HEAD_BYTES.
    """
    if not head:
        return "empty", ""
    if _PAGE.match(head):
        return "html-page", ""
    for magic, ending in _OTHERS:
        if head.startswith(magic):
            return "other-archive", ending
    return None


def is_tar(head: bytes) -> bool:
    """Whether a file is a tar as it stands. Old ones have no mark, but all have a checksum of their first header."""
    try:
        tarfile.TarInfo.frombuf(head[: tarfile.BLOCKSIZE], "utf-8", "surrogateescape")
    except tarfile.TarError:
        return False
    return True
