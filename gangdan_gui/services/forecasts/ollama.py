"""What is to be said of an Ollama server before a build that needs it. No model is loaded for it."""

from __future__ import annotations

import ctypes
import os
import sys

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.labels import model_of
from gangdan_gui.ollama.address import chosen_address
from gangdan_gui.ollama.failures import ModelMissing, OllamaFailure
from gangdan_gui.ollama.installed_model import InstalledModel
from gangdan_gui.ollama.model_names import same_model
from gangdan_gui.ollama.server import OllamaServer, Timeouts
from gangdan_gui.services.settings import Settings

_SECONDS = 2.0
_TIMEOUTS = Timeouts(connect=_SECONDS, reply=_SECONDS)
_MOST_MODELS = "OLLAMA_MAX_LOADED_MODELS"
# In memory a model takes its file and room for what it reads; the system and a browser want theirs.
_BESIDE_MODELS = 3e9


async def ollama_notices(label: str, settings: Settings) -> tuple[Reason, ...]:
    """That the server or its model is away, or that embedding will push the chat model out of memory."""
    model = model_of(label)
    if not model:
        return ()
    server = OllamaServer(chosen_address(settings.address_for_embedding), _TIMEOUTS, lambda: settings.way_out)
    try:
        embedding = await server.model(model)
        return await _evicted(server, embedding, settings)
    except OllamaFailure as failure:
        code = "embedding-model-missing" if isinstance(failure, ModelMissing) else "embedder-away"
        return (Reason(code, model if isinstance(failure, ModelMissing) else failure.clause),)
    finally:
        await server.close()


async def _evicted(server: OllamaServer, embedding: InstalledModel, settings: Settings) -> tuple[Reason, ...]:
    chat = settings.chat_model.strip()
    if not chat or not _same_server(settings) or same_model(chat, embedding.name):
        return ()
    loaded = await server.loaded()
    if all(any(same_model(name, other) for other in loaded) for name in (chat, embedding.name)):
        return ()  # it keeps both
    models = await server.models()
    sizes = sum(model.size for model in models if same_model(model.name, chat)) + embedding.size
    if not keeps_both(sizes, local=server.address.is_loopback):
        return (Reason("chat-model-evicted", chat),)
    return ()


def keeps_both(sizes: int, *, local: bool) -> bool:
    """Whether a server has room for two models of so many bytes together, as far as can be told from here.

    The limit that a server was started with can't be asked for; on this machine it may be in the environment.
    """
    if not local:
        return True
    limit = os.environ.get(_MOST_MODELS, "").strip()
    if limit.isdecimal() and int(limit) == 1:
        return False
    memory = memory_of_machine()
    return not memory or sizes + _BESIDE_MODELS <= memory


def _same_server(settings: Settings) -> bool:
    try:
        return chosen_address(settings.address_for_embedding) == chosen_address(settings.ollama_address)
    except GangDanError:
        return False


def memory_of_machine() -> int:
    """The bytes of memory that this machine has; 0 where it does not say."""
    if sys.platform == "win32":
        return _memory_of_windows()
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_ulong), ("load", ctypes.c_ulong), ("total", ctypes.c_ulonglong),
        *((name, ctypes.c_ulonglong) for name in ("free", "page", "free_page", "virtual", "free_virtual", "extended")),
    )  # fmt: skip


def _memory_of_windows() -> int:
    status = _MemoryStatus()
    status.length = ctypes.sizeof(status)
    asked = ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined,unused-ignore]
    return int(status.total) if asked else 0
