"""What is offered for each thing that can go wrong with a question."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.errors import EmbedderUnavailable, GangDanError, InvalidSetting, NothingBuilt, QuestionTooLong
from gangdan_gui.ollama.failures import Dropped, ModelMissing, NotOllama, ProxyInTheWay, Refused, Silent, Unreachable
from gangdan_gui.ui.chat.conversation_remedy import Remedy, way_on, way_out

ADDRESS = "http://127.0.0.1:1"
FAILURES = (
    ModelMissing(address=ADDRESS, model="m"),
    Unreachable(address=ADDRESS, why="refused"),
    Refused(address=ADDRESS, status="400", why="does not support chat", seconds="0"),
    Silent(address=ADDRESS, seconds="9"),
    Dropped(address=ADDRESS, why="x", seconds="1"),
    ProxyInTheWay(address=ADDRESS, found="502"),
    NotOllama(address=ADDRESS, found="a web page"),
    QuestionTooLong(tokens="9", room="8", context="7"),
    InvalidSetting(file="f", name="ollama_address", value="x", expected="y"),
)


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.id)
def test_passages_are_offered_whatever_a_model_cannot_do(failure: GangDanError) -> None:
    assert Remedy.PASSAGES_ONLY in way_out(failure).remedies


def test_a_missing_model_is_named_for_the_server_that_lacks_it() -> None:
    chat = way_out(ModelMissing(address=ADDRESS, model="m"))
    assert (chat.remedies[0], chat.model, chat.for_embedding) == (Remedy.DOWNLOAD, "m", False)
    error = EmbedderUnavailable(embedder="ollama:e", failure="ollama-model-missing", model="e", why="it is missing")
    embedding = way_out(error)
    assert embedding.remedies == (Remedy.DOWNLOAD,)
    assert (embedding.model, embedding.for_embedding) == ("e", True)


def test_an_embedder_offers_what_mends_its_server_and_no_passages() -> None:
    down = EmbedderUnavailable(embedder="ollama:e", failure="ollama-unreachable", address=ADDRESS, why="refused")
    assert way_out(down).remedies == (Remedy.START_OLLAMA,)
    assert way_out(EmbedderUnavailable(embedder="builtin", why="x")).remedies == ()


@pytest.mark.parametrize("error", [NothingBuilt(), ValueError("x")])
def test_what_no_model_has_to_do_with_offers_none(error: Exception) -> None:
    assert way_out(error).remedies == ()


def test_a_part_of_an_answer_offers_what_helps_with_its_rest() -> None:
    assert way_on("answer-length").remedies == (Remedy.SETTINGS,)
    assert way_on("answer-stopped").remedies == ()
