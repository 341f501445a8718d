"""How far a model's download is, added up over the parts that it comes in."""

from __future__ import annotations

from dataclasses import dataclass, field

from gangdan_gui.domain.chat import PullProgress


@dataclass(slots=True)
class PullCount:
    """Servers tell of one part at a time, the largest first; what was loaded earlier is told as done."""

    _parts: dict[str, tuple[int, int]] = field(default_factory=dict)
    checking: bool = False

    def take(self, step: PullProgress) -> None:
        """Count a step in."""
        if step.total > 0:
            self._parts[step.layer] = (min(max(step.done, 0), step.total), step.total)
        self.checking = not step.total and bool(self._parts)

    @property
    def done(self) -> int:
        """Bytes that are there."""
        return sum(done for done, _ in self._parts.values())

    @property
    def total(self) -> int:
        """Bytes of all parts known so far, 0 before the first."""
        return sum(total for _, total in self._parts.values())

    @property
    def percent(self) -> int:
        """How far it is; 100 only when all of it is there."""
        return 100 * self.done // self.total if self.total else 0
