"""Word documents, OpenDocument texts and books (EPUB) as Markdown: of tracked changes what they come to, no comments.

Pandoc reads them from a package packed anew, without pictures and macros.
"""

from __future__ import annotations

from gangdan_gui.converting.package import packed, stated_title, unpacked
from gangdan_gui.converting.pandoc import package_to_markdown
from gangdan_gui.converting.word_body import readable

_MAIN = "word/document.xml"
# What a package of each form must hold.
_HOLDS = {"docx": "word/", "odt": "content.xml", "epub": "META-INF/container.xml"}


def to_markdown(data: bytes, form: str) -> tuple[str, str]:
    """Convert the bytes of a `docx`, `odt` or `epub`: its text, and its stated title. Raises UnreadableFile."""
    parts = unpacked(data, _HOLDS[form])
    if _MAIN in parts:
        parts[_MAIN] = readable(parts[_MAIN])
    text = package_to_markdown(packed(parts), form)
    # Copied documents go on stating the title of the first; what stands above the text was seen by its writer.
    return text, "" if text.startswith("# ") else stated_title(parts)
