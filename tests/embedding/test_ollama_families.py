"""What an Ollama server is really sent for a model of each family, and what is remembered of it."""

from __future__ import annotations

import asyncio

import pytest

from gangdan_gui.embedding.ollama import OllamaEmbedder
from gangdan_gui.ollama.address import chosen_address
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer

_SENTENCE = "Represent this sentence for searching relevant passages: "
_TASK = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"


@pytest.mark.parametrize(
    ("model", "scheme", "passage", "question"),
    [
        ("nomic-embed-text:v1.5", "nomic", "search_document: ", "search_query: "),
        ("me/multilingual-e5-large", "e5", "passage: ", "query: "),
        ("multilingual-e5-large-instruct", "e5-instruct", "", f"{_TASK} "),
        ("bge-large", "sentence", "", _SENTENCE),
        ("bge-large-zh-v1.5", "bge-zh", "", "为这个句子生成表示以用于检索相关文章："),
        ("bge-m3", "", "", ""),
        ("mxbai-embed-large", "sentence", "", _SENTENCE),
        ("snowflake-arctic-embed", "sentence", "", _SENTENCE),
        ("snowflake-arctic-embed2", "arctic-2", "", "query: "),
        ("qwen3-embedding:0.6b", "qwen3", "", _TASK),
        ("embeddinggemma", "embeddinggemma", "title: none | text: ", "task: search result | query: "),
        ("all-minilm", "", "", ""),
    ],
)
def test_each_family_is_sent_its_prefixes_and_bound_to_them(
    model: str, scheme: str, passage: str, question: str
) -> None:
    async def use(server: OllamaTestServer) -> None:
        embedder = OllamaEmbedder(chosen_address(server.address), model)
        try:
            assert (await embedder.identify()).prefix_scheme == scheme
            before = len(server.embedded())
            kept = await embedder.embed_passages(["A leaf.", "一片叶子。"])
            asked = await embedder.embed_question("A leaf?")
            assert server.embedded()[before:] == [f"{passage}A leaf.", f"{passage}一片叶子。", f"{question}A leaf?"]
            assert kept.made_by == asked.made_by
        finally:
            await embedder.close()

    # Of a family of many models, whose own name tells nothing.
    with OllamaTestServer(quick(model, family="bert")) as server:
        asyncio.run(use(server))
