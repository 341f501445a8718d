"""A small chart: the share of questions that are answered as expected, run after run.

The line breaks where the library was built with another model or cut in another way: such figures do not compare.
What was asked with less than usual, as without an embedder, is a ring beside the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gangdan_gui.domain.golden import GoldenRun
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.words import GoldenWords
from gangdan_gui.ui.theme import Theme

HEIGHT = 100
_SHOWN = 40
_DOT, _LINE = 3.5, 2.0
_SCALE = 44
_NEAR = 12


class RunChart(QWidget):
    """Shows the last runs; the pointer on a dot tells which one it is."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, GoldenWords(self)
        self.runs: tuple[GoldenRun, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        theme.changed.connect(self.update)

    def show_runs(self, runs: Sequence[GoldenRun]) -> None:
        """Show runs, oldest first."""
        self.runs = tuple(run for run in runs if run.outcomes)[-_SHOWN:]
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(4 * HEIGHT, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """On a small screen the rows below need the room more."""
        return QSize(2 * HEIGHT, HEIGHT // 2)

    @property
    def breaks(self) -> tuple[int, ...]:
        """The runs before which the line breaks, counted from 0."""
        return tuple(at for at, (one, other) in enumerate(pairwise(self.runs), 1) if one.bound != other.bound)

    @property
    def joined(self) -> tuple[tuple[int, int], ...]:
        """The runs between which there is a line, by their places: those that follow each other and compare."""
        whole = [at for at, run in enumerate(self.runs) if not run.lacking]
        return tuple((one, other) for one, other in pairwise(whole) if not any(one < at <= other for at in self.breaks))

    def points(self) -> list[QPointF]:
        """Where the dots are."""
        field = self._field()
        step = field.width() / max(len(self.runs) - 1, 1)
        left = field.left() if len(self.runs) > 1 else field.center().x()
        return [
            QPointF(left + step * at, field.bottom() - field.height() * _share(run)) for at, run in enumerate(self.runs)
        ]

    def event(self, event: QEvent) -> bool:
        """Tell which run the pointer is on."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            near = [at for at, point in enumerate(self.points()) if (point - event.pos()).manhattanLength() <= _NEAR]
            if near:
                run = self.runs[near[0]]
                said = (self._words.day(run), self._words.summary(run), self._words.lacking(run))
                QToolTip.showText(event.globalPos(), "\n".join(filter(None, said)), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_scale(painter)
        points, breaks = self.points(), set(self.breaks)
        tokens = self._theme.tokens
        painter.setPen(QPen(tokens.color("accent"), _LINE))
        for one, other in self.joined:
            painter.drawLine(points[one], points[other])
        painter.setPen(QPen(tokens.color("line"), 1, Qt.PenStyle.DashLine))
        for at in sorted(breaks):
            middle = (points[at - 1].x() + points[at].x()) / 2
            painter.drawLine(QPointF(middle, self._field().top()), QPointF(middle, self._field().bottom()))
        painter.setPen(QPen(tokens.color("accent"), 1))
        for run, point in zip(self.runs, points, strict=True):
            painter.setBrush(tokens.color("surface" if run.lacking else "accent"))
            painter.drawEllipse(point, _DOT, _DOT)

    def _paint_scale(self, painter: QPainter) -> None:
        field, tokens = self._field(), self._theme.tokens
        painter.setFont(look.base_font(look.SMALL_SIZE))
        for share in (0.0, 0.5, 1.0):
            height = field.bottom() - field.height() * share
            painter.setPen(QPen(tokens.color("line"), 1))
            painter.drawLine(QPointF(field.left(), height), QPointF(field.right(), height))
            painter.setPen(tokens.color("secondary"))
            place = QRectF(0, height - look.GAP, _SCALE - look.TIGHT, 2 * look.GAP)
            painter.drawText(
                place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._words.figure(share)
            )

    def _field(self) -> QRectF:
        return QRectF(_SCALE, look.GAP, max(self.width() - _SCALE - look.GAP, 1), max(self.height() - 2 * look.GAP, 1))


def _share(run: GoldenRun) -> float:
    return 1 - len(run.failed) / len(run.outcomes)
