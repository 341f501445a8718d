"""Files that could not be read are counted and listed, and what they held before goes on answering."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import FileState
from gangdan_gui.services.building import build_plan

LESSON = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour."


def test_files_that_cannot_be_read_are_in_the_count_and_in_the_report(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    read = build_plan.hash_file

    def refuse(file: Path) -> tuple[str, int]:
        if file.name != "open.md":
            raise PermissionError(13, "Permission denied")
        return read(file)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            for name in ("new.md", "open.md"):
                (folder / name).write_text(f"{name}: {LESSON}", "utf-8")
            (folder / "gone.md").symlink_to(folder / "nowhere.md")
            monkeypatch.setattr(build_plan, "hash_file", refuse)
            report = await bench.build(source)
            assert (report.fetched, report.failed, report.removed, report.documents) == (1, 2, 0, 2)
            files = {one.path: one for one in (await bench.library.report(source)).files}
            assert list(files) == ["gone.md", "new.md", "open.md", "water.md"]
            assert [one.state for one in files.values()] == [
                FileState.FAILED, FileState.FAILED, FileState.READY, FileState.READY,
            ]  # fmt: skip
            codes = [one.reason.code if one.reason else "" for one in files.values()]
            assert codes == ["link-broken", "not-readable", "", "not-readable"]
            assert files["water.md"].chunks == 1

    asyncio.run(main())
