"""What a user may type to name a reranker."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.reranking.names import is_reranker, named, short_name
from gangdan_gui.reranking.onnx_file import OnnxReranker
from gangdan_gui.reranking.rerankers import reranker
from gangdan_gui.way_out import WayOut


@pytest.mark.parametrize("text", ["", "  ", "none", " none "])
def test_none_is_none(text: str) -> None:
    assert named(text) is None
    assert is_reranker(text)


def test_a_model_and_a_file_are_told_apart(tmp_path: Path) -> None:
    model = named(" Ollama: qwen3:4b ")
    file = named(f'"{tmp_path / "model.ONNX"}"')
    assert model
    assert file
    assert (model.model, file.model, file.file) == ("qwen3:4b", "", tmp_path / "model.ONNX")
    assert short_name(f"{tmp_path}/onnx/model.onnx") == "onnx/model.onnx"
    assert short_name("ollama:qwen3:4b") == "qwen3:4b"


@pytest.mark.parametrize(
    "text", ["ollama", "ollama:", "ollama: ", "model.onnx", "/folder/model.bin", "bge", "~nobody0/a.onnx"]
)
def test_what_means_nothing_is_refused(text: str) -> None:
    assert not is_reranker(text)
    with pytest.raises(InvalidSetting) as refused:
        reranker(text, "", lambda: 8192, WayOut)
    assert refused.value.facts["name"] == "reranker"


def test_the_home_folder_may_be_written_short() -> None:
    found = reranker("~/models/model.onnx", "", lambda: 8192, WayOut)
    assert isinstance(found, OnnxReranker)
