"""A reranker changes places, and nothing else; whatever is wrong with it, the question is answered as without it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.search import Hit, SearchResult
from gangdan_gui.retrieving.passages import by_merit, same_text
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.reranking import _best, _reordered
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.wording import reason_sentence
from tests.ollama_server import days
from tests.ollama_server.models import talking
from tests.ollama_server.server import OllamaTestServer
from tests.onnx_writer import write_cross_encoder

QUESTION = "What draws the tide of the sea?"
# “of” stands twice in the first, which fits the question less than the third.
FILES = {
    "a.md": "The tide. The sea. The tide of the sea is a tide of the sea, and the sea has a tide, says the captain.",
    "b.md": "Tide and sea: a sea with a tide is a sea in which the tide is seen, wherever that sea may be.",
    "c.md": "What draws it? The moon draws the water of the whole sea after it, twice a day, and that is what the "
    "tide is: what the moon draws, the wind never moves, say those who live beside the sea.",
    "d.md": "Bread rises overnight where it is warm, and in the morning it is baked for half an hour or longer.",
}
WORDS = ["of"]


async def _asked(shelf, folder: Path, *options: SearchOptions, settings: Settings | None = None) -> list[SearchResult]:
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    if settings:
        shelf.home.mkdir(parents=True, exist_ok=True)
        SettingsFile(shelf.home / "settings.toml").save(settings)
    async with shelf.open() as bench:
        await bench.build((await bench.library.add(str(folder))).source.id)
        return [await bench.assistant.search(QUESTION, one) for one in options]


def _paths(result: SearchResult) -> list[str]:
    return [passage.path for passage in result.passages]


def test_the_file_that_is_named_decides_the_order_and_nothing_else(shelf, folder: Path, tmp_path: Path) -> None:
    file = str(write_cross_encoder(tmp_path / "judge", WORDS))
    plain, judged, off = asyncio.run(
        _asked(
            shelf, folder, SearchOptions(reranker="", explain=True), SearchOptions(explain=True),
            SearchOptions(reranker="none"), settings=Settings(reranker=file),
        )
    )  # fmt: skip
    assert (_paths(plain)[0], _paths(judged)[0]) == ("c.md", "a.md")
    assert sorted(_paths(plain)) == sorted(_paths(judged))
    assert [one.score for one in judged.passages] == [one.score for one in plain.passages]
    assert (judged.supported, judged.notices) == (plain.supported, ())
    assert _paths(off) == _paths(plain)
    assert "rerank" in judged.seconds
    assert "rerank" not in plain.seconds


def test_the_trace_tells_its_name_its_ranks_and_its_time(shelf, folder: Path, tmp_path: Path) -> None:
    file = str(write_cross_encoder(tmp_path / "judge", WORDS))
    settings = Settings(reranker=file, reranked=2)
    plain, judged = asyncio.run(
        _asked(shelf, folder, SearchOptions(reranker="", explain=True), SearchOptions(explain=True), settings=settings)
    )
    assert plain.trace is not None
    assert judged.trace is not None
    assert (plain.trace.reranker, judged.trace.reranker) == ("", "judge/model.onnx")
    assert judged.trace.seconds["rerank"] > 0
    assert {one.reranked for one in plain.trace.candidates} == {None}
    seen = [one for one in judged.trace.candidates if one.reranked]
    assert sorted(one.reranked or 0 for one in seen) == [1, 2]
    assert [one.fused for one in judged.trace.candidates] == [one.fused for one in plain.trace.candidates]
    assert judged.trace.support == plain.trace.support


def test_what_can_not_be_used_leaves_the_order_and_is_told(
    shelf, folder: Path, tmp_path: Path, ollama_server: OllamaTestServer
) -> None:
    ollama_server.models["chatty:latest"] = talking("Well, let me see.", name="chatty")
    gate = threading.Event()
    ollama_server.models["stuck:latest"] = talking(name="stuck", chat=lambda *_: [str(gate.wait(30))])
    broken = str(write_cross_encoder(tmp_path / "broken", WORDS, nan=True))
    names = {
        str(tmp_path / "gone.onnx"): "reranker-file-missing",
        broken: "reranker-no-numbers",
        "ollama:missing": "reranker-model-missing",
        "ollama:chatty": "reranker-malformed",
        "ollama:stuck": "reranker-slow",
    }
    settings = Settings(ollama_address=ollama_server.address, reranker_seconds=3)
    plain, *results = asyncio.run(
        _asked(
            shelf, folder, SearchOptions(explain=True), *(SearchOptions(reranker=name, explain=True) for name in names),
            settings=settings,
        )
    )  # fmt: skip
    gate.set()
    for result, (name, code) in zip(results, names.items(), strict=True):
        assert [notice.code for notice in result.notices] == [code], name
        assert result.passages == plain.passages
        assert result.trace is not None
        assert result.trace.reranker == ""
        sentence = reason_sentence(result.notices[0])
        assert ", so nothing was reranked; " in sentence
        assert Path(name).stem.removeprefix("ollama:") in sentence


def test_a_model_of_ollama_judges_a_few(shelf, folder: Path, ollama_server: OllamaTestServer) -> None:
    def chat(messages, _most):
        yield '{"grade": 3}' if "captain" in messages[-1]["content"] else '{"grade": 1}'

    ollama_server.models["judge:latest"] = talking(name="judge", chat=chat)
    settings = Settings(ollama_address=ollama_server.address)
    (result,) = asyncio.run(
        _asked(shelf, folder, SearchOptions(reranker="ollama:judge", explain=True), settings=settings)
    )
    assert _paths(result)[0] == "a.md"
    assert result.trace is not None
    assert result.trace.reranker == "judge"
    assert len([one for one in ollama_server.asked if one.path == days.CHAT]) <= 10


def test_one_way_alone_is_not_reranked_and_says_so_where_it_was_asked_for(shelf, folder: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "never-looked-at.onnx")
    asked, chosen = asyncio.run(
        _asked(
            shelf, folder, SearchOptions(mode="keyword", reranker=file), SearchOptions(mode="dense"),
            settings=Settings(reranker=file),
        )
    )  # fmt: skip
    assert [notice.code for notice in asked.notices] == ["reranker-needs-both"]
    assert chosen.notices == ()


HIT = Hit("c", "s", "p", "", (), 0, 10, "text", "en", 0.5, fused=0.5)
hits = st.lists(st.tuples(st.integers(0, 8), st.sampled_from("abcdef"), st.floats(0, 1)), min_size=1, max_size=20).map(
    lambda found: [
        HIT._replace(chunk=f"c{chunk}", text=text, start=number, fused=round(fused, 3))
        for number, (chunk, text, fused) in enumerate(found)
    ]
)


@given(hits, st.dictionaries(st.sampled_from("abcdef"), st.floats(-9, 9)), st.integers(1, 8))
def test_places_change_and_scores_stay(found: list[Hit], said: dict[str, float], most: int) -> None:
    scores = {text: said.get(text, 0.0) for text in "abcdef"}
    ordered = by_merit(found)
    best = _best(ordered, most)
    assert len({same_text(hit.text) for hit in best}) <= most
    after = _reordered(found, best, scores, "x", 0.0)
    again = by_merit(after.hits)
    assert [hit.fused for hit in again] == [hit.fused for hit in ordered]
    assert [(hit.text, hit.start) for hit in after.hits] == [(hit.text, hit.start) for hit in found]
    levels = [hit.fused for hit in best]
    if len(set(levels)) == len(levels):
        judged = [scores[hit.text] for hit in again[: len(best)]]
        assert judged == sorted(judged, reverse=True)
    assert (
        [hit.start for hit in again[len(best) :]] == [hit.start for hit in ordered[len(best) :]]
        or len(set(levels)) < len(levels)
        or ordered[len(best)].fused in levels
    )
    assert set(after.judged) == {hit.chunk for hit in best}
    assert min(rank for rank, _ in after.judged.values()) == 1
