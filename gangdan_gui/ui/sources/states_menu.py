"""What the menu of a source offers for its states. It asks by signals and acts on nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from gangdan_gui.domain.documents import SourceState, SourceSummary

_UNDER_WAY = (SourceState.BUILDING, SourceState.QUEUED)


class StatesMenu(QObject):
    """Each signal brings the id of a source."""

    rebuild_requested = Signal(str)
    rebuild_now_requested = Signal(str)
    back_requested = Signal(str)
    forget_requested = Signal(str)
    freeze_requested = Signal(str)
    thaw_requested = Signal(str)

    def add_to(self, menu: QMenu, summary: SourceSummary) -> None:
        """Offer what can be done; a state that is being made is not to be changed meanwhile."""
        if not summary.chunks:
            return
        source, still = summary.source.id, summary.state not in _UNDER_WAY
        menu.addAction(self.tr("Rebuild…"), lambda: self.rebuild_requested.emit(source)).setEnabled(still)
        if summary.previous:
            back = menu.addAction(self.tr("Return to the earlier state"), lambda: self.back_requested.emit(source))
            forget = menu.addAction(self.tr("Give up the earlier state"), lambda: self.forget_requested.emit(source))
            back.setEnabled(still)
            forget.setEnabled(still)
        if summary.frozen_until:
            menu.addAction(self.tr("End the freeze"), lambda: self.thaw_requested.emit(source))
        else:
            menu.addAction(self.tr("Freeze…"), lambda: self.freeze_requested.emit(source))
