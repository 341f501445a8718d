"""Dates as documents write them, as a day, month or year of ISO 8601; one that can be read in two ways is none."""

from __future__ import annotations

import calendar
import datetime
import re

_EARLIEST = 1700
_MONTHS = {
    name.lower(): number
    for names in (calendar.month_name, calendar.month_abbr)
    for number, name in enumerate(names)
    if name
} | {"sept": 9}
_TIME = r"(?:[T ,]+(?:at )?\d{1,2}:\d{2}.{0,40})?"
_MONTH = r"(?P<word>[A-Za-z]{3,9})\.?"
_AFTER = r"(?: [A-Za-z\u4e00-\u9fff]+\.?)?"  # the day of the week, as Org writes it
_ORDINAL = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_WEEKDAY = re.compile(
    r"^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:星期|周)[一二三四五六日天])[,，]?\s+", re.IGNORECASE
)
_AROUND = re.compile(
    r"^(?:\$?(?:date|published|updated|发布于|发表于|日期|更新于)\s*[:：]\s*)|[\[\]<>()（）$]", re.IGNORECASE
)
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?P<y>\d{{4}})(?P<sep>[-/.])(?P<m>\d{{1,2}})(?:(?P=sep)(?P<d>\d{{1,2}}){_AFTER})?{_TIME}",
        rf"(?P<y>\d{{4}}) ?年(?: ?(?P<m>\d{{1,2}}) ?月(?: ?(?P<d>\d{{1,2}}) ?[日号]?)?)?{_TIME}.{{0,12}}",
        rf"{_MONTH} {_ORDINAL},? (?P<y>\d{{4}}){_TIME}",
        rf"{_ORDINAL}[ -](?:of )?{_MONTH},?[ -](?P<y>\d{{4}}){_TIME}",
        rf"{_MONTH},? (?P<y>\d{{4}})",
        rf"(?P<y>\d{{4}})[ -]{_MONTH}(?:[ -]{_ORDINAL})?",
        r"(?:D:)?(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})(?:[T ]?\d{2,6}.{0,16})?",
        r"(?:D:)?(?P<y>\d{4})",
        rf"(?P<a>\d{{1,2}})[/.-](?P<b>\d{{1,2}})[/.-](?P<y>\d{{4}}){_TIME}",
    )
)
# What programs write where they know no day.
_NEVER = frozenset({"1970-01-01", "1980-01-01", "1900-01-01", "1904-01-01"})


def day(said: object) -> str:
    """The date, as exactly as it is said; empty where it is none, lies in the future, or before printed journals."""
    if isinstance(said, datetime.datetime):
        said = said.date()
    if isinstance(said, datetime.date):
        said = said.isoformat()
    if isinstance(said, int) and not isinstance(said, bool) and 0 < said < 100_000_000:
        said = str(said)
    if not isinstance(said, str):
        return ""
    text = _WEEKDAY.sub("", " ".join(_AROUND.sub(" ", said[:100]).split()))
    for form in _FORMS:
        if found := form.fullmatch(text):
            return _checked(found.groupdict())
    return ""


def _checked(parts: dict[str, str | None]) -> str:
    year, month, number = int(parts["y"] or 0), _month(parts), int(parts.get("d") or 0)
    if parts.get("a"):
        first, second = int(parts["a"] or 0), int(parts["b"] or 0)
        if first != second and max(first, second) <= 12:
            return ""
        month, number = (second, first) if first > 12 else (first, second)
    today = datetime.datetime.now(datetime.UTC).date()
    if not _EARLIEST <= year <= today.year + 1 or month is None:
        return ""
    try:
        exact = datetime.date(year, month or 1, number or 1)
    except ValueError:
        return ""
    whole = exact.isoformat()
    return "" if number and whole in _NEVER else whole if number else whole[:7] if month else whole[:4]


def _month(parts: dict[str, str | None]) -> int | None:
    """Its number, 0 where none is said, None where it is no month."""
    if word := parts.get("word"):
        return _MONTHS.get(word.lower())
    number = parts.get("m")
    return None if number and not int(number) else int(number or 0)
