"""What converting comes to, for the tests of single formats."""

from __future__ import annotations

from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.errors import UnreadableFile


def made(source: str, name: str) -> str:
    """The Markdown of a document of that name."""
    return convert(source.encode(), name).text.removesuffix("\n")


def outcome(source: str, name: str) -> tuple[str, str]:
    """The Markdown, or the code of the refusal."""
    try:
        return made(source, name), ""
    except UnreadableFile as refused:
        return "", refused.reason.code
