"""What the words of a collection cost, for questions in other languages: `python -m benchmarks.vocabulary`.

A library is built from documents, with the built-in model. Then its vocabulary is made anew, brought up to date where
nothing has changed, and asked; the first beside the seconds of the whole build.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from benchmarks.documents import write_documents
from benchmarks.figures import show
from benchmarks.one_run import alone
from benchmarks.whole import BUILTIN, whole_build

CHUNKS, QUICK_CHUNKS = 20_000, 60
QUESTION, ASKED = "数组的形状怎样改变，怎样对每一行求平均值？", 5
SHARE = "≤ 0.1"


async def _measured(home: Path) -> dict[str, Any]:
    from gangdan_gui.app import open_application
    from gangdan_gui.services.building.vocabulary_making import VocabularyMaking
    from gangdan_gui.services.library.library import Library
    from gangdan_gui.services.searching.vocabularies import Vocabularies
    from gangdan_gui.storing.vocabulary_table import Vocabulary

    async with open_application(home, "benchmark") as application:
        library = application.services.library
        assert isinstance(library, Library)
        parts = library._parts  # noqa: SLF001  (what the services are made from is measured)
        (generation,) = [record.live for record in await parts.manifest.sources.all() if record.live]
        making = VocabularyMaking(parts)
        kept = (await parts.manifest.vocabularies.of([generation.number]))[generation.number]
        await parts.manifest.vocabularies.keep(generation.number, Vocabulary("", (), (), 0, b""))
        anew = await _seconds(making.bring_up_to_date(generation))
        again = await _seconds(making.bring_up_to_date(generation))
        asking = Vocabularies(parts)
        first, *others = [await _seconds(asking.bridged(QUESTION, "zh", [generation])) for _ in range(ASKED + 1)]
    words = len(kept.words)
    return {"words": words, "bytes": len(kept.vectors), "anew": anew, "again": again, "first": first, "asked": others}


async def _seconds(work: Awaitable[object]) -> float:
    begun = time.perf_counter()
    await work
    return time.perf_counter() - begun


def measured(home: str) -> dict[str, Any]:
    """What a built library says, in a process of its own."""
    return asyncio.run(_measured(Path(home)))


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--documents", type=Path, metavar="FOLDER", help="Markdown to use instead of made-up text")
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        write_documents(work / "documents", QUICK_CHUNKS if given.quick else CHUNKS, given.documents)
        built = alone(whole_build, work / "home", work / "documents", BUILTIN)
        found = alone(measured, work / "home")
    print(f"{built['chunks']:,} chunks, {found['words']:,} words, {found['bytes'] / 1e6:.1f} MB")
    show("the whole build", [built["seconds"]], "s")
    show("its vocabulary alone", [found["anew"]], "s")
    show("its vocabulary / the whole build", [found["anew"] / built["seconds"]], "×", SHARE)
    show("where nothing has changed", [found["again"]], "s")
    show("a question's words, the first time", [1000 * found["first"]], "ms")
    show("a question's words, from then on", [1000 * one for one in found["asked"]], "ms")


if __name__ == "__main__":
    main()
