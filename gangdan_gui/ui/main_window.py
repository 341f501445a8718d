"""Arranges the three panes, the notices and the status line; it knows nothing of what they do."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QMainWindow, QSplitter, QVBoxLayout, QWidget

from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.status_line import StatusLine
from gangdan_gui.ui.window_memory import WindowMemory

LEFT_WIDTH, RIGHT_WIDTH = 312, 336
DRAWER_BELOW = 1100
_LEFT_MINIMUM, _RIGHT_MINIMUM, _MIDDLE_MINIMUM = 264, 260, 360
_FIRST_SIZE = QSize(1280, 800)
_SMALLEST = QSize(720, 480)


class MainWindow(QMainWindow):
    """Left, middle and right in a splitter; in a narrow window the right one lies over the middle as a drawer.

    `rearranged` comes when it has become one or has ceased to be.
    """

    closing = Signal()
    rearranged = Signal()

    def __init__(
        self,
        left: QWidget,
        middle: QWidget,
        right: QWidget,
        notices: NoticeBar,
        status: StatusLine,
        memory: WindowMemory,
    ) -> None:
        super().__init__()
        self.setObjectName("main-window")
        self._left, self._middle, self._right = left, middle, right
        self._status, self._memory = status, memory
        self._right_wanted = True
        self._drawer = False
        self._arrange(notices)
        self._connect()
        self._retranslate()
        self._restore()

    @property
    def has_drawer(self) -> bool:
        """Whether the window is so narrow that the right pane is a drawer."""
        return self._drawer

    def show_right(self) -> None:
        """Make sure the right pane can be seen."""
        self._right_wanted = True
        self._right.show()
        self._place_right()

    def toggle_left(self) -> None:
        """Fold or unfold the library."""
        self._left.setVisible(self._left.isHidden())
        self._show_toggles()

    def toggle_right(self) -> None:
        """Fold or unfold the passages."""
        self._right_wanted = self._right.isHidden()
        self._right.setVisible(self._right_wanted)
        self._place_right()

    def bring_to_front(self) -> None:
        """Show the window above the others, also from the task bar."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Turn the right pane into a drawer and back as the width asks for."""
        super().resizeEvent(event)
        narrow = event.size().width() < DRAWER_BELOW
        if narrow != self._drawer:
            self._set_drawer(drawer=narrow)
        self._place_right()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the shape, vanish at once, and leave the rest to whoever runs the window."""
        self._memory.keep_shape("geometry", self.saveGeometry())
        if not self._drawer:
            self._memory.keep_shape("splitter", self._splitter.saveState())
        self._memory.save()
        super().closeEvent(event)
        self.closing.emit()

    def _arrange(self, notices: NoticeBar) -> None:
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        for pane, minimum in (
            (self._left, _LEFT_MINIMUM),
            (self._middle, _MIDDLE_MINIMUM),
            (self._right, _RIGHT_MINIMUM),
        ):
            pane.setMinimumWidth(minimum)
            self._splitter.addWidget(pane)
        self._splitter.setStretchFactor(1, 1)
        self._body = QFrame()
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._splitter, 1)
        column.addWidget(notices)
        column.addWidget(self._status)
        self.setCentralWidget(self._body)
        self.setMinimumSize(_SMALLEST)

    def _connect(self) -> None:
        self._status.left_toggled.connect(self.toggle_left)
        self._status.right_toggled.connect(self.toggle_right)
        QShortcut(QKeySequence("Ctrl+1"), self, self.toggle_left)
        QShortcut(QKeySequence("Ctrl+2"), self, self.toggle_right)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.toggle_right)

    def _restore(self) -> None:
        size = _FIRST_SIZE.boundedTo(self.screen().availableSize())
        self.resize(size)
        self._splitter.setSizes([LEFT_WIDTH, size.width() - LEFT_WIDTH - RIGHT_WIDTH, RIGHT_WIDTH])
        geometry, splitter = self._memory.shape("geometry"), self._memory.shape("splitter")
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        if not splitter.isEmpty():
            self._splitter.restoreState(splitter)
        self._show_toggles()

    def _set_drawer(self, *, drawer: bool) -> None:
        self._drawer = drawer
        self._right.setProperty("drawer", drawer)
        if drawer:
            self._right.setParent(self._body)
            self._right.hide()
        else:
            self._splitter.addWidget(self._right)
            self._right.setVisible(self._right_wanted)
            width = self._splitter.width()
            self._splitter.setSizes([LEFT_WIDTH, width - LEFT_WIDTH - RIGHT_WIDTH, RIGHT_WIDTH])
        self._right.style().unpolish(self._right)
        self._right.style().polish(self._right)
        self.rearranged.emit()

    def _place_right(self) -> None:
        if self._drawer and not self._right.isHidden():
            area = self._splitter.geometry()
            self._right.setGeometry(area.right() - RIGHT_WIDTH + 1, area.top(), RIGHT_WIDTH, area.height())
            self._right.raise_()
        self._show_toggles()

    def _show_toggles(self) -> None:
        self._status.left_button.setChecked(not self._left.isHidden())
        self._status.right_button.setChecked(not self._right.isHidden())
        # Escape closes an open drawer, and is nobody's key otherwise.
        self._escape.setEnabled(self._drawer and not self._right.isHidden())

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("GangDan"))
