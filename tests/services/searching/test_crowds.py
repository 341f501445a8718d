"""Of many collections a question reads little, and finds what it finds where everything is read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.search import SearchResult
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching import hybrid_search

WORDS = ("water", "salt", "wind", "cloud", "rain", "river", "hill", "stone", "bread", "glass", "paper", "light")


def document(shelf_number: int, number: int) -> str:
    """A text about the tide as far as its number says: most of the first shelf's are nearer than all others."""
    share = 6 if shelf_number == 0 else number % 5
    others = [WORDS[(number * 7 + at * (shelf_number + 2)) % len(WORDS)] for at in range(14 - share)]
    return " ".join(["tide", "moon"] * share + others + [f"n{shelf_number}x{number}"]) + "."


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    made = []
    for shelf_number in range(3):
        folder = tmp_path / f"shelf {shelf_number}"
        folder.mkdir()
        for number in range(60 if shelf_number == 0 else 15):
            (folder / f"{number:02}.md").write_text(document(shelf_number, number), "utf-8")
        made.append(folder)
    return made


def test_a_crowd_finds_what_is_found_where_all_is_read(
    shelf, folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = SearchOptions(mode="hybrid", count=10, explain=True)

    async def main() -> None:
        async with shelf.open() as bench:
            for folder in folders:
                await bench.build((await bench.library.add(str(folder))).source.id)
            questions = ["tide moon", "where does the river meet the stone", "bread and glass", "n2x7 cloud"]
            few = [await bench.assistant.search(one, options) for one in questions]
            monkeypatch.setattr(hybrid_search, "_crowds", lambda _records, _languages: {})
            whole = [await bench.assistant.search(one, options) for one in questions]
            assert list(map(shown, few)) == list(map(shown, whole))
            assert any(len(looked_at(one)) < len(looked_at(other)) for one, other in zip(few, whole, strict=True))
            assert all(looked_at(one) <= looked_at(other) for one, other in zip(few, whole, strict=True))

    asyncio.run(main())


def shown(result: SearchResult) -> tuple[object, ...]:
    return result.passages, result.supported, result.trace and result.trace.support


def looked_at(result: SearchResult) -> set[str]:
    return {one.chunk for one in result.trace.candidates} if result.trace else set()
