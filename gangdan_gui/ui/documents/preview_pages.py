"""The pages of a document as pictures, one at a time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSpinBox, QToolButton, QVBoxLayout, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR, TIGHT

_WIDEST = 1_600
_PAUSE_MILLISECONDS = 120


class PreviewPages(QWidget):
    """`page_wanted` asks for the picture of a page (from 1) that is so many pixels wide; `show_page` brings it."""

    page_wanted = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked = (0, 0)
        self.picture = PlainLabel(centred=True)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.area = QScrollArea(widgetResizable=True)
        self.area.setWidget(self.picture)
        self.area.setProperty("role", "desk")
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = QSpinBox(minimum=1, maximum=1)
        self.page.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.before, self.after = QToolButton(), QToolButton()
        self.before.setText("‹")
        self.after.setText("›")
        self.count = PlainLabel(role="secondary")
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._ask)
        self.page.valueChanged.connect(lambda _page: self._pause.start())
        self.before.clicked.connect(self.page.stepDown)
        self.after.clicked.connect(self.page.stepUp)
        self._arrange()
        self._retranslate()

    def show_count(self, pages: int) -> None:
        """Offer so many pages, and ask for the first; without pages there is nothing to turn."""
        self._asked = (0, 0)
        self.page.setMaximum(max(1, pages))
        self.page.setValue(1)
        for widget in (self.page, self.before, self.after, self.count):
            widget.setVisible(pages > 0)
        self._retranslate()
        if pages:
            self._pause.start()

    def show_page(self, page: int, picture: QPixmap) -> None:
        """Show a picture of the page, if that is still the one that is wanted."""
        if page == self.page.value():
            picture.setDevicePixelRatio(self.devicePixelRatioF())
            self.picture.setPixmap(picture)
            self.area.verticalScrollBar().setValue(0)

    def go_to(self, fraction: float) -> None:
        """Go to the page so far into the document."""
        self.page.setValue(1 + int(fraction * self.page.maximum()))

    def stop(self) -> None:
        """Ask for nothing more."""
        self._pause.stop()

    def keyPressEvent(self, key: QKeyEvent) -> None:
        """Page Up and Page Down turn the page."""
        if key.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.page.stepBy(1 if key.key() == Qt.Key.Key_PageDown else -1)
            return
        super().keyPressEvent(key)

    def resizeEvent(self, resize: QResizeEvent) -> None:
        """Another width wants another picture, once the resizing pauses."""
        super().resizeEvent(resize)
        if self.count.isVisibleTo(self):
            self._pause.start()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(360, 480)

    def _ask(self) -> None:
        # As if the bar were there: it comes and goes with what is shown.
        room = self.area.width() - self.area.verticalScrollBar().sizeHint().width() - 2 * HAIR
        width = min(_WIDEST, round(max(120, room) * self.devicePixelRatioF()))
        if (self.page.value(), width) != self._asked:
            self._asked = (self.page.value(), width)
            self.page_wanted.emit(*self._asked)

    def _arrange(self) -> None:
        turn = QHBoxLayout()
        turn.setContentsMargins(GAP, HAIR, GAP, TIGHT)
        turn.setSpacing(TIGHT)
        turn.addStretch()
        for widget in (self.before, self.page, self.count, self.after):
            turn.addWidget(widget)
        turn.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.area, 1)
        column.addLayout(turn)

    def _retranslate(self) -> None:
        self.count.setText(self.tr("of %Ln page(s)", "", self.page.maximum()))
        self.page.setAccessibleName(self.tr("Page"))
        self.picture.setAccessibleName(self.tr("Picture of the page"))
        for button, text in ((self.before, self.tr("Page before")), (self.after, self.tr("Next page"))):
            button.setToolTip(text)
            button.setAccessibleName(text)
