"""Has pandoc read reStructuredText. It reads its input and our filter, and no other file."""

from __future__ import annotations

from gangdan_gui.bundled import resource
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.pandoc_program import PandocFailed, run_pandoc

_TO = "gfm-raw_html-autolink_bare_uris+tex_math_dollars"


def rst_to_markdown(text: str) -> str:
    """Convert reStructuredText. Raises UnreadableFile (`conversion-failed`, `too-slow`)."""
    options = [
        "--from=rst",
        f"--to={_TO}",
        "--wrap=none",
        "--markdown-headings=atx",
        f"--lua-filter={resource('pandoc', 'rst.lua')}",
    ]
    try:
        made = run_pandoc(options, text)
    except PandocFailed as failure:
        raise UnreadableFile(code=failure.reason.code, detail=failure.reason.detail) from failure
    return made.decode("utf-8", "replace").replace("\r\n", "\n")
