"""What documents say of themselves, brought into one form: what is no name, keyword or DOI, or not certain, is nothing.

Values come as they were read, from YAML, JSON or attributes: texts, numbers, lists, objects.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from gangdan_gui.converting.facts.date import day
from gangdan_gui.domain.documents import DocumentFacts

MOST_AUTHORS = 50
MOST_TAGS = 50
_LONGEST_NAME = 100
_LONGEST_TAG = 60
_LONGEST_VENUE = 200
_LONGEST_TEXT = 4_000
_WIDEST_NUMBER = 64
# Those that stand in what is said of documents; `List<int>` is a title.
_TAG = re.compile(
    r"</?(?:a|b|i|u|p|br|em|li|ol|ul|div|sub|sup|img|font|code|span|small|style|script|strong|h[1-6])\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_ANGLES = re.compile(r"<[^<>]{0,500}>")
_ADDRESS = re.compile(r"\(?\b(?:mailto:)?[\w.+-]+@[\w.-]+\)?|https?://\S+")
_BY = re.compile(r"^(?:by|written by|authors?|作者|撰文|文)\s*[:：]\s*|^(?:written )?by\s+", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(r"\s*(?:[;；、\n]|\s+(?:and|AND|und|et)\s+|\s&\s)\s*")
_COMMA = re.compile(r"\s*[,，]\s*")
_BETWEEN_TAGS = re.compile(r"\s*[,;，；、|\n]\s*")
_HASH_TAGS = re.compile(r"(?:#\S+\s+)+#\S+")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
# What programs and installed machines write where nobody gave a name.
_NOBODY = re.compile(
    r"python-(?:docx|pptx)|openpyxl|steve canny|apache poi|xlsxwriter|pandoc|libreoffice|openoffice(?:\.org)?|zotero"
    r"|(?:the )?(?:administrator|admin|users?|owner|authors?|unknown|anonymous|guest|root|default|nobody|null|none|n/?a"
    r"|undefined|your name|someone)"
    r"|microsoft(?: office| corporation| account)?(?: user| 用户)?|windows ?(?:user|用户|10|11|7|xp)?|ms-?office"
    r"|wps(?:[ _-]?(?:office|\d+|用户))?|(?:微软|系统|office ?)?(?:用户|管理员)|微软(?:中国)?|佚名|未知|匿名|本站|网络"
    r"|雨林木风|番茄花园|深度技术|萝卜家园|lenovo(?: user)?|dell|hp|acer|asus|thinkpad|(?:my|user)?-?pc(?:-?\w*\d\w*)?"
    r"|latex with hyperref(?: package)?|tex|acrobat\b.*|adobe\b.*",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(r"[a-z0-9_.@\\-]+|[A-Z]{1,2}|[A-Z0-9_-]*\d[A-Z0-9_-]*")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`\u0080-\U0010ffff]+")
_NAME_KEYS = ("name", "literal", "full_name", "fullname", "author", "title")
_PARTS_OF_NAME = (("given", "family"), ("first", "last"), ("firstname", "lastname"))


def facts_of(
    authors: object = None, date: object = None, venue: object = None, doi: object = None, tags: object = None
) -> DocumentFacts:
    """What can be kept of such values."""
    return DocumentFacts(
        authors=names(authors), date=day(date), venue=line(venue, _LONGEST_VENUE), doi=doi_in(doi), tags=keywords(tags)
    )


def line(said: object, longest: int) -> str:
    """A text in one line without markup and control characters; empty where it is none, or too long to be sensible."""
    if isinstance(said, bool) or not isinstance(said, str | int | float):
        return ""
    if isinstance(said, int) and said.bit_length() > _WIDEST_NUMBER:  # Python refuses to write out thousands of digits
        return ""
    text = html.unescape(_TAG.sub(" ", str(said)[: max(longest, _LONGEST_TEXT)]))
    text = "".join(" " if unicodedata.category(one) in ("Cc", "Zl", "Zp") else one for one in text)
    text = "".join(one for one in text if unicodedata.category(one) not in ("Cf", "Cs", "Co", "Cn") and one != "\ufffd")
    text = " ".join(_TAG.sub(" ", text).split())
    return text if len(text) <= longest else ""


def names(said: object) -> tuple[str, ...]:
    """People or bodies, each once; nobody where only a program or a machine is named."""
    found = (name for one in _names(said) if (name := _name(one)))
    return tuple(islice(dict.fromkeys(found), MOST_AUTHORS))


def people(said: object) -> tuple[str, ...]:
    """The names in a file's properties, which a program puts there: the name of an account is nobody's."""
    return tuple(name for name in names(said) if not _ACCOUNT.fullmatch(name))


def keywords(said: object) -> tuple[str, ...]:
    """Keywords in their order, each once whatever its case."""
    found: dict[str, str] = {}
    for one in _keywords(said):
        tag = line(one, _LONGEST_TAG).strip("\"'“”‘’[]【】 .。").lstrip("#")
        if _LETTER.search(tag) or tag.isdecimal():
            found.setdefault(folded(tag), tag)
    return tuple(islice(found.values(), MOST_TAGS))


def folded(tag: str) -> str:
    """A keyword as it is compared: whatever its case, its letters' width, and with or without a `#` before it."""
    return " ".join(unicodedata.normalize("NFKC", tag).casefold().lstrip("# \t").split())


def doi_in(said: object) -> str:
    """The first DOI in a text, without an address before it and the punctuation that follows it."""
    found = _DOI.search(line(said, _LONGEST_TEXT))
    if not found:
        return ""
    doi = found[0]
    while True:
        bare = doi.rstrip(".,;:'\"”’*。，；：、…")
        for opening, closing in ("()", "[]", "（）"):
            if bare.endswith(closing) and bare.count(closing) > bare.count(opening):
                bare = bare[:-1]
        if bare == doi:
            return doi
        doi = bare


def value(settings: object, *names: str) -> object:
    """The first that is there of some settings, whatever the case of their names."""
    if not isinstance(settings, Mapping):
        return None
    lower = {key.lower(): one for key, one in settings.items() if isinstance(key, str)}
    return next((lower[name] for name in names if lower.get(name) not in (None, "", [], {})), None)


def every(settings: object, *names: str) -> list[object]:
    """All that are there of some settings."""
    return [one for name in names if (one := value(settings, name)) is not None]


def _names(said: object, depth: int = 0) -> Iterator[str]:
    if isinstance(said, Mapping):
        whole = _name_of(said)
        if isinstance(whole, str):
            yield whole  # what is called a name is one, whatever stands between its words
        elif depth < 3:
            yield from _names(whole, depth + 1)
    elif isinstance(said, list | tuple):
        for one in islice(said, 4 * MOST_AUTHORS):
            yield from _names(one, depth + 1) if depth < 3 else ()
    elif isinstance(said, str):
        text = _BY.sub("", html.unescape(said[:_LONGEST_TEXT]).strip())
        for part in _BETWEEN_NAMES.split(text):
            yield from _by_comma(part)


def _name_of(person: Mapping[object, object]) -> object:
    for given, family in _PARTS_OF_NAME:
        parts = [line(value(person, part), _LONGEST_NAME) for part in (given, family)]
        if all(parts):
            return "".join(reversed(parts)) if _IDEOGRAPH.search("".join(parts)) else " ".join(parts)
    return value(person, *_NAME_KEYS)


def _by_comma(said: str) -> Iterable[str]:
    """Several names; a comma inside of one parts its family name from the others."""
    parts = [part for part in _COMMA.split(said) if part]
    apart = len(parts) > 1 and all(_IDEOGRAPH.search(part) or " " in part for part in parts)
    return parts if apart else [said]


def _name(said: str) -> str:
    name = line(_ADDRESS.sub(" ", _ANGLES.sub(" ", said)), _LONGEST_NAME).strip(" ,;，；、*†‡#\"'()")
    if not _LETTER.search(name) or len(name.split()) > 10 or re.search(r"[<>{}\\|=]", name):
        return ""
    return "" if _NOBODY.fullmatch(name) else name


def _keywords(said: object, depth: int = 0) -> Iterator[object]:
    if isinstance(said, list | tuple):
        for one in islice(said, 4 * MOST_TAGS):
            yield from _keywords(one, depth + 1) if depth < 3 else ()
    elif isinstance(said, Mapping):
        yield value(said, "name", "label", "title")
    elif isinstance(said, str) and len(said) <= _LONGEST_TEXT:
        yield from said.split() if _HASH_TAGS.fullmatch(said.strip()) else _BETWEEN_TAGS.split(said)
    elif isinstance(said, int):
        yield line(said, _LONGEST_TAG)
