"""Carries finished Markdown unharmed through a foreign converter: a word stands for it and is exchanged afterwards."""

from __future__ import annotations

import re

from gangdan_gui.converting.code_fences import inline_code

_PREFIX = re.compile(r"^(?P<marks>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)$")
_FENCE_LINE = re.compile(r"^(`{3,}|~{3,}|\$\$$)")

# A fence around a single line of code, which fits into a cell of a table.
FENCED_LINE = 3


class Placeholders:
    """Words that occur nowhere in `source`, each standing for a piece of Markdown."""

    def __init__(self, source: str) -> None:
        salt = 0
        while f"qz{salt}k" in source:
            salt += 1
        self._stem = f"qz{salt}k"
        self._kept: list[tuple[str, bool]] = []
        self._pattern = re.compile(rf"{self._stem}(\d+)zq")

    def block(self, markdown: str) -> str:
        """Keep lines that form a block of their own; give the word its own paragraph."""
        return self._keep(markdown, block=True)

    def inline(self, markdown: str) -> str:
        """Keep a part of a line."""
        return self._keep(markdown, block=False)

    def most_lines(self, text: str) -> int:
        """The lines of the longest block that a word in the text stands for; 0 where there is none."""
        found = (self._kept[int(number)] for number in self._pattern.findall(text))
        return max((markdown.count("\n") + 1 for markdown, block in found if block), default=0)

    def apart(self, other: str) -> str:
        """Another text, in which nothing is taken for one of these words."""
        return other.replace(self._stem, f"{self._stem[:-1]}\u200bk") if self._stem in other else other

    def _keep(self, markdown: str, *, block: bool) -> str:
        self._kept.append((markdown, block))
        return f"{self._stem}{len(self._kept) - 1}zq"

    def restore(self, text: str) -> str:
        """Put everything back. A block inside a list or a quote gets their indentation, inside a table one line."""
        if not self._kept:
            return text
        return "\n".join(self._restored(line) for line in text.split("\n"))

    def _restored(self, line: str) -> str:
        match = self._pattern.search(line)
        if match is None:
            return line
        markdown, block = self._kept[int(match[1])]
        before, after = line[: match.start()], line[match.end() :]
        prefix = _PREFIX.match(before)
        if block and prefix and not after.strip():
            return _indented(self.restore(markdown), prefix["marks"])
        in_table = line.lstrip(" >").startswith("|")
        put = self._pattern.sub(lambda found: self._inside(int(found[1]), in_table=in_table), line)
        return self._restored(put) if self._pattern.search(put) else put

    def _inside(self, number: int, *, in_table: bool) -> str:
        text = self._on_one_line(number)
        return re.sub(r"(?<!\\)\|", r"\\|", text) if in_table else text

    def _on_one_line(self, number: int) -> str:
        markdown, block = self._kept[number]
        if not block:
            return markdown
        lines = markdown.split("\n")
        if not _FENCE_LINE.match(lines[0]):
            return " ".join(line.strip() for line in lines if line.strip())
        code = " ".join(line.strip() for line in lines[1:-1] if line.strip())
        return f"${code}$" if lines[0] == "$$" else inline_code(code)


def _indented(markdown: str, marks: str) -> str:
    rest = re.sub(r"[^>\s]", " ", marks)
    first, *others = markdown.split("\n")
    return "\n".join([marks + first, *((rest + line if line else rest.rstrip()) for line in others)])
