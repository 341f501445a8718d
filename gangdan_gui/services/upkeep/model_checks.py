"""The doctor's checks that try a model: the embedder, the chat model's first word, the reranker. These may load one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing

from gangdan_gui.domain.chat import ChatMessage, ChatModel, ChatRequest, ChatText, ChatThinking, Role
from gangdan_gui.domain.errors import GangDanError, RerankerUnavailable
from gangdan_gui.domain.ports import Reranker
from gangdan_gui.embedding.embedders import AUTO, DEFAULT_MODEL, among, full_label
from gangdan_gui.embedding.labels import BUILTIN, model_of, ollama_label
from gangdan_gui.ollama.model_names import same_model
from gangdan_gui.reranking.names import named, short_name
from gangdan_gui.services.embedders import Embedders
from gangdan_gui.services.kept import Kept
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.upkeep.embedder_probe import Probed, probe
from gangdan_gui.services.upkeep.failed_check import failure_facts
from gangdan_gui.services.upkeep.ollama_checks import Needs, listed
from gangdan_gui.services.upkeep.ollama_look import Seen
from gangdan_gui.storing.records import SourceRecord

_HELLO = "Say yes."
_FEW_TOKENS = 16
# It has nothing to load but itself, which takes a second, and some more on a busy machine.
_BUILTIN_SECONDS = 60.0
_UNUSABLE = {"case": "unusable"}


def label_for_new(settings: Settings, seen: Seen) -> str:
    """The embedder that a new source would get. Raises InvalidSetting."""
    if settings.embedder != AUTO:
        return full_label(settings.embedder, settings.embedding_model)
    return BUILTIN if seen.failure else among(seen.names, settings.embedding_model or DEFAULT_MODEL).label


def note_weights(embedders: Embedders, seen: Seen, records: Sequence[SourceRecord]) -> None:
    """Let embedders know which weights the names of models stand for, as a server has told."""
    for identity in (record.live.identity for record in records if record.live):
        model = model_of(identity.label)
        for installed in seen.models if model else ():
            if same_model(installed.name, model):
                embedders.note_digest(identity, installed.digest)


class EmbeddingChecks:
    """Tries what makes the vectors, each embedder once; a model of Ollama for at most `seconds`."""

    def __init__(self, embedders: Embedders, seconds: float) -> None:
        self._embedders = embedders
        self._seconds = seconds
        self._probed: dict[str, Probed] = {}

    async def embedding(self, settings: Settings, seen: Seen, needs: Needs, records: Sequence[SourceRecord]) -> Check:
        """The model of Ollama that is in use here, else the one that new sources get."""
        label = label_for_new(settings, seen)
        if label == BUILTIN and needs.models:  # of sources that were built before
            label = ollama_label(next(iter(needs.models)))
        if (model := model_of(label)) and (seen.failure or not seen.has(model)):
            waiting = ", ".join(title for titles in needs.models.values() for title in titles)
            return Check("embedding", NOT_CHECKED, {"case": "away-for" if waiting else "away", "sources": waiting})
        return await self._tried("embedding", label, records)

    async def builtin(self) -> Check:
        """The embedder that is always there."""
        return await self._tried("embedder", BUILTIN, ())

    async def _tried(self, check: str, label: str, records: Sequence[SourceRecord]) -> Check:
        seconds = _BUILTIN_SECONDS if label == BUILTIN else self._seconds
        try:
            async with asyncio.timeout(seconds):
                found = self._probed.get(label) or await probe(self._embedders.get(label))
        except TimeoutError:
            facts = {"case": "loading", "embedder": label, "seconds": f"{seconds:g}"}
            return Check(check, PROBLEM, facts)
        except GangDanError as error:
            # What the server did is told as such; of the model itself there are words of the check.
            return Check(check, PROBLEM, failure_facts(error) | ({} if "failure" in error.facts else _UNUSABLE))
        self._probed[label] = found
        self._embedders.note(found.identity)
        if not found.english:
            return Check(check, PROBLEM, found.facts | {"case": "meaningless"})
        if outdated := [r.source.title for r in records if r.live and _other_weights(r, found)]:
            return Check(check, PROBLEM, found.facts | {"case": "replaced", "sources": ", ".join(outdated)})
        return Check(check, OK, found.facts if found.chinese else found.facts | {"case": "english"})


def _other_weights(record: SourceRecord, found: Probed) -> bool:
    assert record.live is not None
    built = record.live.identity
    return built.label == found.identity.label and built != found.identity


async def chat_check(chat: Callable[[], ChatModel], settings: Settings, seen: Seen, seconds: float) -> Check:
    """The first word of the chosen model, waited for at most `seconds`. `chat` is opened where it is to be asked."""
    model = settings.chat_model
    if not model:
        names = listed(seen.chatting)
        return Check("chat", NOT_CHECKED, {"case": "offered" if names else "none", "names": names})
    if seen.failure or not seen.has(model):
        return Check("chat", NOT_CHECKED, {"case": "away", "model": model})
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(seconds):
            spoke = await _speaks(chat(), settings)
    except TimeoutError:
        return Check("chat", PROBLEM, {"case": "loading", "model": model, "seconds": f"{seconds:g}"})
    except GangDanError as error:
        return Check("chat", PROBLEM, failure_facts(error))
    if not spoke:
        return Check("chat", PROBLEM, {"case": "empty", "model": model})
    return Check("chat", OK, {"model": model, "seconds": f"{time.perf_counter() - begun:.1f}"})


async def reranker_check(
    rerankers: Kept[tuple[str, str], Reranker], settings: Settings, seen: Seen, seconds: float
) -> Check:
    """Whether the reranker that is named judges a passage of one sentence, within some seconds."""
    found = named(settings.reranker)
    facts = {"reranker": short_name(settings.reranker)}
    if found and found.model and (seen.failure or not seen.has(found.model)):
        return Check("reranker", NOT_CHECKED, facts | {"case": "away"})
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(seconds):
            await rerankers.get((settings.reranker, settings.ollama_address)).check()
    except TimeoutError:
        return Check("reranker", PROBLEM, facts | {"case": "loading", "seconds": f"{seconds:g}"})
    except RerankerUnavailable as error:
        return Check("reranker", PROBLEM, facts | {"reason": error.reason.code, "detail": error.reason.detail})
    return Check("reranker", OK, facts | {"seconds": f"{time.perf_counter() - begun:.1f}"})


async def _speaks(chat: ChatModel, settings: Settings) -> bool:
    """Whether a word comes. The context is as long as for a question: another would have the model loaded again."""
    tokens = (await chat.facts(settings.chat_model)).reads(settings.context_tokens)
    messages = (ChatMessage(Role.USER, _HELLO),)
    request = ChatRequest(settings.chat_model, messages, tokens, _FEW_TOKENS, 0.0)
    async with aclosing(chat.reply(request)) as events:
        async for event in events:
            if isinstance(event, ChatText | ChatThinking):
                return True
    return False
