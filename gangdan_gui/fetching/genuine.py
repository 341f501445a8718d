"""Whether what arrived is what was asked for: no web page under another name, no error in JSON, no signpost.

Judged by the bytes first: servers name the media type of unknown endings as they like. The patterns take a time that
grows with the length alone, whatever a page is made of.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.web_address import host_of

HEAD_BYTES = 1 << 14
_NO_PAGE = frozenset(
    [
        ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".myst", ".qmd", ".rmd", ".rst", ".rest", ".txt", ".text",
        ".ipynb", ".py", ".pyw", ".json", ".pdf", ".docx", ".pptx", ".xlsx",
        ".xls", ".odt", ".ods", ".epub", ".tsv", ".org", ".texi", ".adoc", ".csv", ".c",
        ".h", ".cpp", ".hpp", ".java", ".js", ".go", ".rs", ".yaml", ".yml", ".toml", ".tex", ".xml", ".zip", ".gz",
    ]
)  # fmt: skip
_JSON_ENDINGS = frozenset({".json", ".ipynb"})
_PAGE = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?>(?:<!--(?>.*?-->)\s*)*)<(?:!doctype\s+html|html|head|body|script|meta)\b",
    re.IGNORECASE | re.DOTALL,
)
_REFRESH = re.compile(rb"<meta\b[^>]{0,400}http-equiv\s*=\s*[\"']?refresh[^>]{0,400}>", re.IGNORECASE)
_REFRESH_URL = re.compile(
    rb"\bcontent\s*=\s*([\"'])\s*\d*[.\d]*\s*[;,]?\s*url\s*=\s*[\"']?(.*?)\s*[\"']?\1", re.IGNORECASE | re.DOTALL
)
_HIDDEN = re.compile(rb"(?is)<(script|style|noscript|template|title)\b.*?(?:</\1\s*>|\Z)|<[^>]*(?:>|\Z)")
_COMMENT = re.compile(rb"(?s)<!--.*?(?:-->|\Z)")
_PASSWORD = re.compile(rb"<input\b[^>]{0,400}type\s*=\s*[\"']?password", re.IGNORECASE)
_MOVED = re.compile(r"(?i)\b(?:has |have )?moved\b|redirecting|已(?:经)?(?:迁移|移动|搬)|正在跳转|自动跳转")
_LOGIN_TEXT = 1500
_SIGNPOST_TEXT = 300


@dataclass(frozen=True, slots=True)
class Body:
    """The beginning of what arrived, at most HEAD_BYTES of `size`; `asked` and `found` are the addresses."""

    head: bytes
    size: int
    media: str
    asked: str
    found: str

    @property
    def is_page(self) -> bool:
        """Whether it is HTML."""
        if _PAGE.match(self.head):
            return True
        return self.media in ("text/html", "application/xhtml+xml") and self.head.lstrip()[:1] == b"<"


def ending_of(address: str) -> str:
    """The ending of an address's path in lower case, with its dot."""
    return PurePosixPath(unquote(urlsplit(address).path)).suffix.lower()


def objection(body: Body) -> NotBrought | None:
    """Why this is not the document that was asked for; None where nothing speaks against it."""
    if not body.size:
        return NotBrought("empty")
    ending = ending_of(body.asked)
    if body.is_page:
        if _asks_to_log_in(body):
            return NotBrought("login-page", body.found)
        if ending in _NO_PAGE:
            return NotBrought("html-page")
        return NotBrought("moved", body.found) if _is_signpost(body) else None
    return NotBrought("error-page", _error_words(body)) if _is_json_error(body, ending) else None


def refresh_target(body: Body) -> str:
    """Where a page sends every reader at once; empty for a page that is read."""
    if not body.is_page or ending_of(body.asked) in _NO_PAGE:
        return ""
    tag = _REFRESH.search(_COMMENT.sub(b"", body.head))
    found = _REFRESH_URL.search(tag[0]) if tag else None
    if not found or len(_visible(body.head)) > _SIGNPOST_TEXT:
        return ""
    target = urljoin(body.found, html.unescape(found[2].decode("utf-8", "replace")).strip())
    same = target.partition("#")[0] == body.found.partition("#")[0]
    return "" if same or urlsplit(target).scheme not in ("http", "https") else target


def may_follow(found: str, target: str) -> bool:
    """Whether a page may send us there: within its own host only."""
    return host_of(found) == host_of(target)


def _visible(page: bytes) -> str:
    text = html.unescape(_HIDDEN.sub(b" ", _COMMENT.sub(b"", page)).decode("utf-8", "replace"))
    return " ".join(text.split())


def _asks_to_log_in(body: Body) -> bool:
    if not _PASSWORD.search(body.head):
        return False
    elsewhere = urlsplit(body.asked).path.rstrip("/") != urlsplit(body.found).path.rstrip("/")
    return elsewhere or (body.size <= HEAD_BYTES and len(_visible(body.head)) < _LOGIN_TEXT)


def _is_signpost(body: Body) -> bool:
    if body.size > HEAD_BYTES:
        return False
    text = _visible(body.head)
    return len(text) < _SIGNPOST_TEXT and (bool(_MOVED.search(text)) or bool(_REFRESH.search(body.head)))


def _is_json_error(body: Body, ending: str) -> bool:
    says = _json(body)
    if not says:
        return False
    if ending == ".ipynb":
        return not {"cells", "worksheets"} & says.keys()
    return ending not in _JSON_ENDINGS and bool({"message", "error", "errors", "detail"} & says.keys())


def _error_words(body: Body) -> str:
    says = _json(body)
    words = next((says[key] for key in ("message", "error", "detail") if isinstance(says.get(key), str)), "JSON")
    return str(words)[:200]


def _json(body: Body) -> dict[str, object]:
    if body.size > HEAD_BYTES or body.head.lstrip()[:1] != b"{":
        return {}
    try:
        says = json.loads(body.head)
    except (ValueError, RecursionError):
        return {}
    return says if isinstance(says, dict) else {}
