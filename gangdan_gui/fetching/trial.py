"""Tries whether a mirror, and the way that downloads go, give what is asked for: one small file, asked for once."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.archives.archive import GZIP
from gangdan_gui.fetching.github import COMMIT_ONLY, Repository, is_commit
from gangdan_gui.fetching.mirrors import Mirrors, read_mirrors
from gangdan_gui.fetching.not_brought import SILENT, NotBrought
from gangdan_gui.fetching.patience import Patience
from gangdan_gui.fetching.web import Web, Wish
from gangdan_gui.way_out import WayOut

# GitHub's own repository for trying things out, a few hundred bytes large.
_SAMPLE = Repository("octocat", "Hello-World")
_FILE, _IN_FILE = "README", b"Hello World"
_MOST = 1 << 20
_PATIENCE = Patience(connect=8.0, read=8.0, file=15.0, tries=1)


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of it. `place` is what gave the file; `reason` says why there is none, or that it is another."""

    place: str = ""
    reason: Reason | None = None

    @property
    def reached(self) -> bool:
        """Whether anybody was there."""
        return self.reason is None or self.reason.code not in SILENT


class _Nobody:
    """Is told how far a download is."""

    def expect(self, size: int) -> None:
        """Nothing: it is a small one."""

    async def count(self, size: int) -> None:
        """Nothing."""


async def try_mirror(pair: tuple[str, str], way_out: WayOut) -> Trial:
    """Ask a mirror alone for a small file of what it stands for. Raises CannotWrite."""
    mirrors = read_mirrors("=".join(pair))
    wish = _wish(mirrors.pairs[0][0])
    place = mirrors.places(wish.address)[0]
    return await _tried(wish, place, Mirrors(), way_out)


async def try_download(mirrors: str, way_out: WayOut) -> Trial:
    """Ask for a small file of GitHub as a download does: the mirrors in their order, then the address itself.

    Raises CannotWrite.
    """
    wish = _wish(_SAMPLE.raw("", _FILE))
    return await _tried(wish, wish.address, read_mirrors(mirrors), way_out)


def _wish(beginning: str) -> Wish:
    """A small file whose address begins so: one that is known, or what lies at the beginning itself."""
    known = (
        Wish(_SAMPLE.raw("", _FILE), _MOST, _PATIENCE.file),
        Wish(_SAMPLE.archive(""), _MOST, _PATIENCE.file, magic=GZIP),
        Wish(_SAMPLE.commit(""), _MOST, _PATIENCE.file, accept=COMMIT_ONLY),
    )
    other = Wish(beginning, _MOST, _PATIENCE.file)
    return next((wish for wish in known if Mirrors(((beginning, beginning),)).stands_for(wish.address)), other)


async def _tried(wish: Wish, place: str, mirrors: Mirrors, way_out: WayOut) -> Trial:
    asked = Wish(place, wish.most, wish.seconds, wish.accept, wish.magic)
    try:
        with tempfile.TemporaryDirectory(prefix="gangdan-trial-") as folder:
            async with Web(mirrors, (place,), _PATIENCE, at_once=1, way_out=way_out) as web:
                arrived = await web.bring(asked, Path(folder) / "file", _Nobody())
    except NotBrought as failure:
        return Trial(place, failure.reason)
    if arrived is None or not _is_it(wish, arrived.received.head):
        return Trial(place, Reason("other-file"))
    return Trial(arrived.place)


def _is_it(wish: Wish, head: bytes) -> bool:
    """Whether a file is the known one, where one was asked for; an archive has been looked at already."""
    if wish.address == _SAMPLE.raw("", _FILE):
        return _IN_FILE in head
    return wish.accept != COMMIT_ONLY or is_commit(head.decode("ascii", "replace").strip())
