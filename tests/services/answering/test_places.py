"""A passage names the cell or the line of its file, in the language of its document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import ChunkSettings, FetchedFile
from gangdan_gui.services.building.preparation import Preparer
from gangdan_gui.services.building.prepared import Order

ENGLISH = "Water flows down the hill and meets the river there, where boats wait for the evening ferry. "
CHINESE = "水沿着山坡往下流，在山脚下与河流汇合，傍晚的渡船正停在岸边等待最后一批乘客回家。"


def notebook(*sources: str) -> str:
    return json.dumps({"cells": [{"cell_type": "markdown", "source": source} for source in sources]})


@pytest.mark.parametrize(
    ("name", "text", "words", "place"),
    [
        ("n.ipynb", notebook("# Start", "", ENGLISH * 20), "Water", "Cell 3"),
        ("n.ipynb", notebook("# 开始", CHINESE * 30), "水沿着", "第 2 个单元格"),
        ("a.txt", "\n\n" + "\n".join([ENGLISH] * 40), "Water", "Line 3"),
        ("a.py", '"""About."""\n\n\ndef flow():\n' + "\n".join(f"    x{n} = {n}" for n in range(200)), "x199", ""),
    ],
)
def test_headings_of_passages_end_with_their_place(
    tmp_path: Path, name: str, text: str, words: str, place: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    file = FetchedFile("s", name, tmp_path / name, "", 0, 0.0)
    prepared = Preparer().prepare(Order(file, ChunkSettings(size=400, overlap=40)))
    # The first passage of a notebook begins in the cell before.
    which = -1 if name.endswith("ipynb") else 0
    chunk = [chunk for chunk in prepared.chunks if words in chunk.text][which]
    if place:
        assert chunk.heading[-1] == place
    else:
        first = chunk.text.strip().split("\n")[0].strip()
        number = int(chunk.heading[-1].removeprefix("Line "))
        assert first in text.split("\n")[number - 1]
