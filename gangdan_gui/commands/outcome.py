"""How a command ends."""

from __future__ import annotations

from gangdan_gui.payloads import Payload

DONE, PROBLEMS = 0, 1

# Exit code, JSON, text for people.
Result = tuple[int, Payload, str]
