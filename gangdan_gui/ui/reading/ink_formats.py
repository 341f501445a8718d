"""The formats in which text is written into documents: one place for sizes, line heights and colours."""

from __future__ import annotations

from PySide6.QtGui import (
    QBrush,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTableCellFormat,
    QTextTableFormat,
)

from gangdan_gui.ui.link_gate import passage_address
from gangdan_gui.ui.theme import BASE_SIZE, CODE_FAMILIES, GAP, SMALL_SIZE, TIGHT, Tokens, families

READING_SIZE = 14
LINE_HEIGHT = 1.65
_CODE_LINE_HEIGHT = 1.4
_HEADING_SIZES = (19, 17, 16, 15, 14, 14)
# Among passages, each under a heading of ours, those of the documents stand back.
_QUIET_HEADING_SIZES = (16, 15, 15, 14, 14, 14)
_BAR = 3
# Around the number of a chip: no line break inside, and room for its round ends.
_CHIP = "\u00a0\u00a0{}\u00a0\u00a0"


class InkFormats:
    """Formats in the colours of one appearance, in fonts for the script of `sample`."""

    def __init__(self, tokens: Tokens, sample: str = "", *, quiet_headings: bool = False) -> None:
        self.tokens = tokens
        self._families = families(sample)
        self._heading_sizes = _QUIET_HEADING_SIZES if quiet_headings else _HEADING_SIZES
        self.text = self._characters(tokens.text)
        self._code: dict[str, QTextCharFormat] = {}

    def _characters(self, color: str, size: int = READING_SIZE) -> QTextCharFormat:
        characters = QTextCharFormat()
        characters.setFontFamilies(list(self._families))
        characters.setProperty(QTextFormat.Property.FontPixelSize, size)
        characters.setForeground(QBrush(color))
        return characters

    def quiet(self) -> QTextCharFormat:
        """Small and secondary."""
        return self._characters(self.tokens.secondary, SMALL_SIZE)

    def strong(self, base: QTextCharFormat | None = None) -> QTextCharFormat:
        """Bold; also what stands for italics, which Chinese does not have."""
        characters = QTextCharFormat(base or self.text)
        characters.setFontWeight(QFont.Weight.Bold)
        return characters

    def code(self, color: str = "") -> QTextCharFormat:
        """Code in a box."""
        if color not in self._code:
            characters = self._characters(color or self.tokens.text, BASE_SIZE)
            characters.setFontFamilies([*CODE_FAMILIES, *self._families])
            self._code[color] = characters
        return self._code[color]

    def inline_code(self) -> QTextCharFormat:
        """Code in a line of prose."""
        characters = QTextCharFormat(self.code())
        characters.setBackground(QBrush(self.tokens.code))
        return characters

    def link(self, base: QTextCharFormat, address: str) -> QTextCharFormat:
        """A link that may be opened."""
        characters = QTextCharFormat(base)
        characters.setAnchor(True)
        characters.setAnchorHref(address)
        characters.setForeground(QBrush(self.tokens.accent))
        characters.setFontUnderline(True)
        return characters

    def chip(self, number: int) -> QTextCharFormat:
        """The number of a passage; its round ground is painted by the view."""
        characters = self._characters(self.tokens.accent, SMALL_SIZE)
        characters.setAnchor(True)
        characters.setAnchorHref(passage_address(number))
        characters.setFontUnderline(False)
        return characters

    @staticmethod
    def chip_text(number: int) -> str:
        """What stands in the text for the chip of a passage."""
        return _CHIP.format(number)

    def paragraph(self, above: int = TIGHT, below: int = TIGHT) -> QTextBlockFormat:
        """A paragraph of prose."""
        return _block(READING_SIZE * LINE_HEIGHT, above, below)

    def heading(self, level: int) -> tuple[QTextBlockFormat, QTextCharFormat]:
        """A heading of level 1 to 6."""
        size = self._heading_sizes[level - 1]
        block = _block(size * 1.5, GAP + TIGHT, TIGHT)
        block.setHeadingLevel(level)
        characters = self.strong(self._characters(self.tokens.text, size))
        return block, characters

    def rule(self) -> QTextBlockFormat:
        """An empty block that is a thin line: a table would take a layout for each."""
        block = _block(TIGHT, TIGHT, TIGHT)
        whole = QTextLength(QTextLength.Type.PercentageLength, 100)
        block.setProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth, whole)
        block.setBackground(QBrush(self.tokens.line))
        return block

    @staticmethod
    def table_line() -> QTextBlockFormat:
        """The text of a table's cell."""
        return QTextBlockFormat()

    def code_line(self) -> QTextBlockFormat:
        """A line in a box of code."""
        return _block(BASE_SIZE * _CODE_LINE_HEIGHT, 0, 0)

    @staticmethod
    def hidden_line() -> QTextBlockFormat:
        """The empty block that Qt wants before and after a table, as low as it can be."""
        block = QTextBlockFormat()
        block.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return block

    @staticmethod
    def box(left: int = 0) -> QTextTableFormat:
        """A table without lines, as wide as the text, whose cells have their own ground."""
        table = QTextTableFormat()
        table.setBorder(0)
        table.setCellSpacing(0)
        table.setCellPadding(0)
        table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setTopMargin(TIGHT)
        table.setBottomMargin(TIGHT)
        table.setLeftMargin(left)
        return table

    @staticmethod
    def cell(ground: str, padding: int = 0) -> QTextTableCellFormat:
        """A cell on a ground of its own."""
        cell = QTextTableCellFormat()
        cell.setBackground(QBrush(ground))
        cell.setPadding(padding)
        return cell

    @staticmethod
    def quoted_cell() -> QTextTableCellFormat:
        """The cell beside the bar of a quotation."""
        cell = QTextTableCellFormat()
        cell.setLeftPadding(GAP)
        return cell

    def quotation(self, left: int) -> QTextTableFormat:
        """Two cells: a bar, and what is quoted."""
        table = self.box(left)
        table.setColumnWidthConstraints(
            [QTextLength(QTextLength.Type.FixedLength, _BAR), QTextLength(QTextLength.Type.PercentageLength, 100)]
        )
        return table

    def table(self, left: int) -> QTextTableFormat:
        """A table with thin lines."""
        table = QTextTableFormat()
        table.setBorder(1)
        table.setBorderBrush(QBrush(self.tokens.line))
        table.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        table.setBorderCollapse(True)
        table.setCellPadding(TIGHT)
        table.setCellSpacing(0)
        table.setTopMargin(TIGHT)
        table.setBottomMargin(TIGHT)
        table.setLeftMargin(left)
        table.setHeaderRowCount(1)
        return table


def _block(height: float, above: int, below: int) -> QTextBlockFormat:
    block = QTextBlockFormat()
    block.setLineHeight(round(height), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    block.setTopMargin(above)
    block.setBottomMargin(below)
    return block
