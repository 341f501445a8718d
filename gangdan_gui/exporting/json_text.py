"""A conversation as JSON, with every fact of every answer, for other programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.labels import ExportLabels

FORMAT = "gangdan-conversation"
VERSION = 1


def to_json(conversation: Conversation, labels: ExportLabels, sources: Mapping[str, Source]) -> bytes:
    """The fields of `Conversation`, under their names, after `format` and `version`. Has no words of ours."""
    del labels, sources
    facts = _finite({"format": FORMAT, "version": VERSION, **asdict(conversation)})
    # Half of a surrogate pair is no UTF-8; its backslash form is good JSON.
    return (json.dumps(facts, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")


def _finite(value: Any) -> Any:
    """Numbers that JSON has no word for become null; other programs would refuse the whole file."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
