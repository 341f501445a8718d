"""The parts that the services are put together from; `app` makes them once for a library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gangdan_gui.catalog.user_list import UserList
from gangdan_gui.domain.chat import ChatModel
from gangdan_gui.domain.ports import Reranker, VectorStore
from gangdan_gui.fetching.archives.unpacking import Unpacking
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.services.asking import Asking
from gangdan_gui.services.embedders import Embedders
from gangdan_gui.services.kept import Kept
from gangdan_gui.services.power import Power
from gangdan_gui.services.settings import Settings
from gangdan_gui.storing.conversations import ConversationFolder
from gangdan_gui.storing.corrections import Corrections
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.markdown_folder import MarkdownFolder
from gangdan_gui.storing.note_folder import NoteFolder
from gangdan_gui.storing.packs.lying import LyingPacks
from gangdan_gui.storing.packs.shelf import PackShelf
from gangdan_gui.storing.translations import Translations
from gangdan_gui.workers.child import Child


@dataclass(frozen=True, slots=True)
class Parts:
    """`preparer` converts for builds, `reader` for whoever has a document open, `words` takes texts apart into terms.

    `chats` are by the address in the settings, `rerankers` by their name and that address. `settings` is asked each
    time: they may change while all is open.
    """

    manifest: Manifest
    store: VectorStore
    embedders: Embedders
    preparer: Child
    reader: Child
    words: Child
    markdown: MarkdownFolder
    downloader: Downloader
    unpacking: Unpacking
    user_list: UserList
    conversations: ConversationFolder
    corrections: Corrections
    notes: NoteFolder
    packs: PackShelf
    lying: LyingPacks
    chats: Kept[str, ChatModel]
    rerankers: Kept[tuple[str, str], Reranker]
    translations: Translations
    settings: Callable[[], Settings]
    asking: Asking
    power: Power

    def choosing(self, settings: Settings) -> Parts:
        """The same parts for somebody who asks with other settings."""
        return replace(self, settings=lambda: settings)
