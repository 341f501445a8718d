"""Writes words into a QTextDocument: stress, links that are safe, code, chips.

Nothing here loads anything: an image is its alternative text, a link whose address is not safe is only its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QBrush, QTextCharFormat, QTextCursor, QTextDocument

from gangdan_gui.ui.link_gate import safe_address
from gangdan_gui.ui.reading.ink_formats import InkFormats
from gangdan_gui.ui.reading.markdown_tokens import line_join
from gangdan_gui.ui.theme import Tokens, families

if TYPE_CHECKING:  # imported with the first text that is read: the window shows sooner
    from markdown_it.token import Token

_LINE_SEPARATOR = "\u2028"
_EAST_SAMPLE = "中"


class WordInk:
    """Writes at its cursor, which begins at the end of the document."""

    def __init__(self, document: QTextDocument, tokens: Tokens, *, quiet_headings: bool = False) -> None:
        self._latin, self._east = (
            InkFormats(tokens, sample, quiet_headings=quiet_headings) for sample in ("", _EAST_SAMPLE)
        )
        self.formats = self._latin
        self._cursor = QTextCursor(document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def set_script(self, text: str) -> None:
        """Write in the fonts for a text from now on."""
        self.formats = self._latin if families(text) == families("") else self._east

    def _inline(self, children: list[Token], base: QTextCharFormat) -> None:
        styles = [base]
        for at, token in enumerate(children):
            match token.type:
                case "strong_open" | "em_open":
                    styles.append(self._stressed(styles[-1], token, children[at + 1 :]))
                case "s_open":
                    struck = QTextCharFormat(styles[-1])
                    struck.setFontStrikeOut(True)
                    styles.append(struck)
                case "link_open":
                    address = safe_address(str(token.attrs.get("href", "")))
                    styles.append(self.formats.link(styles[-1], address) if address else styles[-1])
                case "strong_close" | "em_close" | "s_close" | "link_close":
                    styles.pop()
                case "softbreak":
                    self._cursor.insertText(line_join(children, at), styles[-1])
                case "hardbreak":
                    self._cursor.insertText(_LINE_SEPARATOR, styles[-1])
                case "code_inline" | "formula":
                    text = token.content.replace("\n", _LINE_SEPARATOR)
                    self._cursor.insertText(text, self._as_code(styles[-1]))
                case "citation":
                    number = int(token.content)
                    self._cursor.insertText(self.formats.chip_text(number), self.formats.chip(number))
                case "image":
                    quiet = QTextCharFormat(styles[-1])
                    quiet.setForeground(QBrush(self.formats.tokens.secondary))
                    self._cursor.insertText(token.content, quiet)
                case _:
                    self._cursor.insertText(token.content, styles[-1])

    def _stressed(self, base: QTextCharFormat, token: Token, following: list[Token]) -> QTextCharFormat:
        if token.type == "strong_open" or any(not c.content.isascii() for c in following[:1]):
            return self.formats.strong(base)
        slanted = QTextCharFormat(base)
        slanted.setFontItalic(True)
        return slanted

    def _as_code(self, base: QTextCharFormat) -> QTextCharFormat:
        code = self.formats.inline_code()
        if base.isAnchor():
            code.setAnchor(True)
            code.setAnchorHref(base.anchorHref())
            code.setForeground(base.foreground())
        return code
