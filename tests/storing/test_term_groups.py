"""Terms that stand for one word of a question count as one term would."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.retrieving.words import WORDS_VERSION
from gangdan_gui.storing.posting_table import WordQuery
from gangdan_gui.storing.records import WordHit
from tests.storing.test_posting_table import Shelf, shelf_in

TEXTS = st.lists(
    st.lists(st.sampled_from(["sun", "moon", "tide", "leaf"]), min_size=1, max_size=5).map(" ".join),
    min_size=1,
    max_size=6,
)
Scores = list[tuple[str, int, float]]


async def found(
    shelf: Shelf, words: Mapping[str, float], groups: Sequence[Mapping[str, float]] = ()
) -> tuple[Scores, list[tuple[str, ...]]]:
    query = WordQuery(WORDS_VERSION, words, None, 1000, groups=groups)
    hits = await shelf.manifest.postings.best(query, list(shelf.generations.values()))
    best = [hit for hit in hits if isinstance(hit, WordHit)]
    return [(hit.path, hit.start, round(hit.score, 6)) for hit in best], [hit.terms for hit in best]


def at_texts(texts: Sequence[str], words: Mapping[str, float], groups: Sequence[Mapping[str, float]] = ()) -> Scores:
    """What is found in these texts, the first half in one source and the rest in another."""

    async def go() -> Scores:
        with tempfile.TemporaryDirectory() as folder:
            async with shelf_in(Path(folder)) as shelf:
                await shelf.put("a", "1.md", texts[::2])
                await shelf.put("b", "2.md", texts[1::2])
                return (await found(shelf, words, groups))[0]

    return asyncio.run(go())


@settings(max_examples=15)
@given(TEXTS, st.sampled_from([1.0, 0.3]))
def test_a_group_of_one_is_that_term(texts: list[str], weight: float) -> None:
    assert at_texts(texts, {}, [{"moon": weight}]) == at_texts(texts, {"moon": weight})


@settings(max_examples=15)
@given(TEXTS)
def test_equal_words_of_a_group_count_as_if_they_were_one_word(texts: list[str]) -> None:
    distinct = list(dict.fromkeys(texts))  # equal texts are found once
    same = [text.replace("moon", "sun") for text in distinct]
    if len(set(same)) == len(same):
        grouped = at_texts(distinct, {"tide": 1.0}, [{"moon": 0.7, "sun": 0.7}])
        assert grouped == at_texts(same, {"tide": 1.0, "sun": 0.7})


@settings(max_examples=5)
@given(TEXTS, st.sampled_from([1.0, 0.1]))
def test_a_word_that_no_chunk_holds_changes_nothing(texts: list[str], weight: float) -> None:
    group = {"moon": 0.6, "sun": 0.3}
    assert at_texts(texts, {}, [group | {"nowhere": weight}, {"never": 1.0}]) == at_texts(texts, {}, [group])


def test_a_rare_word_that_fits_less_does_not_decide(home: Path) -> None:
    async def go() -> None:
        async with shelf_in(home) as shelf:
            await shelf.put("a", "1.md", [*(f"list item{number}" for number in range(9)), "listinfo other"])
            group = {"list": 0.8, "listinfo": 0.3}
            apart, _ = await found(shelf, group)
            together, terms = await found(shelf, {}, [group])
            assert apart[0][1] == 9
            assert together[-1][1] == 9
            assert terms[0] == ("list",)
            assert terms[-1] == ("listinfo",)

    asyncio.run(go())
