"""Questions in one language find their answers in documents of another, on an open set of such questions."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import open_measured
from gangdan_gui.services.evaluation.reading_sets import read_corpora, read_questions
from gangdan_gui.services.evaluation.scores import score
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings

# A fifth below what was measured: it is to tell that the bridge is gone, not that a figure has moved.
FLOOR = 0.6


@pytest.mark.slow
@pytest.mark.shared
def test_chinese_questions_are_answered_by_english_documents(shared: Path, tmp_path: Path) -> None:
    bench = shared / "bench"
    corpora = read_corpora([bench / "pyfaq-en" / "docs.jsonl"])
    lengths = {document.id: len(document.text) for corpus in corpora for document in corpus.documents}
    (asked,) = read_questions([bench / "pytut-zh2en" / "queries.jsonl"], lengths)

    async def measured() -> float:
        async with open_measured(tmp_path, Settings()) as library:
            async with aclosing(library.build(corpora, BuildOptions(embedder="builtin"))) as events:
                async for _ in events:
                    pass
            found = await library.ask(asked.questions, SearchOptions(count=50), lambda *_: None)
            return score(asked.name, found, library.language_of).means["recall@5"] or 0.0

    assert asyncio.run(measured()) > FLOOR
