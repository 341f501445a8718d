"""A chunk has the language of its document, unless its own prose is plainly in another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.language import blanked
from gangdan_gui.services.building.chunk_languages import ChunkLanguages
from gangdan_gui.services.requests import SearchOptions

BREAD = (
    "Bread dough is kneaded by pushing it away with the heel of the hand, and it rests for an hour before it is baked "
    "in a hot oven. When the crust is brown and the loaf sounds hollow, it is done, and you may take it out. "
)
LEAF = "Plants turn light into sugar in steps, and chlorophyll absorbs the wavelength of light in the leaf. " * 5
RICE = "水稻在清明前后播种，等到秋天稻穗变黄，就可以收割了。收下来的稻谷要先晒干，再放进仓库里保存，这样来年才有种子。"
CODE = "```python\n# this is the way in which it is to be done, and it is not to be done in another\nx = 1\n```\n"
BARE_CODE = "    for i in x if i is not None and i or x with open(i) as f\n    while x: do(f)\n" * 8
TABLE = "| np.add | np.subtract |\n|---|---|\n" + "| np.linalg.norm | np.linalg.solve |\n" * 12


def language(part: str, usual: str, before: str = "", after: str = "") -> str:
    text = before + part + after
    return ChunkLanguages(text, usual).of(len(before), len(before) + len(part))


@pytest.mark.parametrize(
    ("part", "usual", "expected"),
    [
        (BREAD, "zh", "en"), (RICE, "en", "zh"), (BREAD, "en", "en"), (RICE, "zh", "zh"), (BREAD, "ja", "en"),
        (CODE, "zh", "zh"), (BARE_CODE, "zh", "zh"), (TABLE, "zh", "zh"), ("# Licence\n\nMIT\n", "zh", "zh"),
        ("《水稻》", "en", "en"), (LEAF, "zh", "en"),
        (f"{RICE}{RICE}{BREAD}", "zh", "zh"), ("", "zh", "zh"), (BREAD, "", ""),
    ],
)  # fmt: skip
def test_prose_in_another_language_is_told_and_nothing_else(part: str, usual: str, expected: str) -> None:
    assert language(part, usual) == expected
    assert language(part, usual, before=RICE, after=BREAD) == expected


def test_code_is_set_aside_where_the_whole_document_says_that_it_is() -> None:
    middle = CODE.splitlines()[1] * 4
    assert language(middle, "zh", before=f"{RICE}\n\n```\n", after="\n```\n") == "zh"


@pytest.mark.parametrize("text", [BREAD, CODE, f"a `b c` d https://example.org/x y\n{CODE}z", ""])
def test_what_is_blanked_keeps_its_places(text: str) -> None:
    prose = blanked(text)
    assert len(prose) == len(text)
    assert all(kept in (" ", said) for kept, said in zip(prose, text, strict=True))


def test_each_part_of_a_document_in_two_languages_is_found_as_of_its_own(shelf, folder: Path) -> None:
    (folder / "both.md").write_text(f"# Bread\n\n{BREAD * 4}\n\n# 水稻\n\n{RICE * 30}\n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            await bench.build((await bench.library.add(str(folder))).source.id)
            for question, expected in (("how is dough kneaded", "en"), ("水稻什么时候播种", "zh")):
                result = await bench.assistant.search(question, SearchOptions())
                assert result.passages[0].language == expected

    asyncio.run(main())
