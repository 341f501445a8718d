"""What is made of replies: vectors, or a refusal that names the rows."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import BadVectors
from gangdan_gui.embedding.ollama_reply import Blame, blame, may_pass, mean, unit, vectors_of
from gangdan_gui.embedding.ollama_texts import halves
from gangdan_gui.ollama.failures import (
    Dropped,
    ModelMissing,
    NotOllama,
    OllamaFailure,
    ProxyInTheWay,
    Refused,
    Silent,
    Unreachable,
)

GOOD = [0.6, 0.8]


def refused(why: str, status: int = 500) -> Refused:
    return Refused(address="a", status=str(status), why=why)


class TestVectors:
    @pytest.mark.parametrize("rows", [None, [], {}, "NaN", 3, [GOOD], [GOOD] * 3, {"0": GOOD, "1": GOOD}])
    def test_another_number_of_vectors_than_of_texts(self, rows: object) -> None:
        with pytest.raises(BadVectors, match="for 2 texts") as caught:
            vectors_of(rows, 2, 2, "e")
        assert "rows" not in caught.value.facts

    @pytest.mark.parametrize(
        "bad",
        [
            None, [], "NaN", "", 0, {}, [None, 1], ["NaN", 1], ["0.6", "0.8"], [[0.6], [0.8]], [0, 0], [math.nan, 1],
            [math.inf, 1], [1e300, 1], [10**400, 1], [0.6], [0.6, 0.8, 0.0],
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_a_bad_row_is_named_by_its_place(self, bad: Any, place: int) -> None:
        rows: list[Any] = [GOOD, GOOD, GOOD]
        rows[place] = bad
        with pytest.raises(BadVectors) as caught:
            vectors_of(rows, 3, 2, "e", first=10)
        assert caught.value.facts["rows"] == str(10 + place)

    def test_another_dimension_throughout(self) -> None:
        with pytest.raises(BadVectors, match="2 numbers in a vector instead of 3") as caught:
            vectors_of([GOOD, GOOD], 2, 3, "e")
        assert "rows" not in caught.value.facts

    def test_the_dimension_is_read_where_it_is_not_known_yet(self) -> None:
        assert vectors_of([GOOD], 1, None, "e").dimension == 2
        for rows in ([[]], [None], [["x"]]):
            with pytest.raises(BadVectors):
                vectors_of(rows, 1, None, "e")

    def test_numbers_are_kept_as_they_are_unless_the_length_is_another(self) -> None:
        vectors = vectors_of([GOOD, [6, 8]], 2, 2, "e")
        assert vectors.row(0) == vectors.row(1)

    json_values = st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    )

    @given(json_values, st.integers(0, 3), st.none() | st.integers(1, 4))
    def test_any_json_is_unit_vectors_or_bad_vectors(self, rows: object, count: int, dimension: int | None) -> None:
        try:
            vectors = vectors_of(json.loads(json.dumps(rows)), count, dimension, "e")
        except BadVectors:
            return
        assert len(vectors) == count
        for index in range(count):
            assert math.hypot(*vectors.values(index)) == pytest.approx(1, abs=1e-3)

    @given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=8))
    def test_a_unit_vector_points_where_the_row_does(self, row: list[float]) -> None:
        length = math.hypot(*row)
        found = unit(row)
        if length < 1e-30:
            return
        assert list(found) == pytest.approx([number / length for number in row], abs=2e-4)

    def test_the_mean_leans_to_the_heavier(self) -> None:
        assert list(mean([[1, 0], [0, 1]], [1, 1])) == pytest.approx([math.sqrt(0.5)] * 2)
        heavy = mean([[1, 0], [0, 1]], [3, 1])
        assert heavy[0] == pytest.approx(3 * heavy[1])


class TestBlame:
    @pytest.mark.parametrize(
        ("why", "status", "expected"),
        [
            ("the input length exceeds the context length", 400, Blame.LENGTH),
            ("input length exceeds maximum context length", 400, Blame.LENGTH),
            ("input (3021 tokens) is too large to process. increase the physical batch size", 500, Blame.LENGTH),
            ("exceed_context_size_error", 400, Blame.LENGTH),
            ("the request exceeds the available context window", 400, Blame.LENGTH),
            ("maximum of 8192 tokens", 400, Blame.LENGTH),
            ("Request Entity Too Large", 413, Blame.LENGTH),
            ("failed to encode response: json: unsupported value: NaN", 500, Blame.TEXT),
            ("json: unsupported value: +Inf", 500, Blame.TEXT),
            ("model requires more system memory (5.6 GiB) than is available (2.1 GiB)", 500, Blame.SERVER),
            ("unable to load model: /root/.ollama/models/blobs/sha256-0", 500, Blame.SERVER),
            ("this model does not support embeddings", 501, Blame.SERVER),
            ("llama runner process has terminated: exit status 2", 500, Blame.UNKNOWN),
            ('do embedding request: Post "http://127.0.0.1:3/embedding": EOF', 500, Blame.UNKNOWN),
            ("server busy, please try again. maximum pending requests exceeded", 503, Blame.UNKNOWN),
            ("nanny not found", 400, Blame.UNKNOWN),
        ],
    )
    def test_the_servers_words(self, why: str, status: int, expected: Blame) -> None:
        assert blame(refused(why, status)) is expected

    def test_an_error_that_came_late_is_not_blamed_on_the_text(self) -> None:
        assert blame(Refused(address="a", status="500", why="EOF", seconds="20.1")) is Blame.SERVER
        assert blame(Refused(address="a", status="500", why="unsupported value: NaN", seconds="20.1")) is Blame.TEXT

    @pytest.mark.parametrize(
        ("failure", "passing"),
        [
            (refused("server busy", 503), True),
            (refused("too many requests", 429), True),
            (refused("EOF", 500), True),
            (refused("bad request", 400), False),
            (refused("unsupported value: NaN", 500), False),
            (refused("requires more system memory", 500), False),
            (refused("llama runner process has terminated: exit status 2", 500), False),
            (refused("llama runner process no longer running: -1", 500), False),
            (refused("timed out waiting for llama runner to start", 500), False),
            (Refused(address="a", status="500", why="EOF", seconds="20.1"), False),
            (Dropped(address="a", why="reset", seconds="20.1"), False),
            (ProxyInTheWay(address="a", found="HTTP 504", seconds="60.0"), False),
            (ProxyInTheWay(address="a", found="HTTP 502", seconds="0.1"), True),
            (Unreachable(address="a", why="refused"), True),
            (Dropped(address="a", why="reset"), True),
            (Silent(address="a", seconds="600"), False),
            (ModelMissing(address="a", model="m"), False),
            (NotOllama(address="a", found="a web page"), False),
        ],
    )
    def test_what_may_pass_is_tried_again_and_a_load_is_not_begun_again(
        self, failure: OllamaFailure, passing: bool
    ) -> None:
        assert may_pass(failure) is passing


class TestHalves:
    @given(st.text(min_size=2, max_size=300))
    def test_halves_are_the_text_and_neither_is_nearly_all_of_it(self, text: str) -> None:
        left, right = halves(text)
        assert left + right == text
        assert max(len(left), len(right)) <= len(text) // 2 + len(text) // 8 + 1
        assert min(len(left), len(right)) >= 1

    def test_words_stay_whole_where_a_space_is_near(self) -> None:
        assert halves("one two three four five six") == ("one two three", " four five six")
