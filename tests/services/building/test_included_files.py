"""Documents that include other files of their source are built with them, and anew when those change."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.events import DocumentDone
from gangdan_gui.services.building.made_by import made_by, would_be_the_same

WORDS = "water flows down the hill and meets the river there, where boats are waiting for the evening ferry.\n"


async def made(bench, source: str) -> list[str]:
    """The documents that another build makes anew."""
    return [event.path for event in await bench.events(source) if isinstance(event, DocumentDone)]


@pytest.mark.parametrize("later", ["snow " + WORDS, None])
def test_a_document_is_made_anew_when_what_it_includes_changes(shelf, folder: Path, later: str | None) -> None:
    (folder / "guide.rst").write_text(f"Guide\n=====\n\n{WORDS}\n.. literalinclude:: code/part.toml\n", "utf-8")
    (folder / "code").mkdir()
    part = folder / "code" / "part.toml"
    part.write_text("rain = 1\n", "utf-8")
    (folder / "other.md").write_text("# Other\n\n" + WORDS, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            assert "```toml\nrain = 1\n```" in (await bench.library.document(source, "guide.rst")).text
            assert await made(bench, source) == []
            if later is None:
                part.unlink()
            else:
                part.write_text(later, "utf-8")
            assert await made(bench, source) == ["guide.rst"]
            document = await bench.library.document(source, "guide.rst")
            assert "rain = 1" not in document.text
            assert ("snow" in document.text) == (later is not None)
            assert [warning.code for warning in document.warnings] == ([] if later else ["not-included"])
            part.write_text("rain = 1\n", "utf-8")
            assert await made(bench, source) == ["guide.rst"]
            assert "rain = 1" in (await bench.library.document(source, "guide.rst")).text

    asyncio.run(main())


def test_what_was_made_is_compared_by_version_and_by_every_included_file() -> None:
    remembered = made_by("4+ab", [("a\nb.rst", "12"), ("c.rst", "")])
    now = {"a\nb.rst": "12"}
    assert would_be_the_same(remembered, "4+ab", lambda path: now.get(path, ""))
    assert not would_be_the_same(remembered, "5+ab", lambda path: now.get(path, ""))
    assert not would_be_the_same(remembered, "4+ab", lambda _: "")
    assert not would_be_the_same(remembered, "4+ab", lambda _: "12")
    assert made_by("4", []) == "4"
    assert would_be_the_same("4", "4", lambda _: "12")
