"""Takes the block of settings off the head of a Markdown file and reads what it says of the document."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass

import yaml

from gangdan_gui.converting.facts import every, facts_of, line, value
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts

_YAML = re.compile(r"\A---[ \t]*\n(?P<inside>.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\A\+\+\+[ \t]*\n(?P<inside>.*?)(?:^|\n)\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_JSON = re.compile(r"\A\{\s*\"")
_LONGEST_TITLE = 1_000
_KEY = re.compile(r"^[\w.-]+[ \t]*[:=]", re.MULTILINE)
_TITLE = re.compile(r"""^title[ \t]*[:=][ \t]*(?P<quote>["']?)(?P<title>.+?)(?P=quote)[ \t]*$""", re.MULTILINE)
# One of them must stand in an object of JSON at the head of a file, which might be an example as well.
_HUGO = frozenset({"title", "date", "draft", "tags", "categories", "author", "authors", "slug", "weight"})
_AUTHORS = ("authors", "author", "by", "byline", "creator")
_DATES = (
    "date", "publishdate", "published", "pubdate", "date_published", "publish_date", "created", "lastmod",
    "last_modified_at", "updated", "last_update", "modified",
)  # fmt: skip
_VENUES = ("venue", "journal", "container-title", "publication", "booktitle")
_TAGS = ("tags", "tag", "keywords", "categories", "category")
# Where settings are grouped: of Hugo, of Quarto, of MyST.
_GROUPS = ("params", "extra", "taxonomies", "citation", "html_meta", "metadata")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """`body` is the text without its settings; `language` that of its code cells, where a kernel is named."""

    body: str
    title: str = ""
    language: str = ""
    facts: DocumentFacts = NO_FACTS


def take_front_matter(text: str) -> FrontMatter:
    """Part a text from its front matter. Two rules with prose between them are not front matter."""
    match = _YAML.match(text) or _TOML.match(text)
    if match is None:
        return _json(text)
    if match["inside"].strip() and not _KEY.search(match["inside"]):
        return FrontMatter(text)
    settings = _settings(match["inside"], toml=text.startswith("+++"))
    return FrontMatter(
        body=text[match.end() :],
        title=_text(settings, "title") or _title_by_line(match["inside"]),
        language=_text(settings, "kernelspec", "language"),
        facts=facts_in(settings),
    )


def facts_in(settings: object) -> DocumentFacts:
    """What such settings say of their document, those of their groups included."""
    found = _facts(settings)
    for group in _GROUPS:
        if isinstance(inner := value(settings, group), dict):
            found = found.over(_facts(inner))
    return found


def _facts(settings: object) -> DocumentFacts:
    date = value(settings, *_DATES)
    return facts_of(
        authors=value(settings, *_AUTHORS),
        date=value(date, "date", "value") if isinstance(date, dict) else date,
        venue=_venue(value(settings, *_VENUES)),
        doi=value(settings, "doi"),
        tags=every(settings, *_TAGS),
    )


def _venue(said: object) -> object:
    return value(said, "title", "name") if isinstance(said, dict) else said


def _json(text: str) -> FrontMatter:
    """The object that Hugo takes as settings, if the text begins with one."""
    if not _JSON.match(text):
        return FrontMatter(text)
    try:
        settings, end = json.JSONDecoder(strict=False).raw_decode(text)
    except (ValueError, RecursionError):
        return FrontMatter(text)
    rest = text[end:]
    if not isinstance(settings, dict) or _HUGO.isdisjoint(settings) or (rest.strip() and not rest.startswith("\n")):
        return FrontMatter(text)
    return FrontMatter(rest, title=_text(settings, "title"), facts=facts_in(settings))


def _settings(inside: str, *, toml: bool) -> object:
    try:
        return tomllib.loads(inside) if toml else yaml.safe_load(inside)
    except (yaml.YAMLError, tomllib.TOMLDecodeError, RecursionError):
        return None  # a file with a slip in its settings: the title is still found by its line
    except (ValueError, TypeError, AttributeError, LookupError):  # a date that no calendar has, `!!int x`
        return None if toml else yaml.load(inside, Loader=yaml.BaseLoader)


def _text(settings: object, *keys: str) -> str:
    for key in keys:
        settings = settings.get(key) if isinstance(settings, dict) else None
    return line(settings, _LONGEST_TITLE)


def _title_by_line(inside: str) -> str:
    match = _TITLE.search(inside)
    return match["title"].strip() if match else ""
