"""Folders of prose to measure with: made-up words as often as those of a language, so that an index finds it usual.

Words follow Zipf's law, each document has favourites of its own, and sentences, paragraphs and headings have usual
lengths. The same each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random

CHUNKS_A_FILE = 20
_WORDS, _FAVOURITES = 20_000, 60
_CONSONANTS, _VOWELS = "b|c|d|f|g|l|m|n|p|r|s|t|v|st|tr|ch", "a|e|i|o|u|ea|ou"
# The distance from one window to the next, by which a text of so many characters has so many chunks.
_STEP = 650
_HAN_FIRST, _HAN_USUAL = 0x4E00, 3500


@dataclass(frozen=True, slots=True)
class _Language:
    """How words are made and joined to sentences."""

    name: str
    space: str
    stop: str
    syllables: tuple[int, int]


ENGLISH = _Language("en", " ", ". ", (1, 4))
CHINESE = _Language("zh", "", "。", (1, 3))


def write_prose(folder: Path, chunks: int, language: _Language = ENGLISH) -> int:
    """Write Markdown for about that many chunks into a new folder; how many files."""
    writer = _Writer(language)
    files = max(1, round(chunks / CHUNKS_A_FILE))
    for number in range(files):
        file = folder / f"part-{number // 100:03}" / f"{number:05}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(writer.document(number, chunks * _STEP // files), "utf-8")
    return files


def change_some(folder: Path, share: float) -> int:
    """Put a sentence into the middle of every so many files; how many."""
    files = sorted(folder.rglob("*.md"))
    some = files[:: max(1, round(1 / share))]
    for file in some:
        paragraphs = file.read_text("utf-8").split("\n\n")
        paragraphs.insert(len(paragraphs) // 2, "A sentence that was not there before, and moves what follows.")
        file.write_text("\n\n".join(paragraphs), "utf-8")
    return len(some)


class _Writer:
    """Writes documents of one language."""

    def __init__(self, language: _Language) -> None:
        self._language = language
        self._draw = Random(f"prose in {language.name}")
        self._words = list(dict.fromkeys(self._word() for _ in range(2 * _WORDS)))[:_WORDS]
        self._weights = list(accumulate(1 / (rank + 2) for rank in range(len(self._words))))

    def document(self, number: int, characters: int) -> str:
        """One document of about that many characters."""
        favourites = self._draw.sample(self._words[200:], _FAVOURITES)
        parts = [f"# {self._sentence(favourites, 4)} {number}"]
        length = 0
        for part in self._parts(favourites):
            parts.append(part)
            length += len(part) + 2
            if length >= characters:
                break
        return "\n\n".join(parts) + "\n"

    def _parts(self, favourites: list[str]) -> Iterator[str]:
        while True:
            yield f"## {self._sentence(favourites, 5)}"
            for _ in range(self._draw.randint(3, 6)):
                count = self._draw.randint(3, 7)
                sentences = (self._sentence(favourites, self._draw.randint(8, 24)) for _ in range(count))
                yield "".join(sentence + self._language.stop for sentence in sentences).rstrip()

    def _sentence(self, favourites: list[str], words: int) -> str:
        usual = self._draw.choices(self._words, cum_weights=self._weights, k=words)
        mixed = (self._draw.choice(favourites) if self._draw.random() < 0.25 else word for word in usual)
        return self._language.space.join(mixed).capitalize()

    def _word(self) -> str:
        count = self._draw.randint(*self._language.syllables)
        if not self._language.space:
            # The first of the usual characters stand in most words, as they do.
            return "".join(chr(_HAN_FIRST + int(_HAN_USUAL * self._draw.random() ** 2)) for _ in range(count))
        return "".join(self._letters(_CONSONANTS) + self._letters(_VOWELS) for _ in range(count))

    def _letters(self, some: str) -> str:
        return self._draw.choice(some.split("|"))
