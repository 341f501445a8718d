"""Lessons of our own to fill a library with: each has a subject that no other has, and fills several passages."""

from __future__ import annotations

from pathlib import Path

_PLACES = ("hill", "river", "forest", "harbour", "market", "bridge", "garden", "tower", "island", "valley", "mill")
_DOINGS = ("grows", "shines", "sings", "waits", "turns", "falls", "sleeps", "wanders", "glows", "listens", "sails")


def subject(number: int) -> str:
    """What only that lesson is about."""
    return f"subject{number:03}x"


def lesson(number: int, *, version: int = 1, sentences: int = 24) -> str:
    """A lesson as Markdown; another version says other things about the same subject."""
    lines = [
        f"In version{version} of {subject(number)} the {_PLACES[(number * 7 + n * version) % 11]} number {n} "
        f"{_DOINGS[(number + n * 3) % 11]} beside the {_PLACES[(number * 3 + n) % 11]}."
        for n in range(sentences)
    ]
    return f"# Lesson {number}\n\n" + "\n\n".join(lines) + "\n"


def write_lessons(folder: Path, numbers: range, *, version: int = 1) -> None:
    """Write lessons as files of one folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"lesson {number:03}.md").write_text(lesson(number, version=version), "utf-8")
