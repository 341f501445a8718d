"""Words are translated by the dictionary that is installed."""

from __future__ import annotations

import pytest

from gangdan_gui.retrieving.glossary import Glossary


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    """Read once."""
    return Glossary()


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("败血症", ["septicaemia"]),
        ("元组", ["tuple"]),
        ("成吉思汗", ["genghis", "khan"]),  # without who that is, and when
        ("特斯拉", ["tesla", "nikola"]),
        ("字典", ["chinese", "character", "dictionary"]),
        ("继承", ["inherit", "succeed", "carry"]),  # without “to”, “on”
    ],
)
def test_a_chinese_word_is_what_it_is_called_in_english(glossary: Glossary, word: str, terms: list[str]) -> None:
    found = glossary.translations(word, "zh")
    assert set(terms) <= set(found)
    assert all(0 < nearer <= 0.5 for nearer in found.values())


@pytest.mark.parametrize(
    ("word", "terms", "others"),
    [
        ("唐氏综合症", {"down", "syndrome"}, {"s"}),
        ("X光", {"ray"}, {"x"}),
        ("退还", {"return"}, {"sth"}),
        ("衄", {"defeat"}, {"fig"}),
        ("靶心", {"bull", "eye"}, {"s"}),
        ("者", {"person"}, {"er", "ist"}),
        ("座", {"seat"}, {"classifi", "mountain"}),
        ("以德报怨", {"return", "good", "evil"}, {"for"}),
    ],
)
def test_what_an_entry_is_made_of_is_no_translation(
    glossary: Glossary, word: str, terms: set[str], others: set[str]
) -> None:
    found = glossary.translations(word, "zh")
    assert terms <= set(found)
    assert others.isdisjoint(found)


def test_no_letter_and_no_sign_is_a_translation(glossary: Glossary) -> None:
    for word in list(glossary._entries)[::50]:
        assert all(len(term) > 1 and term.isalpha() for term in glossary.translations(word, "zh"))


def test_what_is_said_first_counts_most_and_a_part_of_a_phrase_less(glossary: Glossary) -> None:
    found = list(glossary.translations("异常", "zh").items())
    assert found[0] == ("unusual", 0.5)
    assert [nearer for _, nearer in found] == sorted((nearer for _, nearer in found), reverse=True)
    whole, part = glossary.translations("列表", "zh")["list"], glossary.translations("成吉思汗", "zh")["khan"]
    assert whole == 0.5
    assert part < whole


@pytest.mark.parametrize("word", ["", "𠮷𠮷", "list", "——"])
def test_what_it_does_not_know_has_no_translation(glossary: Glossary, word: str) -> None:
    assert glossary.translations(word, "zh") == {}


@pytest.mark.parametrize(
    ("word", "chinese"), [("tuple", "元组"), ("lists", "列表"), ("tesla", "特斯拉"), ("clades", "演化支")]
)
def test_an_english_word_in_any_form_is_what_it_is_called_in_chinese(
    glossary: Glossary, word: str, chinese: str
) -> None:
    found = glossary.translations(word, "en")
    assert chinese in found
    assert all(0 < nearer <= 0.2 for nearer in found.values())
    assert len(found) <= 30


def test_what_many_chinese_words_mean_is_what_each_means_first(glossary: Glossary) -> None:
    found = list(glossary.translations("list", "en"))
    assert found[0] == "列表"
    assert "列明" in found[1:]


@pytest.mark.parametrize("word", ["", "qqqq", "列表", "of the"])
def test_no_chinese_word_is_made_up(glossary: Glossary, word: str) -> None:
    assert glossary.translations(word, "en") == {}


@pytest.mark.parametrize("language", ["", "fr", "ja"])
def test_questions_in_other_languages_are_not_translated(glossary: Glossary, language: str) -> None:
    assert glossary.translations("列表", language) == {}
