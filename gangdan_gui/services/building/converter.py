"""Has one source's files converted and cut by the child process, and bears what that process can't."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from gangdan_gui.domain.documents import NO_FACTS, FetchedFile
from gangdan_gui.domain.errors import WorkerError
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.building.additions import Additions
from gangdan_gui.services.building.prepared import Order, Prepared
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.storing.records import Generation
from gangdan_gui.workers.child import Child

# pandoc needs half a minute for the largest files of real documentation.
CONVERT_SECONDS = 300.0


class Converter:
    """Made for one build of one source, whose files are `around` each other."""

    def __init__(
        self, preparer: Child, additions: Additions, around: SourceFiles, generation: Generation, language: str
    ) -> None:
        self._preparer = preparer
        self._additions = additions
        self._around = around
        self._generation = generation
        self._language = language
        self._surrounded = False

    async def prepare(self, file: FetchedFile) -> Prepared:
        """What a file became. Raises nothing of the process: what it could not do is a Prepared with a failure."""
        order = self._additions.order(file, self._generation, self._language)
        try:
            if not self._surrounded:
                await self._preparer.call("surround", file.source, self._around)
                self._surrounded = True
            call = self._preparer.call("prepare", order)
            # Not `wait_for`: Python 3.11's swallows a cancellation that comes together with the reply, and then this
            # step would go on into a queue that nobody empties.
            async with asyncio.timeout(CONVERT_SECONDS):
                result = await call
        except TimeoutError:
            self._surrounded = False  # the process was ended, and its successor knows of nothing
            return await self._unconverted(order, Reason("too-slow"), file.sha256)
        except WorkerError as error:
            self._surrounded = False
            reason = Reason("worker-failed", error.facts.get("error") or str(error))
            # No hash: it may have been the machine's fault, so the next build tries again.
            return await self._unconverted(order, reason, "")
        assert isinstance(result, Prepared)
        return self._with_references(order, result)

    async def _unconverted(self, order: Order, reason: Reason, sha256: str) -> Prepared:
        """A file that the converter could not bear; where the user has written its text, that answers."""
        file, said = order.file, order.correction
        if said.text is not None and not said.excluded:
            try:
                kept = await self._preparer.call("keep", order, reason, sha256)
                assert isinstance(kept, Prepared)
                return kept
            except WorkerError as error:
                reason = Reason("worker-failed", error.facts.get("error") or str(error))
        return Prepared(file.path, sha256, file.size, None, failure=Reason("excluded") if said.excluded else reason)

    def _with_references(self, order: Order, prepared: Prepared) -> Prepared:
        """A document with what a list of references says of its DOI."""
        document = prepared.document
        if document is None:
            return prepared
        known = self._additions.learn(prepared.path, document.facts.doi)
        if known == NO_FACTS:
            return prepared
        facts = replace(order, facts=known).facts_with(document.facts)
        return replace(prepared, document=replace(document, facts=facts))
