"""The doctor's checks of what was seen of an Ollama server, by what the library needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gangdan_gui.embedding.embedders import DEFAULT_MODEL
from gangdan_gui.embedding.labels import OLLAMA, model_of
from gangdan_gui.reranking.names import named
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.upkeep.failed_check import failure_facts
from gangdan_gui.services.upkeep.ollama_look import Seen
from gangdan_gui.storing.records import SourceRecord

_SERVER_CHECKS = ("address", "version", "models")
# Names in one sentence; a server may have dozens of models.
_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Needs:
    """What is asked of a server: its models by name, each with the titles of the sources that were built with it."""

    models: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def missing(self, seen: Seen) -> tuple[str, ...]:
        """Those that the server does not have."""
        return tuple(model for model in self.models if not seen.has(model))


def embedding_needs(settings: Settings, records: Sequence[SourceRecord]) -> Needs:
    """The models that sources were built with, and the one that new sources are to have by the user's choice."""
    models: dict[str, list[str]] = {}
    if settings.embedder == OLLAMA:
        models[settings.embedding_model or DEFAULT_MODEL] = []
    for record in records:
        if record.live and (model := model_of(record.live.identity.label)):
            models.setdefault(model, []).append(record.source.title)
    return Needs(models)


def chat_needs(settings: Settings) -> Needs:
    """The model that writes answers, and the one that reranks."""
    found = named(settings.reranker)
    return Needs({model: () for model in (settings.chat_model, found.model if found else "") if model})


def joined_needs(one: Needs, other: Needs) -> Needs:
    """What is asked of one server for two purposes."""
    return Needs({**one.models, **other.models})


def unused(seen: Seen, needs: Needs) -> bool:
    """Whether nothing answers and nothing is asked: that is no fault."""
    return seen.nobody and not needs.models


def server_checks(seen: Seen, needs: Needs, prefix: str = "") -> list[Check]:
    """Address, version and models; after the first that fails the others are not checked."""
    if unused(seen, needs):
        rest = [Check(f"{prefix}{name}", NOT_CHECKED, {"case": "unused"}) for name in _SERVER_CHECKS[1:]]
        return [Check(f"{prefix}address", OK, {"case": "unused", "address": seen.place}), *rest]
    made = {"address": _address(seen), "version": (OK, {"version": seen.version}), "models": _models(seen, needs)}
    checks: list[Check] = []
    for name in _SERVER_CHECKS:
        state, facts = made[name]
        if seen.failure and name == seen.failed:
            state, facts = PROBLEM, failure_facts(seen.failure)
        elif seen.failure and _SERVER_CHECKS.index(name) > _SERVER_CHECKS.index(seen.failed):
            state, facts = NOT_CHECKED, {}
        checks.append(Check(f"{prefix}{name}", state, facts))
    return checks


def _address(seen: Seen) -> tuple[str, dict[str, str]]:
    return OK, {"case": str(seen.origin), "address": seen.place, "proxy": seen.proxy}


def _models(seen: Seen, needs: Needs) -> tuple[str, dict[str, str]]:
    if missing := needs.missing(seen):
        waiting = ", ".join(title for model in missing for title in needs.models[model])
        case = "missing-for" if waiting else "missing"
        return PROBLEM, {"case": case, "missing": ", ".join(missing), "first": missing[0], "sources": waiting}
    if not seen.models:
        return OK, {"case": "none"}
    return OK, {"count": str(len(seen.names)), "names": listed(seen.names)}


def listed(names: Sequence[str]) -> str:
    """Names as one line, a few of very many."""
    return ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
