"""Of the words that stand for a question the best are shown."""

from __future__ import annotations

from gangdan_gui.domain.search import Bridged
from gangdan_gui.services.searching.bridged_words import shown_words


def test_the_best_word_of_each_is_shown_once_by_language() -> None:
    bridged = (
        Bridged("叶子", (("leaf", 0.7), ("leaves", 0.5))),
        Bridged("叶片", (("leaf", 0.6), ("blade", 0.4))),
        Bridged("无", ()),
        Bridged("阳光", (("light", 0.6),)),
        Bridged("light", (("阳光", 0.6),)),
    )
    assert shown_words(bridged) == {"en": ("leaf", "light"), "zh": ("阳光",)}
    assert shown_words(()) == {}
