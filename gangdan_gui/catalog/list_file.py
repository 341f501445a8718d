"""The bytes of a list and their text: UTF-8 or, by its mark, UTF-16. What is no text in it survives a round trip."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True, slots=True)
class ListFile:
    """Text with the byte order mark as its first character where there is one; bytes that are no UTF-8 are lone
    surrogates, which no YAML reader takes, so that the entry they stand in is reported.
    """

    text: str
    encoding: str = "utf-8"

    def with_text(self, text: str) -> ListFile:
        """Another text in the same encoding."""
        return ListFile(text, self.encoding)

    def to_bytes(self) -> bytes:
        """The file's bytes."""
        return self.text.encode(self.encoding, "surrogateescape" if self.encoding == "utf-8" else "surrogatepass")


def read_list_file(file: Path) -> ListFile:
    """Raises OSError."""
    data = file.read_bytes()
    encoding = _UTF16.get(data[:2])
    if encoding is None:
        return ListFile(data.decode("utf-8", "surrogateescape"))
    return ListFile(data.decode(encoding, "surrogatepass" if len(data) % 2 == 0 else "replace"), encoding)
