"""The problems of a source as JSON text, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable

from gangdan_gui.domain.reasons import Problem, Reason


def problems_json(problems: Iterable[Problem]) -> str:
    """As they are kept."""
    return json.dumps([[one.path, one.stage, one.reason.code, one.reason.detail] for one in problems])


def read_problems(text: str) -> tuple[Problem, ...]:
    """Those of such a text."""
    return tuple(Problem(path, stage, Reason(code, detail)) for path, stage, code, detail in json.loads(text))
