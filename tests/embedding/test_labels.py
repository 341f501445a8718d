"""A label leads to its model and back."""

from __future__ import annotations

import pytest

from gangdan_gui.embedding.embedders import full_label
from gangdan_gui.embedding.labels import BUILTIN, model_of, ollama_label


@pytest.mark.parametrize("model", ["bge-m3", "user/bge-m3:567m", "hf.co/Qwen/Qwen3-Embedding-0.6B-GGUF:Q8_0"])
def test_a_label_leads_to_its_model_and_back(model: str) -> None:
    assert model_of(ollama_label(model)) == model
    assert full_label(ollama_label(model)) == ollama_label(model)


@pytest.mark.parametrize("label", [BUILTIN, "", "ollama", "ollamas:bge-m3"])
def test_other_embedders_have_no_model_of_ollama(label: str) -> None:
    assert model_of(label) == ""
