"""What a location may be, by the kind of its source. Only the form is judged: nothing is looked for or asked."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import PurePosixPath, PureWindowsPath
from types import MappingProxyType
from urllib.parse import urlsplit

from gangdan_gui.domain.documents import SourceKind

# GitHub's own rules for names; nothing behind the name, so that a repository is written in one way only.
_REPOSITORY = re.compile(
    r"https://github\.com/[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?/(?!\.{1,2}\Z)[A-Za-z0-9._-]{1,100}(?<!\.git)"
)
_NOT_IN_ADDRESSES = re.compile(r"[\s\\\x00-\x1f\x7f-\x9f]")
# git's rules for the names of branches and tags (git check-ref-format); a commit's digits are within them.
_NOT_IN_REVISIONS = re.compile(r"[\s\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|^[-/.]|/\.|[/.]\Z|\.lock(?:/|\Z)|^@\Z")
_LONGEST_REVISION = 255
_OWN_PACK_PARTS = 2

EXPECTED = MappingProxyType(
    {
        SourceKind.LOCAL: "must be absolute paths (addresses need a kind: github, addresses or site)",
        SourceKind.GITHUB: "must be https://github.com/OWNER/NAME",
        SourceKind.ADDRESSES: "must be http:// or https:// addresses, without a name or password in them",
        SourceKind.SITE: "must be http:// or https:// addresses, without a name or password in them",
        SourceKind.NOTES: "must not be there: the library keeps these texts itself",
        SourceKind.ANSWERS: "must not be there: the library keeps these texts itself",
        SourceKind.PACK: "must be the path of a knowledge pack (.gdpack), absolute or in the library's folder packs",
    }
)


def good_location(kind: SourceKind, location: str) -> bool:
    """Whether a source of that kind may have this location."""
    return _RULES[kind](location)


def good_revision(text: str) -> bool:
    """Whether this could be a commit, a tag or a branch; the empty one is the default branch."""
    return len(text) <= _LONGEST_REVISION and not _NOT_IN_REVISIONS.search(text)


def local_path(location: str) -> str:
    """`~` as the user's folder. Unlike Path's method this leaves the name of an unknown user, and slashes, alone."""
    return os.path.expanduser(location)  # noqa: PTH111


def _is_absolute_path(location: str) -> bool:
    # Either system's paths: a list may have been written on another machine.
    return PurePosixPath(local_path(location)).is_absolute() or PureWindowsPath(location).is_absolute()


def _is_repository(location: str) -> bool:
    return bool(_REPOSITORY.fullmatch(location))


def _is_address(location: str) -> bool:
    if _NOT_IN_ADDRESSES.search(location):
        return False
    try:
        parts = urlsplit(location)
        port = parts.port
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc and port != 0


def _is_pack(location: str) -> bool:
    path = PurePosixPath(location)
    own = len(path.parts) == _OWN_PACK_PARTS and path.parts[0] == "packs" and ".." not in path.parts
    return path.suffix == ".gdpack" and (own or _is_absolute_path(location))


def _is_kept_here(_location: str) -> bool:
    return False


_RULES: dict[SourceKind, Callable[[str], bool]] = {
    SourceKind.LOCAL: _is_absolute_path,
    SourceKind.GITHUB: _is_repository,
    SourceKind.ADDRESSES: _is_address,
    SourceKind.SITE: _is_address,
    SourceKind.NOTES: _is_kept_here,
    SourceKind.ANSWERS: _is_kept_here,
    SourceKind.PACK: _is_pack,
}
