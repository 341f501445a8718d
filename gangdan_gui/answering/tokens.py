"""Counts tokens without a model's own tokenizer: what the product can know before it asks.

A token holds about four Latin letters, two signs, or one character of Chinese, Japanese or Korean. Many models (Qwen,
Gemma, Mistral) read digits one by one, so a table of figures is long. The count is meant to be a little high for prose,
so that what fits by it fits in truth.
"""

from __future__ import annotations

import math
import re

_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f\s]")
_SIGN = re.compile(r"[!-/:-@\[-`{-~]")
_ASTRAL = re.compile(r"[\U00010000-\U0010ffff]")
_HAN = re.compile(r"[\u3400-\u9fff]")

LETTERS_A_TOKEN = 4
"""Of Latin text; no other has more characters in a token."""
# A template puts a role and marks around each message.
MESSAGE_TOKENS = 8
# No tokenizer makes fewer: eight letters, or three common Han characters, in one.
_MOST_LETTERS, _MOST_HAN = 8, 3


def count_tokens(text: str) -> int:
    """About how many tokens a model makes of `text`, rounded up."""
    letters, signs, astral = (len(kind.findall(text)) for kind in (_LETTER, _SIGN, _ASTRAL))
    others = len(text) - letters - signs
    return math.ceil(letters / LETTERS_A_TOKEN + signs / 2 + others + astral)


def fewest_tokens(text: str) -> int:
    """Fewer than any model makes of `text`: a server that says it read fewer has not read it all."""
    words = "".join(re.findall(r"[A-Za-z]+", text))
    return len(words) // _MOST_LETTERS + len(_HAN.findall(text)) // _MOST_HAN
