"""Patterns for paths inside a source, with one meaning on every system.

`*` and `?` stay within a part, `**` goes over any number of parts. A pattern without `/` (`*.md`, `drafts`) counts at
any depth, one with `/` from the top. A pattern that ends in a plain name or in `/` also takes all that is below it.
Case and Unicode form do not matter, and a backslash is a slash: teachers write `*.MD` and copy paths from Windows.
Brackets are a choice of characters, and also just brackets: `[ab].md` takes `a.md` and what is called `[ab].md`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

_WILD, _STAR = re.compile(r"[*?\[]"), re.compile(r"[*?]")
_ENDS = frozenset({"*", "**", "**/", "/"})
_STARS = {"*": "[^/]*", "**": ".*"}
_RANGE = re.compile(r"(.)-(.)|(.)", re.DOTALL)
_PLAIN_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|.", re.DOTALL)
_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]/]*\]|.", re.DOTALL)


def matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Whether a path (with `/`) matches one of the patterns; blank patterns match nothing."""
    compiled = tuple(one for pattern in patterns if _tidy(pattern) for one in _compiled(pattern))

    def matches(path: str) -> bool:
        plain = unicodedata.normalize("NFC", path)
        return any(pattern.fullmatch(plain) for pattern in compiled)

    return matches


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[re.Pattern[str], ...]:
    """The pattern, and where there are brackets in it, the same with them as they stand."""
    tidy = _tidy(pattern)
    tokens = (_TOKEN, _PLAIN_TOKEN) if "[" in tidy else (_TOKEN,)
    return tuple(_compile(tidy, one) for one in tokens)


def _compile(tidy: str, token: re.Pattern[str]) -> re.Pattern[str]:
    body = tidy.rstrip("/")
    start = "" if "/" in body else "(?:.*/)?"
    last = body.rpartition("/")[2]
    wild = _WILD if token is _TOKEN else _STAR
    below = "" if wild.search(last) else "(?:/.*)?"
    end = "/.*" if tidy.endswith("/") else below
    return re.compile(start + "".join(_translated(token.findall(body))) + end, re.IGNORECASE | re.DOTALL)


def _tidy(pattern: str) -> str:
    slashed = unicodedata.normalize("NFC", pattern.strip()).replace("\\", "/")
    short = re.sub(r"/{2,}", "/", slashed).removeprefix("./").lstrip("/")
    return re.sub(r"(?<![^/])(?:\*\*/)+", "**/", short)


def _translated(tokens: Sequence[str]) -> Iterator[str]:
    """The tokens as parts of an expression.

    What stands between two stars is taken where it comes first, for good: trying all its places would take
    years for `*a*a*a*a*b`.
    """
    at = 0
    while at < len(tokens):
        if tokens[at] not in _STARS:
            yield _translate(tokens[at])
            at += 1
            continue
        end = at + 1
        while end < len(tokens) and tokens[end] not in _ENDS:
            end += 1
        fixed = "".join(map(_translate, tokens[at + 1 : end]))
        over = _STARS[tokens[at]]
        # The next star must reach wherever this one could have gone.
        between = tokens[end : end + 1] in (["**"], [tokens[at]])
        yield f"(?>{over}?{fixed})" if between else f"{over}{fixed}"
        at = end


def _translate(token: str) -> str:
    if token == "**/":
        return "(?:.*/)?"
    if token == "?":
        return "[^/]"
    if len(token) > 2 and token.startswith("["):
        return _bracket(token[1:-1])
    return re.escape(token)


def _bracket(inside: str) -> str:
    negated, inside = inside.startswith("!"), inside.removeprefix("!")
    # Only a `-` between two characters keeps its meaning there; a range that runs backwards is taken as its characters.
    ranges = _RANGE.findall(inside)
    escaped = _RANGE.sub(lambda found: "-".join(map(re.escape, filter(None, found.groups()))), inside)
    if any(low > high for low, high, _ in ranges if low):
        escaped = re.escape(inside)
    return f"(?!/)[{'^' if negated else ''}{escaped}]" if inside else re.escape("[!]")
