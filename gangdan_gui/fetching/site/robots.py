"""What a site's `robots.txt` asks of programs, read as RFC 9309 says.

The standard library's reader takes the first rule that fits, and knows no `*` and `$`: it would keep us out of what
`Disallow: /en/` before `Allow: /en/stable/` opens, and into what `Disallow: /*/private` closes.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes, urlsplit

_MOST = 512 << 10  # bytes: what the RFC has everyone read at least
_LINE = re.compile(r"\s*([A-Za-z-]+)\s*:\s*([^#]*)")
_EVERYBODY = "*"


@dataclass(frozen=True, slots=True)
class Robots:
    """`rules` are patterns and whether they allow; `delay` is in seconds; `sitemaps` are addresses."""

    rules: tuple[tuple[str, bool], ...] = ()
    delay: float = 0.0
    sitemaps: tuple[str, ...] = ()

    def allows(self, address: str) -> bool:
        """Whether an address may be asked: the longest rule that fits decides, and of two the kinder one."""
        parts = urlsplit(address)
        path = _plain(parts.path or "/") + (f"?{_plain(parts.query)}" if parts.query else "")
        fitting = [(len(pattern), allowed) for pattern, allowed in self.rules if _fits(pattern, path)]
        return max(fitting, default=(0, True))[1]


def read_robots(data: bytes, agent: str) -> Robots:
    """Read the rules for the program called `agent`; where there are none of its own, those for everybody."""
    rules: dict[str, list[tuple[str, bool]]] = {}
    delays: dict[str, float] = {}
    sitemaps: list[str] = []
    group: list[str] = []
    naming = False
    for line in data[:_MOST].decode("utf-8-sig", "replace").splitlines():
        said = _LINE.match(line)
        name, value = (said[1].lower(), said[2].strip()) if said else ("", "")
        if name == "user-agent":
            group = [*group, value.lower()] if naming else [value.lower()]
            for one in group:
                rules.setdefault(one, [])
        elif name in ("allow", "disallow") and value:
            for one in group:
                rules[one].append((_plain(value), name == "allow"))
        elif name == "crawl-delay":
            delays |= dict.fromkeys(group, _seconds(value))
        elif name == "sitemap":
            sitemaps.append(value)
        naming = name == "user-agent" or (naming and not name)
    mine = agent.lower() if agent.lower() in rules else _EVERYBODY
    return Robots(tuple(rules.get(mine, ())), delays.get(mine, 0.0), tuple(sitemaps))


def _plain(path: str) -> str:
    """A path in the one way of writing that patterns and addresses are compared in."""
    return quote(unquote_to_bytes(path), safe="/*$:@!&'()+,;=~-._?")


def _fits(pattern: str, path: str) -> bool:
    """Whether a pattern fits the beginning of a path; with `$` at its end the whole."""
    whole = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    last = rest.pop() if whole and rest else None
    for part in rest:
        found = path.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    if last is not None:
        return len(path) - len(last) >= at and path.endswith(last)
    return not whole or at == len(path)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0
