"""One window a library: a second start raises the first window and ends."""

from __future__ import annotations

import getpass
import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_RAISE = b"raise\n"
_WAIT_MS = 1000


class SingleInstance(QObject):
    """A local socket (no network port) named after the library's folder and its user."""

    raise_requested = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = _socket_name(home)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)

    def claim(self) -> bool:
        """Become the one window of the library; False when there is one already, which has then been raised."""
        if self._raise_other():
            return False
        # Nobody answered, so a socket of that name was left behind by a crash.
        QLocalServer.removeServer(self._name)
        self._server.listen(self._name)
        return True

    def release(self) -> None:
        """Let another window of this library start."""
        self._server.close()

    def _raise_other(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(_RAISE)
        socket.waitForBytesWritten(_WAIT_MS)
        socket.disconnectFromServer()
        return True

    def _greet(self) -> None:
        while (connection := self._server.nextPendingConnection()) is not None:
            connection.disconnected.connect(connection.deleteLater)
            self.raise_requested.emit()


def _socket_name(home: Path) -> str:
    # Two spellings of one folder are one library; the name must be short (108 bytes on Linux).
    place = os.path.normcase(str(home.resolve()))
    return "gangdan-" + hashlib.sha256(f"{getpass.getuser()}\0{place}".encode()).hexdigest()[:20]
