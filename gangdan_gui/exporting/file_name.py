"""File names for what is exported: good on every system, and still the title a teacher gave."""

from __future__ import annotations

import re
import unicodedata

import regex

# Leaves room for a folder's path under Windows' limit of 260 characters, and under 255 bytes elsewhere.
LONGEST_BYTES = 150
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\s]+')
# Controls, reading-direction and other invisible signs, halves of pairs, unassigned; but emoji hang on joiners.
_INVISIBLE = regex.compile(r"[\p{C}\p{Zl}\p{Zp}--[\u200c\u200d]]", regex.V1)
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|\Z))", re.IGNORECASE)
_EDGES = " .\u200c\u200d"


def safe_file_name(title: str, ending: str, *, otherwise: str = "conversation") -> str:
    """A name for a title, with `ending` (`.md`) behind it; `otherwise` where nothing of the title can stay."""
    words = unicodedata.normalize("NFC", _INVISIBLE.sub("", re.sub(r"\s", " ", title)))
    stem = _FORBIDDEN.sub(" ", words).strip(_EDGES)
    if _RESERVED.match(stem):
        stem = f"_{stem}"
    return f"{_cut(stem, LONGEST_BYTES - len(ending.encode())) or otherwise}{ending}"


def _cut(stem: str, longest: int) -> str:
    """The beginning of `stem` that fits, without half a character at its end."""
    size = 0
    kept = []
    for cluster in regex.findall(r"\X", stem):
        size += len(cluster.encode())
        if size > longest:
            break
        kept.append(cluster)
    return "".join(kept).rstrip(_EDGES)
