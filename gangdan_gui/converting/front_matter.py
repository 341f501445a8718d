"""Takes the block of settings off the head of a Markdown file and reads the little of it that is used."""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

_YAML = re.compile(r"\A---[ \t]*\n(?P<inside>.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\A\+\+\+[ \t]*\n(?P<inside>.*?)(?:^|\n)\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY = re.compile(r"^[\w.-]+[ \t]*[:=]", re.MULTILINE)
_TITLE = re.compile(r"""^title[ \t]*[:=][ \t]*(?P<quote>["']?)(?P<title>.+?)(?P=quote)[ \t]*$""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """`body` is the text without its settings; `language` that of its code cells, where a kernel is named."""

    body: str
    title: str = ""
    language: str = ""


def take_front_matter(text: str) -> FrontMatter:
    """Part a text from its front matter. Two rules with prose between them are not front matter."""
    match = _YAML.match(text) or _TOML.match(text)
    if match is None or (match["inside"].strip() and not _KEY.search(match["inside"])):
        return FrontMatter(text)
    settings = _settings(match["inside"])
    return FrontMatter(
        body=text[match.end() :],
        title=_text(settings, "title") or _title_by_line(match["inside"]),
        language=_text(settings, "kernelspec", "language"),
    )


def _settings(inside: str) -> object:
    try:
        return yaml.safe_load(inside)
    except (yaml.YAMLError, ValueError):
        return None  # TOML, or a file with a slip in its settings: the title is still found by its line


def _text(settings: object, *keys: str) -> str:
    for key in keys:
        settings = settings.get(key) if isinstance(settings, dict) else None
    return str(settings).strip() if isinstance(settings, str | int | float) else ""


def _title_by_line(inside: str) -> str:
    match = _TITLE.search(inside)
    return match["title"].strip() if match else ""
