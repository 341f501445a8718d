"""Two ways to write one model's name are one model; other tags and other owners are others."""

from __future__ import annotations

import pytest

from gangdan_gui.ollama.model_names import has_model, plain_name, same_model


@pytest.mark.parametrize(
    ("given", "plain"),
    [("bge-m3", "bge-m3"), ("bge-m3:latest", "bge-m3"), ("a/b:latest", "a/b"), ("m:567m", "m:567m"), (" m ", "m")],
)
def test_the_tag_that_means_none_is_left_out(given: str, plain: str) -> None:
    assert plain_name(given) == plain


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a/b", "A/B:latest", True),
        ("talker:LATEST", " Talker ", True),
        ("qwen3:4b", "qwen3", False),
        ("qwen3:4b", "qwen3:8b", False),
        ("a/b", "b", False),
    ],
)
def test_names_of_one_model(one: str, other: str, same: bool) -> None:
    assert same_model(one, other) is same_model(other, one) is same
    assert has_model(["another", other], one) is same
    assert not has_model([], one)
