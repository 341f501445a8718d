"""Has pandoc read what it reads best. It reads its input and our filters, and no other file."""

from __future__ import annotations

from gangdan_gui.bundled import resource
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.pandoc_program import PandocFailed, run_pandoc

_TO = "gfm-raw_html-autolink_bare_uris+tex_math_dollars"
# Of memory, for a file that came packed: nobody has seen how much is in it.
_MOST_MEMORY = "+RTS", "-M1200m", "-RTS"


def rst_to_markdown(text: str) -> str:
    """Convert reStructuredText. Raises UnreadableFile (`conversion-failed`, `too-slow`)."""
    return _to_markdown(("--from=rst", *_filters("rst")), text)


def org_to_markdown(text: str) -> str:
    """Convert an outline of Org. Raises UnreadableFile (`conversion-failed`, `too-slow`)."""
    return _to_markdown(("--from=org", *_filters("rst")), text)


def package_to_markdown(data: bytes, form: str) -> str:
    """Convert a package; `form` is pandoc's name of it.

    Raises UnreadableFile (`conversion-failed`, `too-slow`, `unpacked-too-large`).
    """
    return _to_markdown((*_MOST_MEMORY, f"--from={form}", *_filters("office", "rst")), data)


def _filters(*names: str) -> tuple[str, ...]:
    return tuple(f"--lua-filter={resource('pandoc', f'{name}.lua')}" for name in names)


def _to_markdown(options: tuple[str, ...], content: str | bytes) -> str:
    options = (*options, f"--to={_TO}", "--wrap=none", "--markdown-headings=atx")
    try:
        made = run_pandoc(options, content)
    except PandocFailed as failure:
        if "heap" in failure.reason.detail.lower():
            raise UnreadableFile(code="unpacked-too-large", detail="") from failure
        raise UnreadableFile(code=failure.reason.code, detail=failure.reason.detail) from failure
    return made.decode("utf-8", "replace").replace("\r\n", "\n")
