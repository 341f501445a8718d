"""The words of what is built, with their vectors, so that a question finds what is written in another language."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.retrieving.bridge import Bridging
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation


class Vocabularies:
    """The vocabularies of one library's generations."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def bridged(
        self, question: str, language: str, generations: Sequence[Generation], struck: Sequence[str] = ()
    ) -> dict[str, Bridging]:
        """What stands for a question in each language of these generations' vocabularies but its own.

        `language` is that of the question, `struck` are words as they were shown that are left out. Empty where
        nothing is known or found, or the built-in embedder is away: the question is then searched as it stands.
        """
        return {}
