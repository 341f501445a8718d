"""What the menu of a source offers for its states. It asks by signals and acts on nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reports import SourceSummary

_UNDER_WAY = (SourceState.BUILDING, SourceState.QUEUED)


class StatesMenu(QObject):
    """Each signal brings the id of a source."""

    rebuild_requested = Signal(str)
    rebuild_now_requested = Signal(str)
    back_requested = Signal(str)
    forget_requested = Signal(str)
    freeze_requested = Signal(str)
    thaw_requested = Signal(str)

    def add_rebuild(self, menu: QMenu, summary: SourceSummary) -> None:
        """Offer to make a built source anew with other choices, unless it is being built."""
        if summary.chunks:
            rebuild = menu.addAction(self.tr("Rebuild…"), lambda: self.rebuild_requested.emit(summary.source.id))
            rebuild.setEnabled(_is_still(summary))

    def add_return(self, menu: QMenu, summary: SourceSummary) -> None:
        """Offer to return to an earlier state that was kept, or to give it up, unless the source is being built."""
        if not summary.previous:
            return
        source = summary.source.id
        menu.addSeparator()
        back = menu.addAction(self.tr("Return to the earlier state"), lambda: self.back_requested.emit(source))
        forget = menu.addAction(self.tr("Give up the earlier state"), lambda: self.forget_requested.emit(source))
        for action in (back, forget):
            action.setEnabled(_is_still(summary))

    def add_freeze(self, menu: QMenu, summary: SourceSummary) -> None:
        """Offer to freeze a built source, or to end that."""
        source = summary.source.id
        if summary.frozen_until:
            menu.addAction(self.tr("End the freeze"), lambda: self.thaw_requested.emit(source))
        elif summary.chunks:
            menu.addAction(self.tr("Freeze…"), lambda: self.freeze_requested.emit(source))


def _is_still(summary: SourceSummary) -> bool:
    return summary.state not in _UNDER_WAY
