"""What every embedder promises, asked of the stand-in, the built-in one and a server's model alike."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator
from operator import mul

import pytest

from gangdan_gui.domain.errors import BadVectors
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.embedding.embedders import embedder as embedder_of
from gangdan_gui.embedding.ollama import OllamaEmbedder
from gangdan_gui.ollama.address import read_address
from tests.ollama_server.server import OllamaTestServer
from tests.stand_ins import HashEmbedder

PASSAGES = [
    "To multiply two matrices, use the matrix multiply operator; both arrays must fit.",
    "矩阵乘法：把两个矩阵相乘，前一个的列数要等于后一个的行数。",
    "A cat sleeps on the warm roof of the house.",
    "读文件：打开一个文件，一行一行地读它。",
    "Read a file line by line, then close the file.",
    "A function may call another function inside a loop.",
]


@pytest.fixture(scope="module", params=["hash", "builtin", "ollama"])
def run(request: pytest.FixtureRequest) -> Iterator[Callable[..., Vectors]]:
    """Call a method of the embedder under test; one process or server serves the whole module."""
    with OllamaTestServer() as server, asyncio.Runner() as runner:
        embedder: Embedder
        match request.param:
            case "hash":
                embedder = HashEmbedder()
            case "builtin":
                embedder = embedder_of("builtin")
            case "ollama":
                embedder = OllamaEmbedder(read_address(server.address), "nomic-embed-text")
        yield lambda method, *arguments: runner.run(getattr(embedder, method)(*arguments))
        runner.run(embedder.close())
        runner.run(embedder.close())


def cosine(one: Vectors, index: int, other: Vectors, place: int = 0) -> float:
    return sum(map(mul, one.values(index), other.values(place)))


def nearest(question: Vectors, passages: Vectors) -> list[int]:
    return sorted(range(len(passages)), key=lambda index: -cosine(passages, index, question))


Run = Callable[..., Vectors]


class TestEmbedder:
    def test_identity(self, run: Run) -> None:
        identity = run("identify")
        assert identity == run("identify")
        assert identity.label
        assert identity.digest
        assert identity.dimension == run("embed_question", "a").dimension

    @pytest.mark.parametrize("count", [0, 1, 2, 31, 32, 33, 70])
    def test_one_unit_vector_a_text(self, run: Run, count: int) -> None:
        vectors = run("embed_passages", [f"text number {index}" for index in range(count)])
        assert len(vectors) == count
        assert vectors.dimension == run("identify").dimension
        assert [math.hypot(*vectors.values(index)) for index in range(count)] == pytest.approx([1.0] * count, abs=1e-5)

    def test_order_and_neighbours_do_not_matter(self, run: Run) -> None:
        texts = [f"{passage} {index}" for index in range(9) for passage in PASSAGES]
        together = run("embed_passages", texts)
        backwards = run("embed_passages", texts[::-1])
        for index in range(0, len(texts), 7):
            alone = run("embed_passages", [texts[index]])
            assert list(together.values(index)) == pytest.approx(list(alone.values(0)), abs=1e-5)
            assert list(backwards.values(len(texts) - 1 - index)) == pytest.approx(list(alone.values(0)), abs=1e-5)

    def test_the_same_text_twice_in_a_batch(self, run: Run) -> None:
        vectors = run("embed_passages", ["one array", "another function", "one array"])
        assert list(vectors.values(0)) == pytest.approx(list(vectors.values(2)), abs=1e-5)
        assert list(vectors.values(0)) != pytest.approx(list(vectors.values(1)), abs=1e-2)

    @pytest.mark.parametrize(
        ("question", "first"),
        [
            ("multiply a matrix", {0, 1}),
            ("两个矩阵怎么相乘", {0, 1}),
            ("怎样读一个文件", {3, 4}),
            ("how to read a file", {3, 4}),
            ("where does the cat sleep", {2}),
        ],
    )
    def test_a_question_finds_the_passages_of_its_subject_in_both_languages(
        self, run: Run, question: str, first: set[int]
    ) -> None:
        order = nearest(run("embed_question", question), run("embed_passages", PASSAGES))
        assert set(order[: len(first)]) == first

    def test_many_questions_have_the_vectors_that_each_has_alone(self, run: Run) -> None:
        questions = ["multiply a matrix", "怎样读一个文件", "where does the cat sleep"] * 12
        together = run("embed_questions", questions)
        assert len(together) == len(questions)
        for index in (0, 1, 2, 35):
            alone = run("embed_question", questions[index])
            assert list(together.values(index)) == pytest.approx(list(alone.values(0)), abs=1e-5)

    @pytest.mark.parametrize("blank", ["", "  \n", "\u3000", "\u200b", "\ufeff\x00"], ids=ascii)
    def test_blank_text_is_refused_by_its_place(self, run: Run, blank: str) -> None:
        with pytest.raises(BadVectors) as caught:
            run("embed_passages", ["before", blank, "after", blank])
        assert caught.value.facts["rows"] == "1,3"
        with pytest.raises(BadVectors):
            run("embed_question", blank)
        assert len(run("embed_passages", ["before", "after"])) == 2

    @pytest.mark.parametrize("text", ["a\ud800b", "\udc80 x", "\ud83d\ude00!", "!!!", "—", "\x00nul"], ids=ascii)
    def test_odd_text_has_a_vector(self, run: Run, text: str) -> None:
        vectors = run("embed_passages", ["plain", text])
        assert math.hypot(*vectors.values(1)) == pytest.approx(1.0, abs=1e-5)
        assert len(run("embed_question", text)) == 1
