"""A downloader over a folder of its own, and what a test asks of it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.events import StageProgress
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.fetching.local import Listing
from gangdan_gui.fetching.patience import Limits, Patience
from tests.web_server.server import WebServer

QUICK = Patience(pause=0.01, longest=0.05, tries=3)


class DownloadBench:
    """Brings sources from a test server into `folder`."""

    def __init__(
        self, folder: Path, server: WebServer, *, limits: Limits | None = None, patience: Patience = QUICK
    ) -> None:
        self.folder = folder
        self.server = server
        self.progress: list[StageProgress] = []
        self.downloader = Downloader(
            folder, lambda: server.mirrors, lambda path: bool(format_of(path)), edition="1", patience=patience,
            limits=limits,
        )  # fmt: skip

    async def bring(self, source: Source) -> Listing:
        async def report(progress: StageProgress) -> None:
            self.progress.append(progress)

        return await self.downloader.bring(source, report)

    def run(self, source: Source) -> Listing:
        """Bring a source; `asked` of the server is of this time only."""
        self.server.asked.clear()
        return asyncio.run(self.bring(source))

    def index(self, source: str) -> dict[str, Any]:
        return dict(json.loads((self.folder / f"{source}.json").read_text("utf-8")))

    def leftovers(self) -> list[Path]:
        """What is still on its way, which after a download nothing should be."""
        return list(self.folder.rglob("*.part"))


def repository(*include: str, revision: str = "", name: str = "octo/guide", **more: Any) -> Source:
    locations = (f"https://github.com/{name}",)
    return Source("guide", "Guide", SourceKind.GITHUB, locations, include=include, revision=revision, **more)


def addresses(*locations: str) -> Source:
    return Source("pages", "Pages", SourceKind.ADDRESSES, locations)


def paths(listing: Listing) -> list[str]:
    return [found.path for found in listing.files]


def codes(listing: Listing) -> list[tuple[str, str]]:
    return [(problem.path, problem.reason.code) for problem in listing.problems]


def texts(listing: Listing) -> dict[str, str]:
    return {found.path: found.file.read_text("utf-8") for found in listing.files}


def write(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder
