"""A conversation as JSON, with every fact of every answer, for other programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.labels import ExportLabels

FORMAT = "gangdan-conversation"
VERSION = 1


def to_json(conversation: Conversation, labels: ExportLabels, sources: Mapping[str, Source]) -> bytes:
    """The fields of `Conversation`, under their names, after `format` and `version`. Has no words of ours."""
    del labels, sources
    facts = {"format": FORMAT, "version": VERSION, **asdict(conversation)}
    # Half of a surrogate pair is no UTF-8; its backslash form is good JSON.
    return (json.dumps(facts, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")
