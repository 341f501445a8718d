"""How many passages files will become, before they are read: by what files of their kind became on this machine."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping

from gangdan_gui.chunking.names import SEMANTIC
from gangdan_gui.chunking.pieces import OWN_TEXT
from gangdan_gui.chunking.semantic import sentences_in
from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.documents import ChunkSettings, EmbeddedForm, SourceKind
from gangdan_gui.embedding.languages import is_chinese
from gangdan_gui.fetching.local import FoundFile
from gangdan_gui.storing.records import DocumentRecord

# Characters of Markdown a byte, for formats of which nothing was read here yet: found on documentation in English and
# Chinese, whose letters have one byte and three.
_GUESSED: Mapping[str, float] = {
    "": 0.7, "rst": 0.9, "html": 0.2, "py": 0.8, "ipynb": 0.4, "md": 0.8, "txt": 0.8, "texinfo": 0.9, "pdf": 0.06,
    "docx": 0.05, "pptx": 0.01, "odt": 0.1, "epub": 0.3, "xlsx": 0.5, "rtf": 0.2, "csv": 1.0, "picture": 0.001,
}  # fmt: skip
# As much of a repository's or a site's bytes as is documentation; of the download of single files all is.
_OF_A_DOWNLOAD = {SourceKind.GITHUB: 0.5, SourceKind.SITE: 0.35}


class Lengths:
    """Characters by bytes, from documents that were read before: path, bytes, characters."""

    def __init__(self, known: Iterable[tuple[str, int, int]]) -> None:
        sizes: defaultdict[str, int] = defaultdict(int)
        characters: defaultdict[str, int] = defaultdict(int)
        for path, size, length in known:
            sizes[format_of(path)] += size
            characters[format_of(path)] += length
        self._known = {name: characters[name] / sizes[name] for name in sizes}

    def of_file(self, found: FoundFile, record: DocumentRecord | None) -> float:
        """About how many characters a file becomes; what it was before says most."""
        if record and record.size and record.characters:
            return record.characters * found.size / record.size
        name = format_of(found.path)
        return found.size * self._known.get(name, _GUESSED.get(name, _GUESSED[""]))

    @staticmethod
    def of_download(kind: SourceKind, size: int) -> float:
        """About how many characters a download becomes of which only the size is known."""
        return size * _OF_A_DOWNLOAD.get(kind, _GUESSED[""])


def rows_of_each(characters: float, chunking: ChunkSettings, form: EmbeddedForm, language: str) -> int:
    """About how many parts each chunk of a text of that length has, in a language that may not be known."""
    longest = form.wide if is_chinese(language) else form.narrow
    return max(1, math.ceil(min(characters, chunking.size) / longest)) if longest else 1


def sentences_of(characters: float, chunking: ChunkSettings) -> int:
    """About how many sentences of a document are embedded to find where it is cut; none by most splitters."""
    return sentences_in(characters) if chunking.splitter == SEMANTIC else 0


def passages_of(characters: float, chunking: ChunkSettings) -> int:
    """About how many chunks a text of that length becomes: windows, each of which begins a step after the other."""
    if characters < max(min(chunking.minimum, OWN_TEXT), 1):
        return 0
    step = max(chunking.size - chunking.overlap, 1)
    return max(1, math.ceil((characters - chunking.overlap) / step))
