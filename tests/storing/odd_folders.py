"""Stores under odd circumstances, served by a child process in place of the real one."""

from __future__ import annotations

import os
import socket
import sys

from gangdan_gui.storing.chroma_folder import ChromaFolder


def offline(folder: str) -> ChromaFolder:
    """Without a network: whoever tries gets an error and leaves a word on stderr."""

    def refuse(*_: object, **__: object) -> None:
        print("asked for the network", file=sys.stderr)
        raise OSError("no network")

    socket.getaddrinfo = refuse  # type: ignore[assignment]
    socket.create_connection = refuse  # type: ignore[assignment]
    socket.socket.connect = refuse  # type: ignore[method-assign,assignment]
    return ChromaFolder(folder)


class Ending(ChromaFolder):
    """Its process ends by a signal when it is asked for a count."""

    def __init__(self, folder: str, number: int) -> None:
        super().__init__(folder)
        self._number = number

    def count(self, name: str) -> int:
        """Never returns."""
        os.kill(os.getpid(), self._number)
        return super().count(name)
