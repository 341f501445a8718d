"""A folder served as a repository on GitHub: its archive, its files one by one, and which commit it is."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

from tests.web_server.exchange import Asked, Reply, whole


@dataclass
class ServedRepository:
    """`full_name` is OWNER/NAME. Its commit is made from what is in the folder: change that, and it is another, unless
    it is `pinned`.

    `branches` are the names that exist; any other is unknown. `links` are put into the archive as symbolic links.
    """

    full_name: str
    folder: Path
    branches: tuple[str, ...] = ("main",)
    links: dict[str, str] = field(default_factory=dict)
    known: tuple[list[tuple[str, int, int]], str] = field(default=([], ""), repr=False)
    pinned: str = ""

    @property
    def name(self) -> str:
        return self.full_name.partition("/")[2]

    @property
    def commit(self) -> str:
        if self.pinned:
            return self.pinned
        stamps = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in self.found()]
        known, commit = self.known
        if known != stamps:  # reading all files for each request would make the server slow
            digest = hashlib.sha1(self.full_name.encode())
            for path, data in self.files().items():
                digest.update(path.encode() + b"\x00" + data)
            commit = digest.hexdigest()
            self.known = stamps, commit
        return commit

    def found(self) -> list[Path]:
        return [file for file in sorted(self.folder.rglob("*")) if file.is_file()]

    def files(self) -> dict[str, bytes]:
        return {file.relative_to(self.folder).as_posix(): file.read_bytes() for file in self.found()}

    def knows(self, revision: str) -> bool:
        return revision in ("HEAD", *self.branches) or revision == self.commit

    def archive(self, asked: Asked, revision: str) -> Reply:
        if not self.knows(revision):
            return Reply(404, b"404: Not Found")
        return whole(asked, self.packed(revision), "application/x-gzip")

    def packed(self, revision: str = "HEAD") -> bytes:
        """The archive as git makes it: everything in one folder, the commit as a comment."""
        packed = io.BytesIO()
        top = f"{self.name}-{revision}"
        with (
            gzip.GzipFile(fileobj=packed, mode="wb", mtime=0, compresslevel=1) as stream,
            tarfile.open(
                fileobj=stream, mode="w", format=tarfile.PAX_FORMAT, pax_headers={"comment": self.commit}
            ) as tar,
        ):
            for path, data in self.files().items():
                member = tarfile.TarInfo(f"{top}/{path}")
                member.size, member.mtime = len(data), 1_700_000_000
                tar.addfile(member, io.BytesIO(data))
            for path, target in self.links.items():
                member = tarfile.TarInfo(f"{top}/{path}")
                member.type, member.linkname = tarfile.SYMTYPE, target
                tar.addfile(member)
        return packed.getvalue()

    def raw(self, asked: Asked, revision: str, path: str) -> Reply:
        file = self.folder / path
        if ".." in path.split("/") or not self.knows(revision) or not file.is_file():
            return Reply(404, b"404: Not Found")
        return whole(asked, file.read_bytes(), "text/plain; charset=utf-8")

    def commit_of(self, revision: str) -> Reply:
        if not self.knows(revision):
            return Reply(422, b'{"message": "No commit found for SHA"}', "application/json")
        return Reply(200, self.commit.encode(), "application/vnd.github.sha; charset=utf-8")
