"""When a build may begin its next piece of work: a file, a batch of vectors, rows of the store."""

from __future__ import annotations

from dataclasses import dataclass

from gangdan_gui.domain.events import BuildEvent, BuildHeld, Hold
from gangdan_gui.services.asking import Asking
from gangdan_gui.services.power import Power
from gangdan_gui.services.requests.build_control import BuildControl
from gangdan_gui.services.streams import Emit

# A build of so few files is over before it has emptied a battery.
_WORTH_THE_MAINS = 30
LOOK_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Holders:
    """What holds builds back, beside what the user says: `saves_power` is the setting's word.

    On a battery they look every `look` seconds whether the mains are there.
    """

    asking: Asking
    power: Power
    saves_power: bool
    look: float = LOOK_SECONDS


class BuildTurn:
    """Asked by all steps of one source's build before each piece of work; tells once why it waits."""

    def __init__(
        self, source: str, files: int, control: BuildControl, holders: Holders, emit: Emit[BuildEvent]
    ) -> None:
        self._source = source
        self._control = control
        self._asking, self._power = holders.asking, holders.power
        self._saves_power = holders.saves_power and files >= _WORTH_THE_MAINS
        self._look = holders.look
        self._emit = emit
        self._told: Hold | None = None

    @property
    def ending(self) -> bool:
        """Whether no other file is to begin."""
        return self._control.ending

    async def come(self) -> None:
        """Wait until nothing holds the build back."""
        while (why := await self._why()) is not None:
            await self._tell(why)
            match why:
                case Hold.PAUSED:
                    await self._control.turn()
                case Hold.ASKING:
                    await self._asking.over()
                case Hold.BATTERY:
                    await self._control.power_wanted(self._look)
        await self._tell(None)

    async def _why(self) -> Hold | None:
        if self._control.paused:
            return Hold.PAUSED
        if self._asking.open:
            return Hold.ASKING
        if self._saves_power and self._control.saves_power and await self._power.on_battery():
            return Hold.BATTERY
        return None

    async def _tell(self, why: Hold | None) -> None:
        if why is not self._told:
            self._told = why
            await self._emit(BuildHeld(self._source, why))
