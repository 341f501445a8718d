"""What each embedder gets at once: by the tokens that it takes, and by measurement for the built-in one."""

from __future__ import annotations

import pytest

from gangdan_gui.chunking.parts import cuts
from gangdan_gui.embedding.forms import form_of
from gangdan_gui.embedding.labels import ollama_label

ENGLISH, CHINESE = "Rain falls on the hills and runs to the sea. " * 18, "雨落在山上，流到海里去。" * 67


def parts(label: str, text: str) -> int:
    return 1 + len(cuts(text, form_of(label)))


def test_the_builtin_embedder_gets_half_of_a_usual_chunk_in_any_language() -> None:
    assert (parts("builtin", ENGLISH[:800]), parts("builtin", CHINESE[:800])) == (2, 2)
    assert parts("builtin", ENGLISH[:440]) == 1


@pytest.mark.parametrize(
    "model", ["bge-large", "bge-large-zh-v1.5", "mxbai-embed-large", "jeffh/intfloat-multilingual-e5-large:f16",
              "snowflake-arctic-embed", "nomic-embed-text-v2-moe", "granite-embedding",
              "somebody/of-whom-nobody-knows"],
)  # fmt: skip
def test_models_of_512_tokens_get_chinese_in_parts_and_english_whole(model: str) -> None:
    assert (parts(ollama_label(model), ENGLISH[:800]), parts(ollama_label(model), CHINESE[:800])) == (1, 2)


@pytest.mark.parametrize(
    "model", ["nomic-embed-text", "user/nomic-embed-text:v1.5", "bge-m3", "bge_m3:567m", "qwen3-embedding:0.6b",
              "embeddinggemma", "snowflake-arctic-embed2"],
)  # fmt: skip
def test_models_of_more_tokens_get_usual_chunks_whole(model: str) -> None:
    assert (parts(ollama_label(model), ENGLISH[:800]), parts(ollama_label(model), CHINESE[:800])) == (1, 1)
    assert parts(ollama_label(model), CHINESE * 4) > 1


def test_a_model_of_256_tokens_gets_chinese_in_quarters() -> None:
    assert (parts("ollama:all-minilm", ENGLISH[:800]), parts("ollama:all-minilm", CHINESE[:800])) == (1, 4)
