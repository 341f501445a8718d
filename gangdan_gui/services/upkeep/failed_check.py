"""A check of the doctor that met an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import PROBLEM, Check


def failure_facts(error: GangDanError) -> dict[str, str]:
    """An error as the facts of a check; `failure` is what its sentences are under."""
    what = error.facts.get("why") or error.facts.get("error") or str(error)
    return {"what": what, **error.facts, "failure": error.facts.get("failure") or error.id}


async def or_failure(name: str, check: Callable[[], Awaitable[Check]]) -> Check:
    """What a check finds; an error that it meets is a problem of that name."""
    try:
        return await check()
    except GangDanError as error:
        return Check(name, PROBLEM, failure_facts(error))
