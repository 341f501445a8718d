"""Tells what questions were asked without: figures of such a run say nothing about those of another."""

from __future__ import annotations

from collections.abc import Iterable

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.evaluation.asking import Ranked

# What a search also says where all was there that it is usually done with. Whatever else it says, something was not.
_AS_USUAL = frozenset({
    "note-may-answer", "names-nothing", "no-document-chosen", "filtered-out", "counting-tables", "whole-documents",
    "summary-needs-model",
    "translation-needs-both", "translation-no-model", "translation-unusable", "reranker-needs-both",
})  # fmt: skip


def lacking(answers: Iterable[Ranked]) -> tuple[Reason, ...]:
    """What was away, late, broken or only partly there when it was needed, each once; empty where all was as usual."""
    said = (notice for one in answers for notice in one.notices if notice.code not in _AS_USUAL)
    return tuple(sorted(set(said), key=lambda one: (one.code, one.detail)))
