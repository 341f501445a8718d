"""The first few files of a library: what they say is held, what is strange to them is not, in either language."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from gangdan_gui.domain.search import Support
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.builtin_model import IDENTITY, BuiltinModel
from gangdan_gui.services.requests import SearchOptions

ENGLISH = {
    "rice.md": "# Rice\n\nBoil the rice for twelve minutes, then let it stand with the lid on so that the steam "
    "finishes the work. Brown rice takes half an hour.\n",
    "bread.md": "# Bread\n\nTo knead bread dough, push it away with the heel of your hand, fold it back and turn it a "
    "quarter. Let the dough rise in a warm place until it is twice as large.\n",
    "knives.md": "# Knives\n\nA dull knife slips. Sharpen it on a wet stone at an angle of twenty degrees, and wash it "
    "by hand.\n",
}
CHINESE = {
    "西红柿.md": "# 西红柿炒鸡蛋\n\n先把鸡蛋炒熟盛出，再炒西红柿，最后放在一起加盐翻匀。喜欢甜味的人可以加一点糖。\n",
    "饺子.md": "# 煮饺子\n\n煮饺子要等水开了再下锅，水再开时加一次凉水，一共加三次。饺子浮起来就熟了。\n",
    "茶.md": "# 泡茶\n\n泡绿茶的水温以八十度为宜，水太热会把茶叶烫黄，茶汤也会变苦。\n",
}
STRANGE = [
    "Who won the football cup in 1986?", "What is the capital of Mongolia?", "How do I file my tax return?",
    "如何计算矩阵的特征值？", "明朝是哪一年灭亡的？", "手机丢了应该先做什么？",
]  # fmt: skip


class Built(BuiltinModel):
    """The built-in model as an `Embedder` without a process of its own."""

    async def identify(self) -> EmbedderIdentity:
        return IDENTITY

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self.embed(list(texts))

    async def embed_question(self, text: str) -> Vectors:
        return self.embed([text])

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        return self.embed(list(texts))

    async def close(self) -> None:
        pass


ASKED_IN_ENGLISH = ["How long does rice boil?", "knead bread dough", "Sharpen it on a wet stone", "米饭要煮多久？"]
ASKED_IN_CHINESE = [
    "饺子怎么煮？",
    "泡绿茶的水温",
    "西红柿炒鸡蛋怎么做？",
    "What temperature should the water for green tea have?",
]


@pytest.mark.parametrize(
    ("files", "held"), [(ENGLISH, ASKED_IN_ENGLISH), (CHINESE, ASKED_IN_CHINESE)], ids=["en", "zh"]
)
def test_three_files_know_what_they_hold(shelf, folder: Path, files: dict[str, str], held: list[str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    shelf.embedder = Built()

    async def main() -> dict[str, Support]:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            asked = {one: await bench.assistant.search(one, SearchOptions((source,))) for one in (*held, *STRANGE)}
            return {question: result.supported for question, result in asked.items()}

    said = asyncio.run(main())
    assert [question for question in held if said[question] is Support.NO] == []
    assert [question for question in STRANGE if said[question] is not Support.NO] == []
    assert {said[question] for question in held[:3]} == {Support.YES}
