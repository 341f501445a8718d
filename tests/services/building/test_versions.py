"""What is made of texts has a version, so that libraries are brought up to date: who changes the one raises the other.

Each version is pinned here beside a digest of what is made now of some texts. Where a test fails, raise the version
that it names and pin the new digest: the next build of every library then makes anew what it would make in another way.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from gangdan_gui.chunking.names import NAMES
from gangdan_gui.chunking.parts import cuts
from gangdan_gui.converting.conversion import CONVERTER_VERSION
from gangdan_gui.domain.documents import WHOLE_CHUNKS, Chunk, ChunkSettings, EmbeddedForm, FetchedFile, FileState
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.retrieving.calibration import VERSION as CALIBRATION
from gangdan_gui.retrieving.calibration import read_calibration
from gangdan_gui.retrieving.likelihood import ACROSS, WITHIN, raw_score
from gangdan_gui.retrieving.probes import LANGUAGES, probes
from gangdan_gui.retrieving.signs import Signs
from gangdan_gui.retrieving.words import WORDS_VERSION, counted
from gangdan_gui.services.building import calibrating
from gangdan_gui.services.building.cutting import Cutter
from gangdan_gui.services.building.made_by import CUTTING_VERSION
from gangdan_gui.services.building.preparation import Preparer
from gangdan_gui.services.building.prepared import MAKER, Order
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import MADE_BEFORE
from gangdan_gui.storing.manifest import FILE_NAME
from gangdan_gui.storing.records import DocumentRecord
from tests.services.conftest import Shelf
from tests.stand_ins import HashEmbedder

CUTTING = {2: "367ecbf062536094"}
PARTS = {4: "17b962c1ed61cfd3"}
MEASURED = {3: "931e796fb837e924"}
WORDS = {"2": "3f8a51f27820f6c0"}

_STEPS = (
    "First fill the kettle, then boil it; pour the water over the leaves and wait. Was it four minutes? It was five! "
)
_STEPS_ZH = "先把水壶装满，再把水烧开；把水倒在茶叶上，等一会儿。是四分钟吗？是五分钟！Python 的茶叶也一样。"
TEXTS = {
    "note": "# Monday\n\nBring the kettle back to room 12.\n",
    "short": "Tea.\n",
    "English": f"# Tea\n\n{_STEPS * 9}\n\n## Green\n\n{_STEPS * 2}\n\n## Black\n\n### Assam\n\n{_STEPS * 5}\n",
    "Chinese": f"# 茶\n\n{_STEPS_ZH * 16}\n\n## 绿茶\n\n{_STEPS_ZH * 4}\n\n## 红茶\n\n{_STEPS_ZH * 9}\n",
    "program": "# Kettle\n\n```python\n" + "\n\n".join(
        f'class Kettle{number}:\n    """Boils."""\n\n    def boil(self, litres: float) -> float:\n'
        f"        self.filled = litres\n        return litres * {number}\n" for number in range(6)
    ) + "\n```\n\nIt boils.\n",
    "table": "# Leaves\n\n| name | from | °C |\n|---|---|---|\n" + "".join(
        f"| leaf {number} | the hill number {number} | {70 + number} |\n" for number in range(24)
    ),
    "list": "# To do\n\n" + "".join(f"- Wash cup {number} and dry it\n  - with its saucer\n" for number in range(16)),
    "two languages": f"# Reader\n\n{_STEPS_ZH * 12}\n\n## In English\n\n{_STEPS * 6}\n",
    "headings alone": "# One\n\n## Two\n\n### Three\n\nFour words stand here.\n\n# Five\n",
}  # fmt: skip
FORMS = (WHOLE_CHUNKS, EmbeddedForm(narrow=220, wide=120, context=True))


def digest(lines: Iterable[object]) -> str:
    return hashlib.sha256("\n".join(map(repr, lines)).encode()).hexdigest()[:16]


@pytest.fixture
def preparer(monkeypatch: pytest.MonkeyPatch) -> Preparer:
    """One that compares sentences by their words, the same way on every machine."""
    embedder = HashEmbedder()

    def vectors(_cutter: Cutter, texts: list[str]) -> Vectors:
        return asyncio.run(embedder.embed_passages(texts))

    monkeypatch.setattr(Cutter, "_vectors", vectors)
    return Preparer()


def chunks(preparer: Preparer, splitter: str, form: EmbeddedForm, name: str) -> tuple[Chunk, ...]:
    text = TEXTS[name]
    order = Order(
        FetchedFile("s", f"{name}.md", Path(), "", len(text), 0.0),
        ChunkSettings(splitter, size=300, overlap=40),
        form=form,
    )
    record = DocumentRecord(
        f"{name}.md", "", len(text), 0.0, FileState.READY, title=name.title(), language=detect_language(text)
    )
    return preparer.recut(order, text, record, ()).chunks


def test_who_cuts_texts_in_another_way_raises_their_version(preparer: Preparer) -> None:
    made = digest(
        (splitter, name, chunk.heading, chunk.start, chunk.end, chunk.text, chunk.context, chunk.language)
        for splitter in NAMES for form in FORMS for name in TEXTS for chunk in chunks(preparer, splitter, form, name)
    )  # fmt: skip
    assert {CUTTING_VERSION: made} == CUTTING, "raise made_by.CUTTING_VERSION and pin both here"


def test_who_parts_chunks_in_another_way_raises_the_version_of_the_converter() -> None:
    """A part has the id of its chunk, so that nothing less than a new collection takes its place."""
    made = digest(cuts(text, form) for text in TEXTS.values() for form in FORMS)
    version, pinned = max(PARTS.items())
    assert made == pinned, "raise conversion.CONVERTER_VERSION and pin it here with the new digest"
    assert version <= CONVERTER_VERSION


def test_who_takes_texts_apart_in_another_way_raises_the_version_of_words() -> None:
    made = digest((sorted(counts.items()), length) for counts, length in map(counted, TEXTS.values()))
    assert {WORDS_VERSION: made} == WORDS, "raise words.WORDS_VERSION and pin both here"


def test_who_scores_strange_questions_in_another_way_raises_the_version_of_what_was_measured() -> None:
    found = [Signs(near, lead, words, nearest) for near in (0.1, 0.4, 0.7) for lead in (0.0, 0.1, 0.3)
             for words, nearest in ((0.0, 0.0), (0.5, 0.2), (1.0, 1.0))]  # fmt: skip
    scores = [round(raw_score(one, by), 6) for one in found for by in (WITHIN, ACROSS)]
    made = digest([*(probes(language) for language in LANGUAGES), scores])
    assert {CALIBRATION: made} == MEASURED, "raise calibration.VERSION and pin both here"


def test_what_another_version_has_measured_is_measured_again_by_the_next_build(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrating, "LEAST_CHUNKS", 1)
    monkeypatch.setattr(calibrating, "_PROBES", 2)
    (folder / "English.md").write_text(TEXTS["English"], "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
        records = shelf.home / FILE_NAME
        with closing(sqlite3.connect(records)) as connection, connection:
            ((measured,),) = connection.execute("SELECT facts FROM calibrations")
            older = measured.replace(f'"version": {CALIBRATION}', f'"version": {CALIBRATION - 1}')
            connection.execute("UPDATE calibrations SET facts = ?", (older,))
        assert read_calibration(older) is None
        async with shelf.open() as bench:
            assert (await bench.build(source)).unchanged == 1
        with closing(sqlite3.connect(records)) as connection:
            assert connection.execute("SELECT facts FROM calibrations").fetchall() == [(measured,)]

    asyncio.run(main())


def test_the_next_build_makes_anew_what_an_earlier_version_cut_and_nothing_else(shelf: Shelf, folder: Path) -> None:
    for name in ("note", "English", "Chinese"):
        (folder / f"{name}.md").write_text(TEXTS[name], "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            (collection,) = bench.store.collections
        _as_cut_before(shelf.home / FILE_NAME, "note.md")
        del bench.store.collections[collection][_row_of(bench.store.collections[collection], "note.md")]
        kept = _rows(shelf.home / FILE_NAME)
        async with shelf.open() as bench:
            assert not any("room 12" in text for text in await bench.texts("Bring the kettle back", source))
            assert any("kettle" in text for text in await bench.texts("Bring the kettle back", source))
            (told,) = await bench.forecasts.forecast([source], BuildOptions())
            assert told.passages == first.chunks_total - 1 == told.cached
            assert told.notices == (Reason(MADE_BEFORE, "3"),)
            report = await bench.build(source)
            assert (report.fetched, report.unchanged) == (3, 0)
            assert (report.chunks_added, report.chunks_removed) == (1, 0)
            assert (report.embedded, report.chunks_total) == (0, first.chunks_total)
            assert list(bench.store.collections) == [collection]
            assert any("room 12" in text for text in await bench.texts("Bring the kettle back", source))
            assert (await bench.build(source)).unchanged == 3
            (told,) = await bench.forecasts.forecast([source], BuildOptions())
            assert (told.passages, told.notices) == (0, ())
        now = _rows(shelf.home / FILE_NAME)
        assert kept < now, "what came out as it was is not even written again"
        assert {path for path, *_ in now - kept} == {"note.md"}

    asyncio.run(main())


def _as_cut_before(records: Path, path: str) -> None:
    """A library of the version before, which let short notes go."""
    with closing(sqlite3.connect(records)) as connection, connection:
        (document,) = connection.execute("SELECT id FROM documents WHERE path = ?", (path,)).fetchone()
        connection.execute("DELETE FROM chunks WHERE document = ?", (document,))
        connection.execute("UPDATE documents SET state = 'skipped', chunks = 0 WHERE id = ?", (document,))
        connection.execute("UPDATE documents SET converter = ?", (MAKER.partition(".")[0],))


def _rows(records: Path) -> set[tuple[object, ...]]:
    """Where the chunks of each document stand among the records and in the index of words."""
    with closing(sqlite3.connect(records)) as connection:
        said = "SELECT d.path, c.row, c.slot FROM chunks AS c JOIN documents AS d ON d.id = c.document"
        return set(connection.execute(said))


def _row_of(rows: dict[str, object], path: str) -> str:
    return next(id_ for id_, row in rows.items() if path in repr(row))
