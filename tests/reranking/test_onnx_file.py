"""A cross-encoder in a file, computed by the real onnxruntime in a real process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

from gangdan_gui.domain.errors import RerankerUnavailable
from gangdan_gui.reranking.cross_encoder import CrossEncoder
from gangdan_gui.reranking.onnx_file import OnnxReranker
from gangdan_gui.workers.child import Child
from tests.onnx_writer import INPUTS, INT32, write_cross_encoder

QUESTION = "what draws the tide of the sea ?"
TEXTS = ("the moon draws the tide of the sea", "bread rises", "the sea is blue", "a tide", "what is bread ?")
WORDS = " ".join((QUESTION, *TEXTS)).split()


@pytest.mark.parametrize(
    "form",
    [{}, {"outputs": 2}, {"kind": INT32}, {"inputs": tuple(reversed(INPUTS))}],
    ids=["one number", "two numbers", "int32", "other order"],
)
def test_what_has_more_of_the_question_gets_more(tmp_path: Path, form: dict[str, Any]) -> None:
    file = write_cross_encoder(tmp_path, WORDS, **form)
    scores = CrossEncoder(str(file)).scores(QUESTION, list(TEXTS))
    times = 2 if form.get("outputs") == 2 else 1
    # “the” stands three times in the first text and twice in the question.
    assert scores == tuple(times * count for count in (10.0, 0.0, 3.0, 1.0, 2.0))


def test_a_model_without_kinds_of_text_is_asked_without_them(tmp_path: Path) -> None:
    file = write_cross_encoder(tmp_path, WORDS, inputs=INPUTS[:2])
    assert len(CrossEncoder(str(file)).scores(QUESTION, list(TEXTS))) == len(TEXTS)


def test_a_score_does_not_depend_on_what_is_beside_it(tmp_path: Path) -> None:
    encoder = CrossEncoder(str(write_cross_encoder(tmp_path, WORDS)))
    alone = [encoder.scores(QUESTION, [text])[0] for text in TEXTS]
    assert encoder.scores(QUESTION, list(TEXTS)) == tuple(alone)


def test_what_is_too_long_is_cut_and_the_empty_one_is_taken(tmp_path: Path) -> None:
    encoder = CrossEncoder(str(write_cross_encoder(tmp_path, WORDS)))
    long = "bread " * 5_000
    first, second, third = encoder.scores(f"sea {long}", [f"sea {long}", "", "sea"])
    assert first > third > second == 0.0


def test_what_the_tokenizer_says_of_lengths_is_kept_to_and_a_set_length_is_not(tmp_path: Path) -> None:
    file = write_cross_encoder(tmp_path, WORDS)
    tokenizer = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    tokenizer.enable_padding(length=64)
    tokenizer.enable_truncation(16)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    encoder = CrossEncoder(str(file))
    assert encoder.scores(QUESTION, ["sea", "bread"]) == (1.0, 0.0)
    assert encoder.scores("sea", ["bread " * 20 + "sea"]) == (0.0,), "what is cut off counts for nothing"


def test_the_tokenizer_may_lie_in_the_folder_above(tmp_path: Path) -> None:
    file = write_cross_encoder(tmp_path / "onnx", WORDS)
    (tmp_path / "onnx" / "tokenizer.json").rename(tmp_path / "tokenizer.json")
    assert CrossEncoder(str(file)).scores(QUESTION, ["sea"]) == (1.0,)


def _missing(folder: Path) -> Path:
    return folder / "model.onnx"


def _damaged(folder: Path) -> Path:
    file = write_cross_encoder(folder, WORDS)
    file.write_bytes(file.read_bytes()[:200])
    return file


def _other_tokenizer(folder: Path) -> Path:
    file = write_cross_encoder(folder, WORDS)
    (folder / "tokenizer.json").write_text('{"version": "1.0"}', "utf-8")
    return file


@pytest.mark.parametrize(
    ("code", "make"),
    [
        ("reranker-file-missing", _missing),
        ("reranker-tokenizer-missing", lambda folder: write_cross_encoder(folder, WORDS, tokenizer=False)),
        ("reranker-unreadable", _damaged),
        ("reranker-unreadable", _other_tokenizer),
        ("reranker-unfit", lambda folder: write_cross_encoder(folder, WORDS, inputs=(*INPUTS, "pixel_values"))),
        ("reranker-unfit", lambda folder: write_cross_encoder(folder, WORDS, outputs=3)),
        ("reranker-no-numbers", lambda folder: write_cross_encoder(folder, WORDS, nan=True)),
    ],
)
def test_what_can_not_be_used_is_told_with_its_file(tmp_path: Path, code: str, make: Callable[[Path], Path]) -> None:
    file = make(tmp_path)
    with pytest.raises(RerankerUnavailable) as failed:
        CrossEncoder(str(file)).scores(QUESTION, list(TEXTS))
    assert failed.value.reason.code == code
    assert str(tmp_path) in failed.value.reason.detail
    assert "\n" not in failed.value.reason.detail


def test_a_process_computes_and_a_file_that_is_put_right_is_used(tmp_path: Path) -> None:
    async def main() -> None:
        reranker = OnnxReranker(tmp_path / "model.onnx")
        try:
            with pytest.raises(RerankerUnavailable):
                await reranker.check()
            write_cross_encoder(tmp_path, WORDS)
            await reranker.check()
            scores = await reranker.scores(QUESTION, TEXTS * 3)
            assert scores == (10.0, 0.0, 3.0, 1.0, 2.0) * 3
        finally:
            await reranker.close()
            await reranker.close()

    asyncio.run(main())


def test_memory_is_given_back_when_nobody_asks_and_taken_again(tmp_path: Path) -> None:
    async def main() -> None:
        reranker = OnnxReranker(write_cross_encoder(tmp_path, WORDS), idle=0.01)
        try:
            for _ in range(2):
                assert await reranker.scores(QUESTION, ["sea"]) == (1.0,)
                while reranker.awake:  # noqa: ASYNC110  (nothing tells of it)
                    await asyncio.sleep(0.01)
        finally:
            await reranker.close()

    asyncio.run(main())


class SlowEncoder:
    """Takes longer to load than anybody waits, and leaves a trace of each time."""

    def __init__(self, gate: str) -> None:
        self._gate = Path(gate)
        self._loaded = False

    def load(self) -> None:
        if not self._loaded:
            with (self._gate / "loads").open("a", encoding="utf-8") as file:
                file.write("x")
            while not (self._gate / "open").exists():
                pass
            self._loaded = True

    def scores(self, question: str, texts: list[str]) -> tuple[float, ...]:
        if question == "die":
            raise SystemExit(3)
        return tuple(float(len(text)) for text in texts)


def test_whoever_gives_up_does_not_stop_the_loading(tmp_path: Path) -> None:
    async def main() -> None:
        target = "tests.reranking.test_onnx_file:SlowEncoder"
        make = lambda: Child(target, name="reranker", arguments=(str(tmp_path),))  # noqa: E731
        reranker = OnnxReranker(tmp_path / "model.onnx", make)
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1.5):
                    await reranker.scores("q", ["a"])
            (tmp_path / "open").touch()
            assert await reranker.scores("q", ["a", "bb"]) == (1.0, 2.0)
            assert (tmp_path / "loads").read_text("utf-8") == "x"
            with pytest.raises(RerankerUnavailable) as failed:
                await reranker.scores("die", ["a"])
            assert failed.value.reason.code == "reranker-stopped"
            assert await reranker.scores("q", ["a"]) == (1.0,)
        finally:
            await reranker.close()

    asyncio.run(main())
