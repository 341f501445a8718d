"""Markdown to measure with: lessons of made-up sentences, the same each time, or what a given folder holds."""

from __future__ import annotations

from pathlib import Path
from random import Random

_SUBJECTS = "the tide|a lever|the leaf|a cell|the loop|an array|the river|a sentence|the planet|a fraction|the lens"
_VERBS = "rises with|turns into|depends on|is measured by|explains|slows down|is drawn as|carries|follows|cools"
_OBJECTS = "light|the moon|heat|its neighbours|a table of values|salt water|the first example|pressure|time|friction"
_WHEN = "twice a day|in the second lesson|when it is cold|at noon|after each step|under the microscope|in a closed jar"
_AVERAGE = 700
_SHIFT = 37


def write_documents(folder: Path, chunks: int, given: Path | None = None) -> None:
    """Write Markdown for about that many chunks of text that differ.

    What `given` holds is repeated with another beginning each time until it is enough.
    """
    folder.mkdir(parents=True)
    texts = [file.read_text("utf-8") for file in sorted(given.rglob("*.md"))] if given else []
    if given and not any(texts):
        raise SystemExit(f"{given} holds no Markdown")
    draw, characters, number = Random("lessons"), 0, 0
    while characters < chunks * _AVERAGE:
        text = texts[number % len(texts)][_SHIFT * (number // len(texts)) :] if texts else _lesson(draw)
        (folder / f"{number:05}.md").write_text(f"# Document {number}\n\n{text}", "utf-8")
        characters += len(text)
        number += 1


def _lesson(draw: Random) -> str:
    """A page of a few thousand characters: prose, a list, code and a table under headings."""
    parts: list[str] = []
    for section in range(draw.randint(2, 6)):
        parts.append(f"## {_sentence(draw)[:-1]}")
        parts += [" ".join(_sentence(draw) for _ in range(draw.randint(3, 8))) for _ in range(2)]
        parts.append(
            (
                "\n".join(f"- {_sentence(draw)}" for _ in range(4)),
                "```python\n" + "\n".join(f"value_{n} = {draw.random():.4f}" for n in range(6)) + "\n```",
                "| hour | height |\n|---|---|\n" + "\n".join(f"| {n} | {draw.random():.2f} m |" for n in range(6)),
            )[section % 3]
        )
    return "\n\n".join(parts) + "\n"


def _sentence(draw: Random) -> str:
    words = [draw.choice(choice.split("|")) for choice in (_SUBJECTS, _VERBS, _OBJECTS, _WHEN)]
    return f"{' '.join(words).capitalize()}, {draw.randint(2, 999)} of {draw.randint(2, 999)}."
