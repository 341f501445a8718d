"""What a model's name tells of the languages that it knows."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.languages import MULTILINGUAL, advice_for, knows_chinese


@pytest.mark.parametrize(
    ("model", "known"),
    [
        ("nomic-embed-text", False),
        ("nomic-embed-text:v1.5", False),
        ("nomic-embed-text-v2-moe", True),
        ("mxbai-embed-large", False),
        ("all-minilm:33m", False),
        ("paraphrase-multilingual", True),
        ("bge-large", False),
        ("quentinz/bge-large-zh-v1.5", True),
        ("jeffh/intfloat-multilingual-e5-large", True),
        ("jeffh/intfloat_e5-base-v2", False),
        ("snowflake-arctic-embed", False),
        ("snowflake-arctic-embed2", True),
        ("granite-embedding", False),
        ("granite-embedding:278m", True),
        ("hf.co/Qwen/Qwen3-Embedding-0.6B-GGUF:Q8_0", True),
        ("my-own", None),
        ("", None),
        *((name, True) for name in MULTILINGUAL),
    ],
)
def test_names_tell_who_knows_chinese(model: str, known: bool | None) -> None:
    assert knows_chinese(model) is known


def test_advice_is_for_chinese_under_a_model_made_for_english_alone() -> None:
    assert advice_for("zh", "ollama:nomic-embed-text") == Reason("english-centred", "nomic-embed-text")
    assert advice_for("zh-TW", "ollama:all-minilm:33m") == Reason("english-centred", "all-minilm:33m")
    for language, label in (
        ("en", "ollama:nomic-embed-text"), ("", "ollama:nomic-embed-text"), ("zh", "builtin"), ("zh", ""),
        ("zh", "ollama:bge-m3"), ("zh", "ollama:my-own"),
    ):  # fmt: skip
        assert advice_for(language, label) is None
