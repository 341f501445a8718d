"""Which documents of a collection a search may look in."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable, Sequence

from gangdan_gui.converting.facts import folded
from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.errors import InvalidFilter
from gangdan_gui.fetching.globs import matcher
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing.records import DocumentLabels, Generation

# What teachers call languages, beside their codes.
_CALLED = {
    "zh": ("chinese", "mandarin", "zho", "chi", "中文", "汉语", "漢語", "华语", "華語", "国语", "國語"),
    "en": ("english", "eng", "英文", "英语", "英語"),
}
_CODES = {name: code for code, names in _CALLED.items() for name in names}
_DATE = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?)?")


def is_filtered(options: SearchOptions) -> bool:
    """Whether a search is to leave out documents of the sources that it looks in."""
    said = (options.path, options.language, options.since, options.until, *options.tags, *options.kinds)
    return bool(options.documents) or any(one.strip() for one in said)


def names_documents(options: SearchOptions) -> bool:
    """Whether it is asked of documents that were chosen: by themselves, by a tag, or by where they lie."""
    return bool(options.documents) or any(one.strip() for one in (options.path, *options.tags))


def sources_of(options: SearchOptions) -> tuple[str, ...]:
    """The sources to look in: where documents are named theirs, whatever else is chosen."""
    return tuple(dict.fromkeys(source for source, _ in options.documents)) or options.collections


def wanted_language(options: SearchOptions) -> str:
    """The code of the language that documents are to be in, without its region; empty for all."""
    said = re.split("[-_ ]", options.language.strip().lower())[0]
    return _CODES.get(said, said)


async def allowed_paths(parts: Parts, generation: Generation, options: SearchOptions) -> list[str] | None:
    """The documents that pass the filters; None where there is no filter. Raises InvalidFilter.

    Filters are by document, by path, with the patterns that sources are chosen by, by language, whatever its case and
    region (`zh-CN`), by kind, by date and by tags.
    """
    if not is_filtered(options):
        return None
    language = wanted_language(options)
    tests = _tests(options)
    named = [path for source, path in options.documents if source == generation.source]
    if not tests and not language:
        return list(dict.fromkeys(named))
    if options.documents:
        among = frozenset(named)
        tests.append(lambda one: one.path in among)
    labels = await parts.manifest.documents.labels(generation, language)
    return [one.path for one in labels if all(test(one) for test in tests)]


def _tests(options: SearchOptions) -> list[Callable[[DocumentLabels], bool]]:
    """What a document has to pass, but for its language and being named. Raises InvalidFilter."""
    path = options.path.strip()
    since, until = earliest_day(options.since), latest_day(options.until)
    tags = {folded(tag) for tag in options.tags if tag.strip()}
    kinds = {_kind(kind) for kind in options.kinds if kind.strip()}
    tests: list[Callable[[DocumentLabels], bool]] = []
    if path:
        on_path = matcher([path])
        tests.append(lambda one: on_path(one.path))
    if since:
        tests.append(lambda one: reaches(date_of(one), since))
    if until:
        tests.append(lambda one: begins_by(date_of(one), until))
    if tags:
        tests.append(lambda one: tags <= {folded(tag) for tag in one.facts.tags})
    if kinds:
        tests.append(lambda one: kind_of(one.path) in kinds)
    return tests


async def allowed_in(parts: Parts, generations: Sequence[Generation], options: SearchOptions) -> dict[int, list[str]]:
    """The documents that pass the filters, by the number of their generation; no generation where there is none.

    Raises InvalidFilter.
    """
    found = {one.number: await allowed_paths(parts, one, options) for one in generations}
    return {number: paths for number, paths in found.items() if paths is not None}


def kind_of(path: str) -> str:
    """The format of a document by its usual ending (`pdf`, `md`): one that its name does not tell is a web page."""
    return format_of(path) or "html"


def _kind(said: str) -> str:
    """The format that a user means by its name or one of its endings (`.HTM`); any other word as it is."""
    word = said.strip().lower().removeprefix("*").removeprefix(".")
    return format_of(f"file.{word}") or word


def date_of(record: DocumentLabels) -> str:
    """The day, month or year that a document counts as of: the date it states, else that of its file, else none.

    The file's own time is that of its last change for a file of this computer, else that of its download or commit.
    """
    if record.facts.date or record.modified <= 0:
        return record.facts.date
    try:
        return datetime.datetime.fromtimestamp(record.modified, datetime.UTC).astimezone().date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def reaches(date: str, since: str) -> bool:
    """Whether something of that day, month or year may be of the day `since` or later; nothing undated is."""
    return bool(date) and date >= since[: len(date)]


def begins_by(date: str, until: str) -> bool:
    """Whether something of that day, month or year may be of the day `until` or earlier; nothing undated is."""
    return bool(date) and date <= until[: len(date)]


def earliest_day(said: str) -> str:
    """The first day of a day, month or year (ISO 8601), empty for an empty text. Raises InvalidFilter."""
    days = _days(said)
    return days[0].isoformat() if days else ""


def latest_day(said: str) -> str:
    """The last day of a day, month or year (ISO 8601), empty for an empty text. Raises InvalidFilter."""
    days = _days(said)
    return days[1].isoformat() if days else ""


def _days(said: str) -> tuple[datetime.date, datetime.date] | None:
    text = said.strip()
    if not text:
        return None
    found = _DATE.fullmatch(text)
    try:
        if not found:
            raise ValueError(text)
        year, month, day = (int(part or 0) for part in found.group("year", "month", "day"))
        first = datetime.date(year, month or 1, day or 1)
        last_month = month or 12
        return first, datetime.date(year, last_month, day or calendar.monthrange(year, last_month)[1])
    except ValueError as error:
        raise InvalidFilter(value=said) from error
