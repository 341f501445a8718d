"""Tags are counted over the documents that answer, as a search compares them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gangdan_gui.services.documents.tag_counts import tag_counts


def test_tags_that_are_compared_alike_are_one() -> None:
    assert tag_counts([("Ice", "rain"), ("ｉｃｅ", "ICE"), ()]) == (("Ice", 2), ("rain", 1))
    assert tag_counts([]) == ()


def test_a_library_counts_the_tags_of_the_sources_it_is_asked_about(shelf, folder: Path) -> None:  # type: ignore[no-untyped-def]
    for name, tags in (("one", "[Ice, 高一]"), ("two", "[ice]"), ("three", "[]")):
        (folder / f"{name}.md").write_text(f"---\ntags: {tags}\n---\n# {name}\n\n{'Words of it. ' * 9}\n", "utf-8")
    (folder / "empty.md").write_text("---\ntags: [gone]\n---\n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            assert await bench.library.tags([source]) == ()
            await bench.build(source)
            assert await bench.library.tags([source, "nobody"]) == (("Ice", 2), ("高一", 1))
            assert await bench.library.tags([]) == ()

    asyncio.run(main())
