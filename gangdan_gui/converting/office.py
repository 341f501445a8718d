"""Word documents, OpenDocument texts and books (EPUB) as Markdown: of tracked changes what they come to, no comments.

Pandoc reads them from a package packed anew, without pictures and macros.
"""

from __future__ import annotations

from gangdan_gui.converting import package, word_rtf
from gangdan_gui.converting.old_office import as_package
from gangdan_gui.converting.package import packed, stated_title, unpacked
from gangdan_gui.converting.pandoc import package_to_markdown
from gangdan_gui.converting.word_body import readable

_MAIN = "word/document.xml"
# What a package of each form must hold.
_HOLDS = {"docx": "word/", "odt": "content.xml", "epub": "META-INF/container.xml"}


def to_markdown(data: bytes, form: str) -> tuple[str, str]:
    """Convert the bytes of a `docx`, `odt`, `epub` or `rtf`: its text, and its stated title. Raises UnreadableFile."""
    if form == "rtf" or data.startswith(word_rtf.SIGNATURE):
        return _rich_text(data)
    parts = unpacked(as_package(data, ".docx") if form == "docx" else data, _HOLDS[form])
    if _MAIN in parts:
        parts[_MAIN] = readable(parts[_MAIN])
    text = package_to_markdown(packed(parts), form)
    # Copied documents go on stating the title of the first; what stands above the text was seen by its writer.
    return text, "" if text.startswith("# ") else stated_title(parts)


def _rich_text(data: bytes) -> tuple[str, str]:
    if not data.startswith(word_rtf.SIGNATURE):
        raise package.refusal(data)
    return package_to_markdown(word_rtf.readable(data), "rtf"), ""
