"""Conversations on disk, one JSON file each, written whole."""

from __future__ import annotations

import logging
import re
import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from gangdan_gui.domain.errors import ConversationUnreadable, UnknownConversation
from gangdan_gui.domain.search import Conversation, Exchange
from gangdan_gui.storing.conversation_json import from_json, to_json
from gangdan_gui.whole_file import write_whole

_log = logging.getLogger(__name__)

_ID = re.compile(r"[0-9a-z-]{1,64}")


@dataclass(frozen=True, slots=True)
class Conversations:
    """All that can be read, newest first, and the files that can't: they are left where they are."""

    readable: tuple[Conversation, ...]
    damaged: tuple[Path, ...] = ()


class ConversationFolder:
    """The conversations of a library. Blocking: call it from a thread. Writing may raise CannotWrite."""

    # Whether what is written is gone with the program.
    passing = False

    def __init__(self, path: Path) -> None:
        self.path = path
        # A stopped answer is kept while the next one may end already; between reading and writing no other may add.
        self._adding = threading.Lock()

    def start(self, title: str) -> str:
        """Begin an empty conversation; its id."""
        now = datetime.now(UTC)
        # The time comes first, so that a folder sorted by name is sorted by age.
        conversation = Conversation(f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}", title, _text(now))
        self._write(conversation)
        return conversation.id

    def append(self, conversation: str, exchange: Exchange) -> Conversation:
        """Add an exchange; the conversation as it is now. Raises UnknownConversation."""
        with self._adding:
            before = self.read(conversation)
            after = replace(before, updated=_text(datetime.now(UTC)), exchanges=(*before.exchanges, exchange))
            self._write(after)
        return after

    def read(self, conversation: str) -> Conversation:
        """One conversation, whole. Raises UnknownConversation; for a file that is there, ConversationUnreadable."""
        file = self._file(conversation)
        try:
            return self._load(file)
        except FileNotFoundError as error:
            raise UnknownConversation(conversation=conversation) from error
        except (OSError, ValueError) as error:
            raise ConversationUnreadable(conversation=conversation, file=str(file)) from error

    def list(self) -> Conversations:
        """All conversations, whole."""
        readable, damaged = [], []
        for file in self._files():
            try:
                readable.append(self._load(file))
            except (OSError, ValueError) as error:
                _log.warning("can't read conversation %s: %s", file, error)
                damaged.append(file)
        # Ties go to the later id, so the order is the same at every reading.
        readable.sort(key=lambda conversation: (conversation.updated, conversation.id), reverse=True)
        return Conversations(tuple(readable), tuple(damaged))

    def _files(self) -> Iterator[Path]:
        return (file for file in sorted(self.path.glob("*.json")) if not file.name.startswith("."))

    def _file(self, conversation: str) -> Path:
        # An id comes from the command line too, where it could be a path.
        if not _ID.fullmatch(conversation):
            raise UnknownConversation(conversation=conversation)
        return self.path / f"{conversation}.json"

    def _load(self, file: Path) -> Conversation:
        conversation = from_json(file.read_bytes())
        if conversation.id != file.stem:
            raise ValueError(f"the file holds {conversation.id}")
        return conversation

    def _write(self, conversation: Conversation) -> None:
        write_whole(self._file(conversation.id), to_json(conversation))


def _text(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds")
