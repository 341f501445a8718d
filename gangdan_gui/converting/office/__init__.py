"""Word documents, OpenDocument texts, books (EPUB) and RTF as Markdown: tracked changes as accepted, no comments.

Pandoc reads them from a package packed anew, without pictures and macros. Their reason of their own: `only-pictures`.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

from gangdan_gui.converting.office import package, word_rtf
from gangdan_gui.converting.office.old_office import as_package
from gangdan_gui.converting.office.package import packed, stated_title, unpacked
from gangdan_gui.converting.office.word_inserted import page_to_markdown
from gangdan_gui.converting.office.word_parts import inserted, main_part, note_parts, words_of_drawings
from gangdan_gui.converting.office.word_pieces import arranged, joined, pieces
from gangdan_gui.converting.pandoc import package_to_markdown
from gangdan_gui.converting.placeholders import Placeholders
from gangdan_gui.domain.errors import UnreadableFile

_AT_ONCE = 2  # pieces of a large document
# What a package of each form must hold.
_HOLDS = {"docx": "word/", "odt": "content.xml", "epub": "META-INF/container.xml"}
_PICTURE = re.compile(rb"<(?:a:blip|v:imagedata|draw:image|img|image|svg:image)\b")


def to_markdown(data: bytes, form: str) -> tuple[str, str]:
    """Convert the bytes of a `docx`, `odt`, `epub` or `rtf`: its text, and its stated title. Raises UnreadableFile."""
    if form == "rtf" or data.startswith(word_rtf.SIGNATURE):
        return _rich_text(data)
    parts = unpacked(as_package(data, ".docx") if form == "docx" else data, _HOLDS[form])
    text = _word(parts) if form == "docx" else package_to_markdown(packed(parts), form)
    if not text.strip() and any(_PICTURE.search(part) for part in parts.values()):
        raise UnreadableFile(code="only-pictures", detail="")
    # Copied documents go on stating the title of the first; what stands above the text was seen by its writer.
    return text, "" if text.startswith("# ") else stated_title(parts)


def _word(parts: dict[str, bytes]) -> str:
    main = main_part(parts)
    pages = Placeholders("")
    try:
        linked = words_of_drawings(parts, main)
        words = {name: pages.block(page_to_markdown(page)) for name, page in inserted(parts, main).items()}
        for notes in note_parts(parts, main):
            parts[notes] = arranged(parts[notes], linked)
        body = pieces(parts.get(main, b""), linked, words)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            read = pool.map(lambda piece: package_to_markdown(packed({**parts, main: piece}), "docx"), body)
            return pages.restore(joined(read))
    except (ElementTree.ParseError, RecursionError) as error:
        raise UnreadableFile(code="damaged-file", detail="") from error


def _rich_text(data: bytes) -> tuple[str, str]:
    if not data.startswith(word_rtf.SIGNATURE):
        raise package.refusal(data)
    return package_to_markdown(word_rtf.readable(data), "rtf"), ""
