"""A loopback server that gives folders out as repositories on GitHub and as web sites, and has bad days when told to.

The product finds it through its setting `mirrors`: write the server's `mirrors` there (`settings.toml` of the
library, or the settings' form), and `https://codeload.github.com/…`, `https://raw.githubusercontent.com/…`,
`https://api.github.com/…` and the addresses of its sites are asked of this server first. What the library records
are the real addresses all the same.

    with WebServer() as server:
        server.repository("octo/guide", folder)           # https://github.com/octo/guide
        server.site("docs.example.org", other_folder)     # https://docs.example.org/…
        server.days.append(days.once(days.failing()))
        (home / "settings.toml").write_text(f'mirrors = "{server.mirrors}"')

What this server does not have is asked of the real place next. The fixture puts a proxy that is not there before all
other addresses, so that no test reaches anything else.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from tests.loopback import LoopbackHandler, LoopbackServer
from tests.web_server.days import Day
from tests.web_server.exchange import Asked, Reply, whole
from tests.web_server.repository import ServedRepository

_GITHUB = {"codeload.github.com": "codeload", "raw.githubusercontent.com": "raw", "api.github.com": "api"}
_MEDIA = {".md": "text/markdown", ".rst": "text/plain", ".ipynb": "application/x-ipynb+json"}


class WebServer(LoopbackServer[Asked, Reply]):
    """Serves from its block's beginning to its end. All its lists may be changed while it does."""

    def __init__(self, *, days: Sequence[Day] = (), port: int = 0) -> None:
        super().__init__(_Handler, days, port, "web test server")
        self.repositories: dict[str, ServedRepository] = {}
        self.sites: dict[str, Path] = {}

    @property
    def mirrors(self) -> str:
        """What the setting of that name has to be."""
        pairs = [f"https://{host}/={self.address}/{name}/" for host, name in _GITHUB.items()]
        pairs += [f"https://{host}/={self.address}/site/{host}/" for host in self.sites]
        return " ".join(pairs)

    def repository(self, full_name: str, folder: Path) -> ServedRepository:
        """Serve a folder as a repository. It is read anew with each request."""
        self.repositories[full_name] = ServedRepository(full_name, folder)
        return self.repositories[full_name]

    def site(self, host: str, folder: Path) -> str:
        """Serve a folder as a web site; returns its own address, for those who want no mirror between."""
        self.sites[host] = folder
        return f"{self.address}/site/{host}/"

    def targets(self, part: str = "") -> list[str]:
        """What was asked for, in the order it came, where `part` is in it."""
        return [asked.target for asked in list(self.asked) if part in asked.target]

    def regular(self, asked: Asked) -> Reply:
        match [unquote(part) for part in asked.path.split("/")[1:]]:
            case ["codeload", owner, name, "tar.gz", *revision] if f"{owner}/{name}" in self.repositories:
                return self.repositories[f"{owner}/{name}"].archive(asked, "/".join(revision))
            case ["raw", owner, name, revision, *path] if f"{owner}/{name}" in self.repositories:
                return self.repositories[f"{owner}/{name}"].raw(asked, revision, "/".join(path))
            case ["api", "repos", owner, name, "commits", *revision] if f"{owner}/{name}" in self.repositories:
                return self.repositories[f"{owner}/{name}"].commit_of("/".join(revision))
            case ["site", host, *path] if host in self.sites:
                return _page(asked, self.sites[host], "/".join(path))
        return Reply(404, b"404: Not Found")


def _page(asked: Asked, folder: Path, path: str) -> Reply:
    file = folder / path
    if file.is_dir():
        file = file / "index.html"
    if not file.is_file():
        return Reply(404, b"<html><h1>Not Found</h1></html>", "text/html")
    media = _MEDIA.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "text/plain"
    return whole(asked, file.read_bytes(), media)


class _Handler(LoopbackHandler):
    server_version = "web-test-server"

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.test_server.reply(Asked(self.path, headers))
        if reply.raw is not None:
            self.wfile.write(reply.raw)
            self.wfile.flush()
            self.hang_up()
            return
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.media)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status != 304:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(b"" if reply.status == 304 else reply.body)
        self.wfile.flush()
