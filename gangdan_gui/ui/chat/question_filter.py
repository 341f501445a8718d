"""Which documents a question looks in: single ones, those of some years, tags, kinds, or in a language."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from gangdan_gui.ui.chat.chosen_scope import ChosenDocument, ChosenScope
from gangdan_gui.ui.chat.question_scope import ScopeEntry
from gangdan_gui.ui.plain_tip import plain_tip

_HEIGHT = 22
_YEARS_AGO = (0, 1, 2, 5, 10)
_MOST_TAGS = 25
_LONGEST = 40
_MOST_KINDS = 12
# More than these are one chip.
_MOST_DOCUMENTS = 3
_SINCE, _UNTIL, _TAG, _KIND, _LANGUAGE = (
    "filter:since",
    "filter:until",
    "filter:tag:",
    "filter:kind:",
    "filter:language",
)
_DOCUMENT, _DOCUMENTS = "filter:document:", "filter:documents"


class QuestionFilter(QPushButton):
    """Small, beside the chips of the sources, among which its own stand. What is chosen is forgotten at the end.

    `wanted` asks for the tags and kinds there are, to be given to `offer`; `changed` says that others are chosen.
    """

    wanted = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen = ChosenScope()
        self.choices = QMenu(self)
        self.setProperty("kind", "chip")
        self.setFixedHeight(_HEIGHT)
        # A click must not take the focus from the question.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.wanted)
        self._retranslate()

    @property
    def entries(self) -> tuple[ScopeEntry, ...]:
        """The chips for what is chosen."""
        chosen = self.chosen
        since = self.tr("since {year}").format(year=chosen.since) if chosen.since else ""
        until = self.tr("until {year}").format(year=chosen.until) if chosen.until else ""
        language = self._languages().get(chosen.language, chosen.language)
        words = {
            **self._document_words(),
            _SINCE: since,
            _UNTIL: until,
            _LANGUAGE: language if chosen.language else "",
            **{f"{_KIND}{kind}": f".{kind}" for kind in chosen.kinds},
            **{f"{_TAG}{tag}": f"#{tag}" for tag in chosen.tags},
        }
        return tuple(ScopeEntry(key, said, is_filter=True) for key, said in words.items() if said)

    def remove(self, entry: str) -> bool:
        """Take away what a chip stands for; whether it is one of these."""
        chosen = self.chosen
        if entry == _SINCE:
            self.choose(replace(chosen, since=""))
        elif entry == _UNTIL:
            self.choose(replace(chosen, until=""))
        elif entry == _LANGUAGE:
            self.choose(replace(chosen, language=""))
        elif entry == _DOCUMENTS:
            self.choose(replace(chosen, documents=()))
        elif entry.startswith(_DOCUMENT):
            self.choose(chosen.without_document(*entry.removeprefix(_DOCUMENT).split("\0", 1)))
        elif entry.startswith(_KIND):
            self.choose(chosen.with_kind_switched(entry.removeprefix(_KIND)))
        elif entry.startswith(_TAG):
            self.choose(chosen.with_tag_switched(entry.removeprefix(_TAG)))
        else:
            return False
        return True

    def choose(self, chosen: ChosenScope) -> None:
        """Narrow the next questions to this, until it is taken away."""
        self.chosen = chosen
        self.changed.emit()

    def choose_documents(self, documents: Sequence[ChosenDocument]) -> None:
        """Ask only of these, without what was chosen before."""
        self.choose(ChosenScope(tuple(documents)))

    def keep_documents_of(self, sources: Collection[str]) -> None:
        """Ask no more of documents of other sources than these."""
        kept = tuple(one for one in self.chosen.documents if one.source in sources)
        if kept != self.chosen.documents:
            self.choose(replace(self.chosen, documents=kept))

    def offer(self, tags: Sequence[tuple[str, int]], kinds: Sequence[tuple[str, int]] = ()) -> None:
        """Open the menu with the years, and with these tags and kinds and how many documents have each."""
        self.choices.clear()
        self.choices.addSection(self.tr("Date"))
        self._add_years()
        self._add_kinds(dict(kinds[:_MOST_KINDS]))
        self.choices.addSection(self.tr("Tags"))
        listed = dict(tags[:_MOST_TAGS])
        for tag in (*(one for one in self.chosen.tags if one not in listed), *listed):
            self._add_tag(tag, listed.get(tag, 0))
        if not listed and not self.chosen.tags:
            self.choices.addAction(self.tr("These documents have no tags")).setEnabled(False)
        self.choices.popup(self.mapToGlobal(QPoint(0, self.height())))

    def _document_words(self) -> dict[str, str]:
        documents = self.chosen.documents
        if len(documents) > _MOST_DOCUMENTS:
            return {_DOCUMENTS: self.tr("{count} documents").format(count=len(documents))}
        return {f"{_DOCUMENT}{one.source}\0{one.path}": one.title for one in documents}

    def _languages(self) -> dict[str, str]:
        return {"zh": self.tr("in Chinese"), "en": self.tr("in English")}

    def _add_kinds(self, listed: dict[str, int]) -> None:
        """Languages and kinds in menus of their own: they are wanted more rarely."""
        languages = self.choices.addMenu(self.tr("Language"))
        for code, words in {"": self.tr("in any language"), **self._languages()}.items():
            self._add(languages, words, replace(self.chosen, language=code), checked=self.chosen.language == code)
        kinds = self.choices.addMenu(self.tr("Kind of file"))
        for kind in (*(one for one in self.chosen.kinds if one not in listed), *listed):
            words = f".{kind} ({listed.get(kind, 0)})"
            self._add(kinds, words, self.chosen.with_kind_switched(kind), checked=kind in self.chosen.kinds)
        kinds.setEnabled(bool(kinds.actions()))

    def _add_years(self) -> None:
        now = datetime.datetime.now(datetime.UTC).astimezone().year
        ends = self.choices.addMenu(self.tr("Until"))
        for year in ("", *(str(now - ago) for ago in _YEARS_AGO)):
            words = self.tr("Until {year}").format(year=year) if year else self.tr("Until now")
            self._add(ends, words, replace(self.chosen, until=year), checked=self.chosen.until == year)
        for year in ("", *(str(now - ago) for ago in _YEARS_AGO)):
            words = self.tr("Since {year}").format(year=year) if year else self.tr("Of any date")
            self._add(self.choices, words, replace(self.chosen, since=year), checked=self.chosen.since == year)

    def _add_tag(self, tag: str, documents: int) -> None:
        shown = tag if len(tag) <= _LONGEST else f"{tag[: _LONGEST - 1]}…"
        then = self.chosen.with_tag_switched(tag)
        self._add(self.choices, f"{shown} ({documents})", then, checked=tag in self.chosen.tags)

    def _add(self, menu: QMenu, words: str, then: ChosenScope, *, checked: bool) -> None:
        action = menu.addAction(words.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(checked)
        action.triggered.connect(lambda: self.choose(then))

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        word = self.tr("Filter")
        self.setText(f"{word}  ▾")
        self.setToolTip(plain_tip(self.tr("Look only in documents of some years, tags, kinds, or in one language.")))
        self.setAccessibleName(self.tr("Filter documents by date, tags, kind and language"))
        self.changed.emit()
