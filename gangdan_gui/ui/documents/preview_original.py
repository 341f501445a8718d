"""What a document was made from: as text, as pages, as a picture, or as a file for another program."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from gangdan_gui.services.requests.documents import Original
from gangdan_gui.ui.documents.preview_pages import PreviewPages
from gangdan_gui.ui.documents.source import DocumentSource
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.words import SEPARATOR
from gangdan_gui.ui.theme import GAP, WIDE, Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence


class PreviewOriginal(QStackedWidget):
    """`page_wanted` as in `PreviewPages`; `program_requested` asks to open the file in its own program."""

    page_wanted = Signal(int, int)
    program_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.original: Original | None = None
        self._failure = ""
        self.text, self.pages = DocumentSource(theme), PreviewPages()
        self.other = QWidget()
        self.words = PlainLabel(role="secondary", wrap=True, centred=True)
        self.button = QPushButton()
        self._arrange()
        for form in (self.other, self.text, self.pages):
            self.addWidget(form)
        self.pages.page_wanted.connect(self.page_wanted)
        self.button.clicked.connect(self.program_requested)
        self._retranslate()

    @property
    def facts(self) -> str:
        """What is told of the file in a line: its encoding where it is text."""
        if self.original is None:
            return ""
        return SEPARATOR.join(filter(None, (self.original.format, self.original.encoding)))

    def show_original(self, original: Original, start: float) -> None:
        """Show a file, at a place so far into it."""
        self.original, self._failure = original, ""
        if original.text is not None:
            self.setCurrentWidget(self.text)
            at = _line_start(original.text, start)
            self.text.show_markdown(original.text, at, at)
        elif original.pages:
            self.setCurrentWidget(self.pages)
            self.pages.show_count(original.pages)
            self.pages.go_to(start)
        else:
            self.setCurrentWidget(self.other)
        self._retranslate()

    def show_picture(self, picture: QImage) -> None:
        """Show the file as the picture that it is."""
        self.setCurrentWidget(self.pages)
        self.pages.show_count(0)
        room = max(240, self.pages.area.viewport().width() - GAP)
        if picture.width() > room:
            picture = picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        self.pages.picture.setPixmap(QPixmap.fromImage(picture))

    def show_failure(self, sentence: str) -> None:
        """Say why there is nothing to show."""
        self.original, self._failure = None, sentence
        self.setCurrentWidget(self.other)
        self._retranslate()

    def go_to(self, fraction: float, words: str) -> None:
        """Bring the place into view that is about so far into the file, best where these words stand."""
        if self.currentWidget() is self.pages:
            self.pages.go_to(fraction)
        elif self.original is not None and self.original.text is not None:
            text = self.original.text
            start, end = _nearest(text, words, fraction)
            self.text.go_to(start, end)

    def stop(self) -> None:
        """Draw nothing more, and ask for nothing."""
        self.text.queue.clear()
        self.pages.stop()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _arrange(self) -> None:
        column = QVBoxLayout(self.other)
        column.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        column.setSpacing(GAP)
        column.addStretch()
        column.addWidget(self.words)
        column.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)

    def _retranslate(self) -> None:
        self.text.setAccessibleName(self.tr("The original as text"))
        self.pages.setAccessibleName(self.tr("The original as pages"))
        self.button.setText(self.tr("Open it in its own program"))
        self.button.setVisible(self.original is not None)
        waiting = self.tr("Fetching the original…")
        self.words.setText(self._failure or (self._of_file() if self.original else waiting))

    def _of_file(self) -> str:
        assert self.original is not None
        words = self.tr("“{name}” can't be shown here as it is.").format(name=self.original.file.name)
        if self.original.why:
            why = reason_sentence(self.original.why, translate)
            words += "\n" + self.tr("The reason: {why}.").format(why=why)
        try:
            size = self.original.file.stat().st_size
        except OSError:
            return words
        told = QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
        return f"{words}\n{SEPARATOR.join((self.original.format, told))}"


def _line_start(text: str, fraction: float) -> int:
    at = int(min(max(fraction, 0.0), 1.0) * len(text))
    return text.rfind("\n", 0, at) + 1


def _nearest(text: str, words: str, fraction: float) -> tuple[int, int]:
    """Where the longest line of some words stands in a text, nearest to where it is expected; else that place."""
    guess = int(fraction * len(text))
    line = max((line.strip(" #*-|>`") for line in words.splitlines()), key=len, default="")
    if line:
        before, after = text.rfind(line, 0, guess + len(line)), text.find(line, guess)
        found = [at for at in (before, after) if at >= 0]
        if found:
            at = min(found, key=lambda place: abs(place - guess))
            return at, at + len(line)
    start = _line_start(text, fraction)
    return start, start
