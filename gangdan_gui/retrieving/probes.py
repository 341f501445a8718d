"""Questions of many subjects that a library of lessons hardly holds the answers to, to see what strange ones look like.

One of them that it does hold does no harm: what is taken from all of them are quantiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gangdan_gui.bundled import resource

LANGUAGES = ("en", "zh")


@cache
def probes(language: str) -> tuple[str, ...]:
    """All of a language, in their order; none of a language that there are none of."""
    if language not in LANGUAGES:
        return ()
    return tuple(filter(None, resource("probes", f"{language}.txt").read_text("utf-8").splitlines()))


@cache
def _every() -> frozenset[str]:
    return frozenset(question for language in LANGUAGES for question in probes(language))


def is_probe(question: str) -> bool:
    """Whether it is one of them."""
    return question in _every()


def some_probes(language: str, count: int) -> tuple[str, ...]:
    """`count` of them, spread evenly over their subjects."""
    every: Sequence[str] = probes(language)
    if len(every) <= count:
        return tuple(every)
    return tuple(every[at * len(every) // count] for at in range(count))
