"""The embedder that is a model of an Ollama server, on good days and bad ones."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.ollama import OllamaEmbedder
from gangdan_gui.ollama.address import read_address
from gangdan_gui.ollama.server import Timeouts
from gangdan_gui.services.passage_vectors import Embedded, PassageVectors, rows_of
from gangdan_gui.storing.manifest import Manifest
from tests.ollama_server import days
from tests.ollama_server.exchange import error
from tests.ollama_server.models import ServedModel, quick, vector
from tests.ollama_server.server import OllamaTestServer

T = TypeVar("T")
PASSAGE, QUESTION = "search_document: ", "search_query: "
TEXTS = [f"text number {index}" for index in range(70)]


@pytest.fixture
def server(ollama_server: OllamaTestServer) -> OllamaTestServer:
    """With cheap vectors: every text as it is sent has one of its own."""
    ollama_server.serve(quick())
    return ollama_server


def embedding(
    server: OllamaTestServer,
    use: Callable[[OllamaEmbedder], Awaitable[T]],
    *,
    model: str = "nomic-embed-text",
    timeouts: Timeouts | None = None,
) -> T:
    async def go() -> T:
        embedder = OllamaEmbedder(read_address(server.address), model, timeouts=timeouts, pauses=(0, 0, 0))
        try:
            return await use(embedder)
        finally:
            await embedder.close()

    return asyncio.run(go())


def passages(server: OllamaTestServer, texts: list[str]) -> Vectors:
    return embedding(server, lambda embedder: embedder.embed_passages(texts))


def unavailable(server: OllamaTestServer, timeouts: Timeouts | None = None) -> EmbedderUnavailable:
    """Why the embedder can't be used, whatever it is asked."""
    with pytest.raises(EmbedderUnavailable) as caught:
        embedding(server, OllamaEmbedder.identify, timeouts=timeouts)
    for use in (lambda embedder: embedder.embed_passages(TEXTS), lambda embedder: embedder.embed_question("why")):
        with pytest.raises(EmbedderUnavailable):
            embedding(server, use, timeouts=timeouts)
    assert caught.value.facts["embedder"] == "ollama:nomic-embed-text"
    assert server.address in caught.value.facts["why"]
    return caught.value


def assert_own(vectors: Vectors, sent: list[str]) -> None:
    """Text by text, the vector of that text."""
    assert len(vectors) == len(sent)
    for index, text in enumerate(sent):
        assert list(vectors.values(index)) == pytest.approx(vector(text, vectors.dimension), abs=1e-6)


class TestIdentity:
    def test_what_vectors_are_bound_to_is_known_before_any_passage_is_sent(self, server: OllamaTestServer) -> None:
        server.serve(quick(digest="a" * 64))
        identity = embedding(server, OllamaEmbedder.identify)
        assert identity == EmbedderIdentity("ollama:nomic-embed-text", "nomic-embed-text", "a" * 64, 8, "nomic")
        assert not any(PASSAGE in text for text in server.embedded())

    def test_a_tag_that_says_nothing_makes_no_other_embedder(self, server: OllamaTestServer) -> None:
        plain = embedding(server, OllamaEmbedder.identify)
        assert embedding(server, OllamaEmbedder.identify, model="nomic-embed-text:latest") == plain

    def test_the_same_tag_with_other_weights_is_another_identity(self, server: OllamaTestServer) -> None:
        async def use(embedder: OllamaEmbedder) -> tuple[EmbedderIdentity, EmbedderIdentity]:
            before = await embedder.identify()
            server.serve(quick(dimension=12, digest="b" * 64))
            return before, await embedder.identify()

        before, after = embedding(server, use)
        assert before != after
        assert (after.digest, after.dimension) == ("b" * 64, 12)

    def test_weights_that_change_while_texts_are_embedded_are_noticed(self, server: OllamaTestServer) -> None:
        async def use(embedder: OllamaEmbedder) -> None:
            await embedder.identify()
            server.serve(quick(digest="b" * 64))
            await embedder.embed_passages(TEXTS)

        with pytest.raises(EmbedderUnavailable, match="replaced"):
            embedding(server, use)

    def test_the_model_is_probed_once(self, server: OllamaTestServer) -> None:
        async def use(embedder: OllamaEmbedder) -> None:
            await asyncio.gather(*(embedder.identify() for _ in range(5)))
            await embedder.embed_passages([])

        embedding(server, use)
        assert len(server.requests(days.EMBED)) == 1


class TestWhatIsSent:
    def test_every_text_has_its_own_vector_and_its_prefix(self, server: OllamaTestServer) -> None:
        assert_own(passages(server, TEXTS), [PASSAGE + text for text in TEXTS])
        question = embedding(server, lambda embedder: embedder.embed_question("why"))
        assert_own(question, [f"{QUESTION}why"])
        many = embedding(server, lambda embedder: embedder.embed_questions(TEXTS))
        assert_own(many, [QUESTION + text for text in TEXTS])

    @pytest.mark.parametrize(("model", "passage"), [("bge-m3", ""), ("embeddinggemma", "title: none | text: ")])
    def test_other_models_get_their_own_prefix(self, server: OllamaTestServer, model: str, passage: str) -> None:
        server.serve(quick(model))
        vectors = embedding(server, lambda embedder: embedder.embed_passages(TEXTS), model=model)
        assert_own(vectors, [passage + text for text in TEXTS])

    @pytest.mark.parametrize(("dimension", "most"), [(8, 64), (512, 32), (768, 21), (1024, 16), (4096, 16)])
    def test_batches_are_small_where_vectors_are_long(
        self, server: OllamaTestServer, dimension: int, most: int
    ) -> None:
        server.serve(quick(dimension=dimension))
        passages(server, TEXTS)
        sizes = [len(request["input"]) for request in server.requests(days.EMBED)[1:]]
        assert max(sizes) == most
        assert sum(sizes) == len(TEXTS)

    def test_the_server_is_told_to_cut_nothing(self, server: OllamaTestServer) -> None:
        passages(server, TEXTS)
        assert all(request["truncate"] is False for request in server.requests(days.EMBED))

    @pytest.mark.parametrize("blank", ["", " \n", "\u200b", "\u3000"], ids=ascii)
    def test_blank_text_is_never_sent(self, server: OllamaTestServer, blank: str) -> None:
        with pytest.raises(BadVectors) as caught:
            passages(server, ["A", blank, "B", "   "])
        assert caught.value.facts["rows"] == "1,3"
        assert server.asked == []

    def test_what_ends_a_text_early_or_can_not_be_written_is_replaced(self, server: OllamaTestServer) -> None:
        assert len(passages(server, ["before\0after", "a\ud800b", "\ud83d\ude00!"])) == 3
        assert server.embedded()[1:] == [f"{PASSAGE}before after", f"{PASSAGE}a\ufffdb", f"{PASSAGE}\U0001f600!"]


class TestTurns:
    @pytest.mark.parametrize("many", ["embed_passages", "embed_questions"])
    def test_a_question_goes_before_what_waits(self, server: OllamaTestServer, many: str) -> None:
        held = days.Held()

        async def use(embedder: OllamaEmbedder) -> None:
            await embedder.identify()
            server.days.append(held)
            build = asyncio.create_task(getattr(embedder, many)([f"{index}" for index in range(64 * 6)]))
            for _ in range(2):
                await asyncio.to_thread(held.entered.acquire)
            question = asyncio.create_task(embedder.embed_question("why"))
            await asyncio.to_thread(held.entered.acquire)
            held.open()
            assert_own(await question, [f"{QUESTION}why"])
            assert len(await build) == 64 * 6

        embedding(server, use)
        inputs = [request["input"] for request in server.requests(days.EMBED)[1:]]
        assert inputs[2] == [f"{QUESTION}why"]
        assert len(inputs) == 7

    def test_no_passage_is_sent_while_a_question_is_under_way(self, server: OllamaTestServer) -> None:
        held = days.Held(mark=QUESTION + "why")

        async def use(embedder: OllamaEmbedder) -> None:
            await embedder.identify()
            server.days.append(held)
            question = asyncio.create_task(embedder.embed_question("why"))
            await asyncio.to_thread(held.entered.acquire)
            build = asyncio.create_task(embedder.embed_passages(TEXTS))
            for _ in range(10):  # in that time passages could have come and gone
                await embedder.identify()
            assert not any(PASSAGE in text for text in server.embedded())
            held.open()
            assert len(await question) == 1
            assert len(await build) == len(TEXTS)

        embedding(server, use)

    @pytest.mark.parametrize("call", ["identify", "embed_passages", "embed_question"])
    def test_cancelling_ends_it_while_the_server_is_silent(self, server: OllamaTestServer, call: str) -> None:
        held = days.Held()

        async def use(embedder: OllamaEmbedder) -> int:
            if call != "identify":
                await embedder.identify()
            server.days.append(held)
            arguments = {"identify": [], "embed_passages": [TEXTS * 9], "embed_question": ["why"]}[call]
            task = asyncio.ensure_future(getattr(embedder, call)(*arguments))
            await asyncio.to_thread(held.entered.acquire)
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
            sent = len(server.asked)
            server.days.remove(held)
            held.open()
            assert len(await embedder.embed_question("and now")) == 1
            return len(server.asked) - sent

        assert embedding(server, use) <= 3  # the question, and what it takes to identify

    def test_a_slow_first_reply_is_waited_for_and_asked_for_once(self, server: OllamaTestServer) -> None:
        server.days.append(days.loading(0.4))
        assert_own(passages(server, TEXTS[:5]), [PASSAGE + text for text in TEXTS[:5]])
        assert len(server.requests(days.EMBED)) == 2


class TestUnavailable:
    def test_no_server(self, server: OllamaTestServer) -> None:
        server.stop()
        assert unavailable(server).facts["failure"] == "ollama-unreachable"

    def test_no_such_model(self, server: OllamaTestServer) -> None:
        server.models.clear()
        failure = unavailable(server)
        assert failure.facts["failure"] == "ollama-model-missing"
        assert failure.facts["model"] == "nomic-embed-text"

    def test_a_model_that_goes_away_later(self, server: OllamaTestServer) -> None:
        async def use(embedder: OllamaEmbedder) -> None:
            await embedder.identify()
            server.models.clear()
            await embedder.embed_passages(TEXTS)

        with pytest.raises(EmbedderUnavailable, match="does not have the model"):
            embedding(server, use)

    @pytest.mark.parametrize(
        ("day", "failure"),
        [
            (days.proxy(502), "ollama-proxy"),
            (days.web_page(), "not-ollama"),
            (days.dropped(), "ollama-dropped"),
            (days.on(days.EMBED, error(500, "model requires more system memory (5 GiB)")), "ollama-refused"),
            (days.on(days.EMBED, error(501, "this model does not support embeddings")), "ollama-refused"),
            (days.on(days.EMBED, error(500, "unexpected EOF")), "ollama-refused"),
            (days.on(days.EMBED, error(400, "never heard of it")), "ollama-refused"),
            (days.cut_off(), "ollama-dropped"),
        ],
        ids=["proxy", "page", "dropped", "memory", "chat model", "always", "unknown", "cut off"],
    )
    def test_told_apart(self, server: OllamaTestServer, day: days.Day, failure: str) -> None:
        server.days.append(day)
        assert unavailable(server).facts["failure"] == failure

    @pytest.mark.parametrize(
        "day",
        [days.spoilt(lambda _: []), days.spoilt(lambda rows: [[0, 0]] * len(rows)), days.refusing("matrix")],
        ids=["none", "zero", "NaN"],
    )
    def test_a_model_that_knows_no_text_at_all(self, server: OllamaTestServer, day: days.Day) -> None:
        server.days.append(day)
        with pytest.raises(EmbedderUnavailable):
            embedding(server, OllamaEmbedder.identify)

    def test_a_server_that_stays_silent_is_asked_once(self, server: OllamaTestServer) -> None:
        server.days.append(days.silent())
        with pytest.raises(EmbedderUnavailable, match="did not reply"):
            embedding(server, lambda embedder: embedder.embed_passages(TEXTS), timeouts=Timeouts(load=0.2))
        assert len(server.requests(days.EMBED)) == 1

    def test_a_load_that_fails_is_not_begun_again(self, server: OllamaTestServer) -> None:
        server.days.append(days.on(days.EMBED, error(500, "timed out waiting for llama runner to start")))
        with pytest.raises(EmbedderUnavailable, match="runner to start"):
            passages(server, TEXTS)
        assert len(server.requests(days.EMBED)) == 1


class TestPassingTrouble:
    @pytest.mark.parametrize(
        "day",
        [
            days.dropped(),
            days.on(days.EMBED, error(503, "server busy, please try again")),
            days.on(days.EMBED, error(500, "unexpected EOF")),
            days.proxy(502),
        ],
        ids=["dropped", "busy", "eof", "proxy"],
    )
    def test_passages_are_tried_again_and_nothing_is_lost(self, server: OllamaTestServer, day: days.Day) -> None:
        async def use(embedder: OllamaEmbedder) -> Vectors:
            await embedder.identify()
            server.days.append(days.once(day, 3))
            return await embedder.embed_passages(TEXTS)

        assert_own(embedding(server, use), [PASSAGE + text for text in TEXTS])

    def test_tries_are_bounded(self, server: OllamaTestServer) -> None:
        async def use(embedder: OllamaEmbedder) -> None:
            await embedder.identify()
            server.days.append(days.dropped())
            await embedder.embed_passages(TEXTS[:3])

        with pytest.raises(EmbedderUnavailable, match="broke"):
            embedding(server, use)
        assert len(server.requests(days.EMBED)) == 1 + 4

    def test_a_question_is_not_held_up_by_tries(self, server: OllamaTestServer) -> None:
        async def use(embedder: OllamaEmbedder) -> None:
            await embedder.identify()
            server.days.append(days.dropped())
            await embedder.embed_question("why")

        with pytest.raises(EmbedderUnavailable):
            embedding(server, use)
        assert len(server.requests(days.EMBED)) == 2


LONG = "a long word and " * 50  # 800 characters


class TestOverlong:
    @pytest.mark.parametrize("place", [0, 7, 15, 16, 69])
    def test_a_text_that_is_too_long_is_embedded_in_parts_and_the_others_as_they_are(
        self, server: OllamaTestServer, place: int
    ) -> None:
        server.serve(quick(longest=300))
        texts = list(TEXTS)
        texts[place] = LONG
        vectors = passages(server, texts)
        assert math.hypot(*vectors.values(place)) == pytest.approx(1, abs=1e-5)
        assert_own(
            Vectors(8, b"".join(row for index, row in enumerate(vectors) if index != place)),
            [PASSAGE + text for index, text in enumerate(TEXTS) if index != place],
        )

    def test_nothing_of_it_is_cut_off(self, server: OllamaTestServer) -> None:
        server.serve(quick(longest=300))
        passages(server, [LONG])
        sent = [text.removeprefix(PASSAGE) for text in server.embedded() if len(text) <= 300]
        assert "".join(sent[1:]) == LONG

    def test_its_vector_is_the_mean_of_its_parts(self, server: OllamaTestServer) -> None:
        server.serve(quick(longest=30, dimension=4))
        vectors = passages(server, ["left half, right one"])
        left, right = (vector(PASSAGE + part, 4) for part in ("left half,", " right one"))
        both = [a + b for a, b in zip(left, right, strict=True)]
        assert list(vectors.values(0)) == pytest.approx([number / math.hypot(*both) for number in both], abs=1e-6)

    def test_one_that_stays_too_long_is_named_after_a_bounded_number_of_tries(self, server: OllamaTestServer) -> None:
        server.days.append(days.refusing("word", 400, "the input length exceeds the context length"))
        with pytest.raises(BadVectors) as caught:
            passages(server, ["fine", "word" * 2000, "good"])
        assert caught.value.facts["rows"] == "1"
        assert len(server.requests(days.EMBED)) < 20

    def test_a_server_that_refuses_length_whatever_it_is_told(self, server: OllamaTestServer) -> None:
        server.days.append(days.overlong(200))
        assert len(passages(server, [LONG, "short"])) == 2

    def test_a_proxy_that_lets_no_large_request_through(self, server: OllamaTestServer) -> None:
        server.days.append(days.narrow(1000))
        assert_own(passages(server, TEXTS), [PASSAGE + text for text in TEXTS])

    def test_long_questions_too(self, server: OllamaTestServer) -> None:
        server.serve(quick(longest=300))
        assert len(embedding(server, lambda embedder: embedder.embed_question(LONG))) == 1

    def test_a_bad_part_is_the_text_s_fault_and_not_the_server_s(self, server: OllamaTestServer) -> None:
        server.serve(quick(longest=300))
        server.days.append(days.refusing("poison"))
        with pytest.raises(BadVectors):
            passages(server, ["fine", LONG + " poison"])


class TestOldServer:
    @pytest.fixture
    def old(self, server: OllamaTestServer) -> OllamaTestServer:
        server.days.append(days.old())
        return server

    def test_the_old_endpoint_is_used_and_its_vectors_made_unit(self, old: OllamaTestServer) -> None:
        assert_own(passages(old, TEXTS[:20]), [PASSAGE + text for text in TEXTS[:20]])
        assert len(old.requests(days.EMBED)) == 1
        assert len(old.requests("/api/embeddings")) == 21

    def test_it_cuts_without_a_word_so_long_texts_are_parted_here(self, old: OllamaTestServer) -> None:
        old.serve(quick(longest=500, context_length=500))
        vectors = passages(old, ["short", LONG])
        assert len(vectors) == 2
        assert max(map(len, old.embedded()[2:])) <= 500
        sent = [request["prompt"].removeprefix(PASSAGE) for request in old.requests("/api/embeddings")]
        assert "".join(sent[2:]) == LONG

    def test_a_missing_model_is_not_taken_for_an_old_server(self, server: OllamaTestServer) -> None:
        server.days.append(days.on(days.EMBED, error(404, "model 'nomic-embed-text' not found")))
        with pytest.raises(EmbedderUnavailable, match="does not have the model"):
            passages(server, TEXTS)
        assert server.requests("/api/embeddings") == []


class TestBadVectors:
    @pytest.mark.parametrize(
        "row",
        [
            lambda _: None, lambda _: "NaN", lambda _: [], lambda row: [None, *row[1:]],
            lambda row: ["NaN", *row[1:]], lambda row: [0] * len(row), lambda row: [math.nan, *row[1:]],
            lambda row: [1e999, *row[1:]], lambda row: row[:-1], lambda row: [*row, 0.5],
        ],
        ids=["null", "text", "empty", "null in it", "NaN in it", "zero", "nan", "infinite", "short", "long"],
    )  # fmt: skip
    @pytest.mark.parametrize("place", [0, 63, 64, 69])
    def test_a_bad_vector_is_named_and_never_kept(
        self, server: OllamaTestServer, row: Callable[[list[float]], object], place: int
    ) -> None:
        texts = list(TEXTS)
        texts[place] = "marked"
        server.days.append(days.spoilt_row(row, "marked"))
        with pytest.raises(BadVectors) as caught:
            passages(server, texts)
        assert caught.value.facts["rows"] == str(place)
        with pytest.raises(BadVectors):
            embedding(server, lambda embedder: embedder.embed_question("marked"))

    @pytest.mark.parametrize(
        "change",
        [
            lambda rows: rows[1:], lambda rows: [*rows, rows[0]], lambda _: [], lambda _: None,
            lambda rows: [row[:-1] for row in rows],
        ],
        ids=["few", "many", "none", "null", "dimension"],
    )  # fmt: skip
    def test_a_reply_that_does_not_fit_the_request_is_refused_whole(
        self, server: OllamaTestServer, change: Callable[[list[object]], object]
    ) -> None:
        server.days.append(days.spoilt(change, PASSAGE))
        with pytest.raises(BadVectors):
            passages(server, TEXTS)

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda rows: [[None] * len(row) for row in rows], lambda rows: [[0] * len(row) for row in rows],
            lambda rows: [row[:-1] for row in rows], lambda _: [], lambda rows: [*rows, rows[0]],
        ],
        ids=["null", "zero", "dimension", "none", "many"],
    )  # fmt: skip
    def test_a_model_whose_vectors_have_all_become_bad_is_away_and_no_text_is_blamed(
        self, server: OllamaTestServer, spoil: Callable[[list[list[float]]], object]
    ) -> None:
        async def use(embedder: OllamaEmbedder) -> None:
            await embedder.identify()
            server.days.append(days.spoilt(spoil))
            for call in (embedder.embed_passages(TEXTS), embedder.embed_question("why")):
                with pytest.raises(EmbedderUnavailable):
                    await call

        embedding(server, use)
        assert len(server.requests(days.EMBED)) <= 1 + 2 * 2 + 2

    def test_tries_of_what_fails_with_one_text_only_are_fewer(self, server: OllamaTestServer) -> None:
        server.days.append(days.refusing("marked", 500, "EOF"))
        with pytest.raises(BadVectors):
            passages(server, ["marked"])
        sent = [request["input"] for request in server.requests(days.EMBED)]
        assert sent.count([f"{PASSAGE}marked"]) == 3

    @pytest.mark.parametrize(
        "refusal",
        [days.refusing("marked"), days.refusing("marked", 500, 'Post "http://127.0.0.1:1/embedding": EOF')],
        ids=["NaN", "crash"],
    )
    def test_one_text_that_the_server_can_not_embed_is_found_and_the_others_kept(
        self, server: OllamaTestServer, refusal: days.Day, home: Path
    ) -> None:
        server.days.append(refusal)
        chunks = [Chunk(f"{index}", "s", "p", index, (), 0, 1, text) for index, text in enumerate(TEXTS[:32])]
        chunks[20] = Chunk("20", "s", "p", 20, (), 0, 1, "marked")

        async def use(embedder: OllamaEmbedder) -> Embedded:
            manifest = Manifest(home)
            try:
                found = Embedded()
                identity = await embedder.identify()
                await PassageVectors(embedder, identity, manifest.vectors).embed(rows_of(chunks), found)
                return found
            finally:
                await manifest.close()

        found = embedding(server, use)
        assert list(found.refused) == ["20"]
        assert_own(
            Vectors(8, b"".join(found.vectors[chunk.id] for chunk in chunks if chunk.id != "20")),
            [PASSAGE + chunk.text for chunk in chunks if chunk.id != "20"],
        )


def test_two_models_of_one_length_are_never_taken_for_each_other(server: OllamaTestServer) -> None:
    other: ServedModel = quick("bge-m3")
    server.serve(other)
    one = embedding(server, OllamaEmbedder.identify)
    two = embedding(server, OllamaEmbedder.identify, model="bge-m3")
    assert one.dimension == two.dimension
    assert (one.digest, one.prefix_scheme) != (two.digest, two.prefix_scheme)
