"""Names the language of a text by its Unicode ranges.

The rule is coarse and needs no model: it tells scripts apart, not languages that share one, and calls
Latin script "en". Code fences, inline code and addresses are set aside first, because they are Latin in any language.
"""

from __future__ import annotations

import re
from collections import Counter

WIDE = frozenset({"zh", "ja", "ko"})
"""Languages in whose script a character says as much as two or three letters."""
HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
"""The characters of Chinese, for a class of a pattern."""

_SET_ASIDE = re.compile(r"(?ms)^(`{3,}|~{3,})[^\n]*\n.*?^\1[`~]*[ \t]*$|`[^`\n]+`|https?://\S+")
_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("ja", r"[\u3040-\u30ff]"),
    ("ko", r"[\uac00-\ud7af\u1100-\u11ff]"),
    ("zh", f"[{HAN}]"),
    ("ru", r"[\u0400-\u04ff]"),
    ("el", r"[\u0370-\u03ff]"),
    ("ar", r"[\u0600-\u06ff]"),
    ("he", r"[\u0590-\u05ff]"),
    ("th", r"[\u0e00-\u0e7f]"),
    ("hi", r"[\u0900-\u097f]"),
)
_PATTERNS = tuple((name, re.compile(pattern)) for name, pattern in _SCRIPTS)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_SAMPLE = 20_000
# A Latin word carries about as much as two Han characters, and Chinese technical prose is full of Latin terms:
# one character in ten of another script is enough to name the language.
_SHARE = 0.10
_KANA_SHARE = 0.05


def blanked(text: str) -> str:
    """The text with blanks, as many, in the place of code and addresses: what is left of it is prose."""
    return _SET_ASIDE.sub(lambda found: " " * len(found[0]), text)


def detect_language(text: str) -> str:
    """Return a language code (`zh`, `en`, `ja`, `ko`, `ru`, …) for `text`; empty when it holds no letters."""
    prose = _SET_ASIDE.sub(" ", text[:_SAMPLE]) or text[:_SAMPLE]
    counts = Counter({name: len(pattern.findall(prose)) for name, pattern in _PATTERNS})
    latin = len(_LATIN.findall(prose))
    total = sum(counts.values()) + latin
    if total == 0:
        return ""
    if counts["ja"] and counts["ja"] >= _KANA_SHARE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts.pop("zh")
    name, most = counts.most_common(1)[0]
    return name if most >= _SHARE * total else "en"
