"""Labels of embedders, and which one a new source gets."""

from __future__ import annotations

import asyncio

import pytest

from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.embedding.builtin import BuiltinEmbedder
from gangdan_gui.embedding.embedders import choose, embedder, full_label
from gangdan_gui.embedding.ollama import OllamaEmbedder
from tests.ollama_server.days import web_page
from tests.ollama_server.models import quick
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


@pytest.mark.parametrize(
    ("label", "full"), [("ollama", "ollama:bge-m3"), ("ollama:x", "ollama:x"), ("builtin", "builtin")]
)
def test_a_label_without_a_model_means_the_one_of_the_settings(label: str, full: str) -> None:
    assert full_label(label, " bge-m3 ") == full


def chosen(wanted: str, model: str, address: str, language: str = "") -> tuple[str, str]:
    """The label, and the code of why."""
    choice = asyncio.run(choose(wanted, model, address, language))
    return choice.label, choice.why.code if choice.why else ""


def test_auto_takes_ollama_only_where_it_answers_and_has_the_model(ollama_server: OllamaTestServer) -> None:
    there, nomic = ollama_server.address, "nomic-embed-text"
    assert chosen("auto", nomic, there) == (f"ollama:{nomic}", "ollama-has-model")
    assert chosen("auto", "Nomic-Embed-Text:latest", there)[1] == "ollama-has-model"
    assert chosen("auto", "bge-m3", there) == ("builtin", "builtin-without-model")
    assert chosen("auto", nomic, NOBODY) == ("builtin", "builtin-without-ollama")
    assert chosen("auto", nomic, "no:address:at all") == ("builtin", "builtin-without-ollama")
    ollama_server.days.append(web_page())
    assert chosen("auto", nomic, there) == ("builtin", "builtin-without-ollama")


@pytest.mark.parametrize("language", ["", "en", "ja", "zhuang"])
def test_what_is_not_said_to_be_chinese_gets_the_model_of_the_settings(
    ollama_server: OllamaTestServer, language: str
) -> None:
    ollama_server.serve(quick("bge-m3"))
    label, _ = chosen("auto", "nomic-embed-text", ollama_server.address, language)
    assert label == "ollama:nomic-embed-text"


@pytest.mark.parametrize("language", ["zh", "zh-CN", "ZH_Hant", " zh "])
def test_what_is_said_to_be_chinese_gets_a_model_that_knows_it(ollama_server: OllamaTestServer, language: str) -> None:
    there = ollama_server.address

    def label(model: str = "nomic-embed-text") -> tuple[str, str]:
        return chosen("auto", model, there, language)

    assert label() == ("builtin", "builtin-knows-chinese")
    ollama_server.serve(quick("qwen2.5:3b"), quick("all-minilm"))
    assert label() == ("builtin", "builtin-knows-chinese")
    ollama_server.serve(quick("embeddinggemma:300m"))
    assert label() == ("ollama:embeddinggemma:300m", "ollama-knows-chinese")
    ollama_server.serve(quick("someone/bge-m3:567m"))
    assert label() == ("ollama:someone/bge-m3:567m", "ollama-knows-chinese")
    ollama_server.serve(quick("my-own"))
    assert label("my-own") == ("ollama:my-own", "ollama-has-model"), "nobody knows what it knows but the user"
    assert label("embeddinggemma:300m") == ("ollama:embeddinggemma:300m", "ollama-has-model")


def test_what_was_chosen_by_hand_is_not_asked_about() -> None:
    assert chosen("ollama", "bge-m3", NOBODY, "zh") == ("ollama:bge-m3", "")
    assert chosen("ollama", "nomic-embed-text", NOBODY, "zh") == ("ollama:nomic-embed-text", "")
    assert chosen("builtin", "bge-m3", NOBODY) == ("builtin", "")
