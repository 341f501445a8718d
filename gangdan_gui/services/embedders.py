"""Keeps one embedder for each label and server for as long as the library is open: a child takes a second to start."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from gangdan_gui.domain.errors import EmbedderUnavailable, InvalidSetting
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.embedders import Choice, full_label
from gangdan_gui.embedding.labels import BUILTIN, OLLAMA
from gangdan_gui.lasting import Lasting
from gangdan_gui.services.kept import Kept
from gangdan_gui.services.settings import Settings

T = TypeVar("T")
Make = Callable[[str, str], Embedder]
# With the language that a source is said to be in; empty where nothing is said.
Choose = Callable[[Settings, str], Awaitable[Choice]]


class _Unknown:
    """Stands for an embedder of a name that means nothing here: whoever asks it is told, whoever need not is not."""

    def __init__(self, label: str) -> None:
        self._label = label

    async def identify(self) -> EmbedderIdentity:
        raise self._away()

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:  # noqa: ARG002  (the Protocol's)
        raise self._away()

    async def embed_question(self, text: str) -> Vectors:  # noqa: ARG002  (the Protocol's)
        raise self._away()

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:  # noqa: ARG002  (the Protocol's)
        raise self._away()

    async def close(self) -> None:
        """Nothing was started."""

    def _away(self) -> EmbedderUnavailable:
        return EmbedderUnavailable(embedder=self._label, why="this version has none of that name")


class Embedders:
    """Embedders by label, made by `make` (label, address of Ollama) when they are first asked for at an address.

    `choose` names the one for a source that was never built. `settings` are asked each time: they may change. `words`
    is the label of the one that knows the words of all languages. `of_probes` are the vectors of strange questions that
    were asked already, by who made them.
    """

    def __init__(self, make: Make, choose: Choose, settings: Callable[[], Settings], words: str = BUILTIN) -> None:
        self._kept: Kept[tuple[str, str], Embedder] = Kept(lambda key: make(*key))
        self._choose = choose
        self._settings = settings
        self._words = words
        self.of_probes: dict[tuple[EmbedderIdentity, str], bytes] = {}
        self._lasting = Lasting()
        self._said: dict[str, EmbedderIdentity] = {}

    def get(self, label: str) -> Embedder:
        """The embedder of that label; `ollama` alone is the settings' model.

        Raises InvalidSetting for a label or an address that means nothing here.
        """
        settings = self._settings()
        if label.partition(":")[0] == OLLAMA:
            label = full_label(label, settings.embedding_model)
        return self._kept.get((label, settings.address_for_embedding))

    def of(self, identity: EmbedderIdentity) -> Embedder:
        """The embedder that something was built with; one that no version here knows, as a pack may bring, is away.

        Raises InvalidSetting for an address that means nothing.
        """
        try:
            return self.get(identity.label)
        except InvalidSetting as error:
            if error.facts["name"] != "embedder":
                raise
            return _Unknown(identity.label)

    def for_words(self) -> Embedder | None:
        """The one that knows the words of all languages, where there is to be one."""
        return self.get(self._words) if self._words else None

    async def default(self, language: str = "") -> Choice:
        """The one for a source that was never built, by the language that it is said to be in."""
        return await self._choose(self._settings(), language)

    def note(self, identity: EmbedderIdentity) -> None:
        """Remember what an embedder was found to be."""
        self._said[identity.label] = identity

    def note_digest(self, identity: EmbedderIdentity, digest: str) -> None:
        """Remember the weights that the name of an embedder stands for now, by whoever told that without loading it."""
        said = self._said.get(identity.label)
        if said is None or said.digest != digest:
            self._said[identity.label] = replace(identity, digest=digest)

    def is_outdated(self, identity: EmbedderIdentity) -> bool:
        """Whether the embedder of that label was found to be another one: no vectors of the two are compared."""
        return self._said.get(identity.label, identity) != identity

    async def within(self, seconds: float, work: Coroutine[Any, Any, T]) -> T:
        """What an embedder's work gives. Raises TimeoutError after some seconds, and the work goes on.

        Ending it would make a server begin anew to load a model: this way it is there for the next question.
        """
        task = self._lasting.begin(work)
        try:
            await asyncio.wait([task], timeout=seconds)
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait([task])
            raise
        if not task.done():
            raise TimeoutError
        return task.result()

    async def close(self) -> None:
        """End them all, and what still goes on."""
        await self._lasting.close()
        await self._kept.close()
