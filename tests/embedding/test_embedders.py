"""Labels of embedders, and which one a new source gets."""

from __future__ import annotations

import asyncio

import pytest

from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.embedding.builtin import BuiltinEmbedder
from gangdan_gui.embedding.embedders import choose, embedder, full_label
from gangdan_gui.embedding.ollama import OllamaEmbedder
from tests.ollama_server.server import OllamaTestServer

NOBODY = "127.0.0.1:9"


@pytest.mark.parametrize(
    ("label", "full"),
    [
        ("builtin", "builtin"),
        (" builtin ", "builtin"),
        ("ollama", "ollama:nomic-embed-text"),
        ("ollama:", "ollama:nomic-embed-text"),
        ("ollama:bge-m3", "ollama:bge-m3"),
        ("ollama:hf.co/a/b:q8", "ollama:hf.co/a/b:q8"),
    ],
)
def test_a_label_names_its_model(label: str, full: str) -> None:
    assert full_label(label) == full


@pytest.mark.parametrize("label", ["", "nonsense", "Ollama", "built-in", "ollama-bge", ":"])
def test_a_label_that_means_nothing_is_told(label: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        embedder(label)
    assert "builtin" in caught.value.facts["expected"]


def test_labels_make_their_embedders() -> None:
    assert isinstance(embedder("builtin"), BuiltinEmbedder)
    assert isinstance(embedder("ollama", NOBODY), OllamaEmbedder)


def test_an_address_that_is_none_is_told() -> None:
    with pytest.raises(InvalidSetting):
        embedder("ollama", "http://:not a port")


def test_auto_takes_ollama_only_where_it_answers_and_has_the_model(ollama_server: OllamaTestServer) -> None:
    there = str(ollama_server.address)
    assert asyncio.run(choose("auto", "nomic-embed-text", there)) == "ollama:nomic-embed-text"
    assert asyncio.run(choose("auto", "bge-m3", there)) == "builtin"
    assert asyncio.run(choose("auto", "nomic-embed-text", NOBODY)) == "builtin"
    assert asyncio.run(choose("auto", "nomic-embed-text", "no:address:at all")) == "builtin"


def test_what_was_chosen_by_hand_is_not_asked_about() -> None:
    assert asyncio.run(choose("ollama", "bge-m3", NOBODY)) == "ollama:bge-m3"
    assert asyncio.run(choose("builtin", "bge-m3", NOBODY)) == "builtin"
