"""Web pages that programs put whole into a Word document (`altChunk`), as they do who make one from a page."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator

from gangdan_gui.converting import html
from gangdan_gui.converting.decoding import decode
from gangdan_gui.domain.errors import UnreadableFile


def page_to_markdown(data: bytes) -> str:
    """The Markdown of a page, bare or in an archive of mail's kind (MHTML); empty where there is none."""
    try:
        return "\n\n".join(html.to_markdown(decode(page, charset=charset).text) for page, charset in _pages(data))
    except UnreadableFile:
        return ""


def _pages(data: bytes) -> Iterator[tuple[bytes, str]]:
    start = data[:4_000].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if not start.startswith((b"mime-version", b"content-type")):
        yield data, ""
        return
    for part in email.message_from_bytes(data, policy=email.policy.default).walk():
        page = part.get_payload(decode=True)
        if part.get_content_type() == "text/html" and isinstance(page, bytes):
            yield page, part.get_content_charset("")
