"""What is put before passages and questions, by the model's name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.embedding import prefixes as table
from gangdan_gui.embedding.prefixes import Prefixes, prefixes


@pytest.mark.parametrize(
    ("model", "passage", "question"),
    [
        ("nomic-embed-text", "search_document: ", "search_query: "),
        ("nomic-embed-text:v1.5", "search_document: ", "search_query: "),
        ("nomic-embed-text-v2-moe", "search_document: ", "search_query: "),
        ("hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q4_K_M", "search_document: ", "search_query: "),
        ("mxbai-embed-large", "", "Represent this sentence for searching relevant passages: "),
        ("snowflake-arctic-embed:22m", "", "Represent this sentence for searching relevant passages: "),
        ("snowflake-arctic-embed2", "", "query: "),
        ("hf.co/Snowflake/snowflake-arctic-embed-l-v2.0-GGUF", "", "query: "),
        ("bge-m3", "", ""),
        ("bge-m3:567m", "", ""),
        ("bge-large", "", "Represent this sentence for searching relevant passages: "),
        ("quentinz/bge-large-zh-v1.5", "", "为这个句子生成表示以用于检索相关文章："),
        ("jeffh/intfloat-multilingual-e5-large:f16", "passage: ", "query: "),
        ("multilingual_e5_small", "passage: ", "query: "),
        ("embeddinggemma:300m", "title: none | text: ", "task: search result | query: "),
        ("all-minilm", "", ""),
        ("paraphrase-multilingual", "", ""),
        ("granite-embedding:278m", "", ""),
        ("llama3.2", "", ""),
    ],
)
def test_every_family_gets_its_own(model: str, passage: str, question: str) -> None:
    found = prefixes(model)
    assert (found.passage, found.question) == (passage, question)
    assert bool(found.scheme) == bool(passage or question)


@pytest.mark.parametrize("model", ["qwen3-embedding", "qwen3-embedding:0.6b", "dengcao/Qwen3-Embedding-8B:Q8_0"])
def test_an_instruction_for_questions_only(model: str) -> None:
    found = prefixes(model)
    assert found.passage == ""
    assert found.question.startswith("Instruct: ")
    assert found.question.endswith("\nQuery:")


def test_a_copy_under_another_name_is_known_by_its_family() -> None:
    assert prefixes("my-embedder", "nomic-bert") == prefixes("nomic-embed-text")
    assert prefixes("my-embedder", "bert") == Prefixes()
    assert prefixes("bge-m3", "nomic-bert") == Prefixes()


def test_a_scheme_names_one_pair_of_texts() -> None:
    known = [value for value in vars(table).values() if isinstance(value, Prefixes)]
    assert len(known) > 5
    assert len({one.scheme for one in known}) == len(known)


@given(st.text(), st.text())
def test_every_name_has_an_answer(model: str, family: str) -> None:
    assert isinstance(prefixes(model, family), Prefixes)
