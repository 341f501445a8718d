"""What Linux says of batteries and the mains."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangdan_gui.battery import discharging, on_battery

MAINS_OFF, MAINS_ON = {"type": "Mains", "online": "0"}, {"type": "Mains", "online": "1"}
EMPTYING = {"type": "Battery", "status": "Discharging"}
FULL = {"type": "Battery", "status": "Full"}
MOUSE = {"type": "Battery", "status": "Discharging", "scope": "Device"}
CABLE = {"type": "USB", "online": "1"}


def supplies(place: Path, *all_of_them: dict[str, str]) -> Path:
    for number, facts in enumerate(all_of_them):
        supply = place / f"supply{number}"
        supply.mkdir()
        for name, value in facts.items():
            (supply / name).write_text(f"{value}\n")
    return place


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ((), False),
        ((MAINS_OFF, EMPTYING), True),
        ((EMPTYING,), True),
        ((MAINS_ON, EMPTYING), False),
        ((CABLE, EMPTYING), False),
        ((MAINS_ON, FULL), False),
        ((MAINS_OFF, FULL, EMPTYING), True),
        ((MOUSE,), False),
        ((MOUSE, MAINS_ON), False),
        (({"type": "Battery"},), False),
    ],
)
def test_a_battery_is_what_feeds_the_machine_itself(
    tmp_path: Path, there: tuple[dict[str, str], ...], expected: bool
) -> None:
    assert discharging(supplies(tmp_path, *there)) is expected


def test_where_nobody_can_say_it_is_not_on_a_battery(tmp_path: Path) -> None:
    assert not discharging(tmp_path / "missing")


def test_this_machine_can_be_asked() -> None:
    assert on_battery() in (True, False)
