"""How long the steps of a build take together, by the speeds of this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gangdan_gui.domain.events import Stage
from gangdan_gui.services.speeds import Rates, Work

TOTAL = "total"
# What is done in a stage, of which kind, and how much of it.
Amount = tuple[Work, str, float]


def duration(work: Mapping[Stage, Sequence[Amount]], rates: Rates) -> tuple[dict[str, float], bool]:
    """Seconds by stage and in all, and whether the stage that takes longest was never measured here.

    Files are converted, embedded and stored side by side: the slowest of the three sets the time.
    """
    took = {stage: sum(rates.seconds(*one) for one in work.get(stage, ())) for stage in Stage}
    beside = max(took[Stage.CONVERT] + took[Stage.CHUNK], took[Stage.EMBED], took[Stage.STORE])
    slowest = max(work, key=lambda stage: took[stage])
    guessed = took[slowest] > 0 and any(amount and rates.guessed(what, kind) for what, kind, amount in work[slowest])
    seconds = {str(stage): took[stage] for stage in work}
    return seconds | {TOTAL: took[Stage.FETCH] + beside}, guessed
