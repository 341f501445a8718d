"""The doctor tries the reranker that the settings name, and says nothing of one where there is none."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.ollama.server import Timeouts
from gangdan_gui.reranking.rerankers import reranker
from gangdan_gui.services.kept import Kept
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.upkeep.model_checks import reranker_check
from gangdan_gui.services.upkeep.ollama_look import look
from gangdan_gui.way_out import WayOut
from gangdan_gui.wording.check_wording import check_sentences
from tests.ollama_server.models import talking
from tests.ollama_server.server import OllamaTestServer
from tests.onnx_writer import write_cross_encoder

NOBODY = "127.0.0.1:9"


def checked(name: str, address: str = NOBODY, seconds: float = 60.0) -> Check:
    async def main() -> Check:
        settings = Settings(reranker=name, ollama_address=address)
        kept = Kept(lambda key: reranker(*key, lambda: 8192, WayOut))
        try:
            seen = await look(address, Timeouts(connect=2.0, reply=5.0), WayOut())
            return await reranker_check(kept, settings, seen, seconds)
        finally:
            await kept.close()

    return asyncio.run(main())


def test_a_file_that_works_is_said_to(tmp_path: Path) -> None:
    found = checked(str(write_cross_encoder(tmp_path / "judge", ["?"])))
    assert (found.state, found.facts["reranker"]) == (OK, "judge/model.onnx")
    assert "judges passages" in check_sentences(found)[0]


def test_a_file_that_is_not_there_is_a_problem_with_a_remedy(tmp_path: Path) -> None:
    found = checked(str(tmp_path / "gone.onnx"))
    assert found.state == PROBLEM
    said, _ = check_sentences(found)
    assert "file is not there" in said
    assert "<" not in said


@pytest.mark.parametrize(
    ("said", "state", "words"),
    [('{"grade": 3}', OK, "judges passages"), ("Hm.", PROBLEM, "something else than a grade")],
)
def test_a_model_is_asked_for_a_grade(ollama_server: OllamaTestServer, said: str, state: str, words: str) -> None:
    ollama_server.models["judge:latest"] = talking(said, name="judge")
    found = checked("ollama:judge", ollama_server.address)
    assert found.state == state
    assert words in check_sentences(found)[0]


def test_a_model_that_is_not_there_is_told_by_the_check_of_models(ollama_server: OllamaTestServer) -> None:
    for address in (ollama_server.address, NOBODY):
        assert checked("ollama:judge", address).state == NOT_CHECKED
