"""A document's Markdown: rendered, as it is written, or to be edited."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from gangdan_gui.ui.documents.correction_edit import CorrectionEdit
from gangdan_gui.ui.documents.page import DocumentPage
from gangdan_gui.ui.documents.source import DocumentSource
from gangdan_gui.ui.theme import Theme

# Above this a document opens as Markdown, which shows its passage at once; it can still be rendered.
RENDERED_UP_TO = 100_000


class PreviewMarkdown(QStackedWidget):
    """One text in three forms, each drawn when it is first looked at; all stand at the passage."""

    link_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.markdown = ""
        self._place = (0, 0)
        self._shown: set[QWidget] = set()
        self.page, self.source, self.edit = DocumentPage(theme), DocumentSource(theme), CorrectionEdit()
        for form in (self.page, self.source, self.edit):
            self.addWidget(form)
        self.page.link_requested.connect(self.link_requested)
        self._retranslate()

    @property
    def editing(self) -> bool:
        """Whether the text is being edited."""
        return self.currentWidget() is self.edit

    @property
    def form(self) -> DocumentPage | DocumentSource | CorrectionEdit:
        """The form that is shown."""
        forms = (self.page, self.source, self.edit)
        return forms[self.currentIndex()]

    def show_markdown(self, text: str, start: int, end: int, *, as_source: bool) -> None:
        """Show a text at the passage between two of its offsets."""
        self.markdown, self._place = text, (start, end)
        self._shown.clear()
        self.show_form(as_source=as_source)

    def show_form(self, *, as_source: bool) -> None:
        """Show the text as it is written, or rendered."""
        form: DocumentPage | DocumentSource = self.source if as_source else self.page
        self.setCurrentWidget(form)
        if form not in self._shown:
            self._shown.add(form)
            form.show_markdown(self.markdown, *self._place)

    def begin_editing(self) -> None:
        """Let the text be edited, from where its passage is."""
        self.setCurrentWidget(self.edit)
        self.edit.edit(self.markdown, self._place[0])
        self.edit.setFocus()

    def go_to(self, start: int, end: int) -> None:
        """Bring another passage into view."""
        self._place = (start, end)
        self.source.go_to(start, end)
        self.page.go_to(start)

    def stop(self) -> None:
        """Draw nothing more."""
        for form in (self.page, self.source, self.edit):
            form.queue.clear()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.page.setAccessibleName(self.tr("Document"))
        self.source.setAccessibleName(self.tr("Markdown of the document"))
        self.edit.setAccessibleName(self.tr("Markdown of the document, to be edited"))
