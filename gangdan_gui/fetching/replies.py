"""What the head of a reply says: whether it is the file, not yet, or never. Knows nothing of how it was asked."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from datetime import datetime
from email.message import Message
from email.utils import parsedate_to_datetime

from gangdan_gui.fetching.not_brought import NotBrought

_TRANSIENT = frozenset({408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524})
_DEFAULTS = frozenset({"iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii", "windows-1252"})
_CHARSET = re.compile(r"[A-Za-z0-9][-\w.:+]{0,39}", re.ASCII)
_MOVED = frozenset({301, 302, 303, 307, 308})


def is_redirect(status: int) -> bool:
    """Whether the file is said to be somewhere else."""
    return status in _MOVED


def refusal(status: int, headers: Mapping[str, str], patience: float, now: float | None = None) -> NotBrought | None:
    """Why a reply is not the file; None for the one status that is. `patience`: the longest wait, in seconds."""
    if status == 200:
        return None
    moment = time.time() if now is None else now
    wait = _wait(headers, moment)
    if status == 429 or (status == 403 and _is_quota(headers)):
        return _limited(wait, patience, moment)
    if status in _TRANSIENT:
        if wait > patience:
            return _limited(wait, patience, moment)
        return NotBrought("http-status", str(status), again=True, wait=wait)
    if status in (404, 410):
        return NotBrought("not-there", str(status))
    if status == 407:
        return NotBrought("proxy-password", closed=True)
    if status in (401, 403, 451):
        return NotBrought("forbidden", str(status))
    return NotBrought("http-status", str(status))


def modified(headers: Mapping[str, str], otherwise: float) -> float:
    """When the file was changed, in seconds since the epoch."""
    try:
        return parsedate_to_datetime(headers.get("last-modified", "")).timestamp()
    except (TypeError, ValueError, OverflowError, OSError):
        return otherwise


def charset_of(headers: Mapping[str, str]) -> str:
    """The encoding that the server names; empty where it names none, or one that servers name for everything."""
    message = Message()
    message["Content-Type"] = headers.get("content-type", "")
    charset = message.get_content_charset("")
    return "" if charset in _DEFAULTS or not _CHARSET.fullmatch(charset) else charset


def _is_quota(headers: Mapping[str, str]) -> bool:
    return headers.get("x-ratelimit-remaining") == "0" or "retry-after" in headers


def _limited(wait: float, patience: float, moment: float) -> NotBrought:
    """Enough was asked from this network, by whomever: a whole school may have one address."""
    if wait > patience:
        return NotBrought("rate-limited", _clock(moment + wait), closed=True)
    return NotBrought("busy", again=True, wait=wait, closed=True)


def _wait(headers: Mapping[str, str], moment: float) -> float:
    """For how many seconds the server wants to be left alone; 0 where it does not say."""
    after = headers.get("retry-after", "").strip()
    if after.isascii() and after.isdigit():
        return float(after[:9])
    try:
        return max(0.0, parsedate_to_datetime(after).timestamp() - moment)
    except (TypeError, ValueError, OverflowError, OSError):
        pass
    reset = headers.get("x-ratelimit-reset", "").strip()
    if headers.get("x-ratelimit-remaining") == "0" and reset.isascii() and reset.isdigit():
        return max(0.0, float(reset[:12]) - moment)
    return 0.0


def _clock(moment: float) -> str:
    """A time of day as the user's clock shows it, with the day where it is another one."""
    try:
        when = datetime.fromtimestamp(moment).astimezone()
    except (ValueError, OverflowError, OSError):
        return "?"
    same = when.date() == datetime.now().astimezone().date()
    return when.strftime("%H:%M" if same else "%Y-%m-%d %H:%M")
