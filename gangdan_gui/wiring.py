"""The services of an open library, each made when it is first asked for.

What one needs is imported with it: a command asks for one or two, and all of them stand on half of the program.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gangdan_gui.services.requests import Services

if TYPE_CHECKING:
    from gangdan_gui.services.answering.assistant import Assistant
    from gangdan_gui.services.documents.documents import Documents
    from gangdan_gui.services.explaining.explaining import Explaining
    from gangdan_gui.services.forecasts.forecast import Forecasts
    from gangdan_gui.services.golden.questions import GoldenQuestions
    from gangdan_gui.services.golden.trial import GoldenTrial, OpenTrial
    from gangdan_gui.services.library.generations import Generations
    from gangdan_gui.services.library.library import Library
    from gangdan_gui.services.notes.notes import Notes
    from gangdan_gui.services.packs.packs import Packs
    from gangdan_gui.services.parts import Parts
    from gangdan_gui.services.searching.searching import Searcher
    from gangdan_gui.services.upkeep.backups import Backups
    from gangdan_gui.services.upkeep.doctor import Doctor


class WiredServices(Services):
    """The real services of the library in `home`."""

    def __init__(self, home: Path, parts: Parts, trial: OpenTrial) -> None:
        self._home, self._parts, self._trial = home, parts, trial

    @cached_property
    def searcher(self) -> Searcher:
        """One for all: it remembers what the records say, and the words of other languages."""
        from gangdan_gui.services.searching.searching import Searcher

        return Searcher(self._parts)

    @cached_property
    def library(self) -> Library:
        from gangdan_gui.services.library.library import Library

        return Library(self._parts, lambda: self.searcher)

    @cached_property
    def assistant(self) -> Assistant:
        from gangdan_gui.services.answering.assistant import Assistant

        return Assistant(self._parts, self.searcher)

    @cached_property
    def doctor(self) -> Doctor:
        from gangdan_gui.services.upkeep.doctor import Doctor

        return Doctor(self._home, self._parts, self.library)

    @cached_property
    def notes(self) -> Notes:
        from gangdan_gui.services.notes.notes import Notes

        return Notes(self._parts, self.library)

    @cached_property
    def documents(self) -> Documents:
        from gangdan_gui.services.documents.documents import Documents

        return Documents(self._parts)

    @cached_property
    def forecasts(self) -> Forecasts:
        from gangdan_gui.services.forecasts.forecast import Forecasts

        return Forecasts(self._home, self._parts)

    @cached_property
    def generations(self) -> Generations:
        from gangdan_gui.services.library.generations import Generations

        return Generations(self._parts, self.library)

    @cached_property
    def backups(self) -> Backups:
        from gangdan_gui.services.upkeep.backups import Backups

        return Backups(self._home)

    @cached_property
    def packs(self) -> Packs:
        from gangdan_gui.services.packs.packs import Packs

        return Packs(self._parts, self.library)

    @cached_property
    def explaining(self) -> Explaining:
        from gangdan_gui.services.explaining.explaining import Explaining

        return Explaining(self._parts, self.searcher)

    @cached_property
    def golden(self) -> GoldenQuestions:
        from gangdan_gui.services.golden.questions import GoldenQuestions
        from gangdan_gui.storing.golden_folder import GoldenFolder

        return GoldenQuestions(self._parts, GoldenFolder(self._home / "golden"), self.assistant)

    @cached_property
    def trials(self) -> GoldenTrial:
        from gangdan_gui.services.golden.trial import GoldenTrial

        return GoldenTrial(self._parts, self.golden, self._trial)
