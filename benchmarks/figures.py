"""How measured figures are printed: the median with its spread, and the figure that is wanted beside it."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def show(name: str, values: Sequence[float], unit: str, wanted: str = "") -> None:
    """One line: the median, and the least and the greatest where there are several."""
    spread = f"({min(values):.2f} … {max(values):.2f})" if len(values) > 1 else ""
    aim = f"wanted {wanted}" if wanted else ""
    print(f"{name:44} {statistics.median(values):9.2f} {unit:6} {spread:22} {aim}".rstrip(), flush=True)


def show_gaps(name: str, gaps: Sequence[float], wanted: str = "") -> None:
    """One line about the milliseconds between turns of an event loop, beyond what was asked of it."""
    ordered = sorted(gaps)
    p50, p99 = (ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    aim = f"wanted {wanted}" if wanted else ""
    line = f"{name:44} p50 {p50:6.1f}  p99 {p99:6.1f}  max {ordered[-1]:6.1f} ms  ({len(gaps)})  {aim}"
    print(line.rstrip(), flush=True)


def ratios(over: Sequence[float], under: Sequence[float]) -> list[float]:
    """Of two things that were measured in turn, each pair's ratio."""
    return [one / other for one, other in zip(over, under, strict=True)]
