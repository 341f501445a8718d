"""Asks the system whether it runs on a battery. Where nobody can say, it does not."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")
_ASK_SECONDS = 5.0


def on_battery() -> bool:
    """Whether nothing but a battery feeds this machine now. Blocking; raises nothing."""
    if sys.platform == "win32":
        return _windows()
    if sys.platform == "darwin":
        return _macos()
    return discharging(_SUPPLIES)


def discharging(supplies: Path) -> bool:
    """What Linux says: a battery of the machine itself is being emptied, and no supply from outside is there.

    Batteries of mice and headsets stand in the same folder, with the scope `Device`.
    """
    try:
        found = [(_word(supply, "type"), supply) for supply in supplies.iterdir()]
    except OSError:
        return False
    if any(kind in ("Mains", "USB") and _word(supply, "online") == "1" for kind, supply in found):
        return False
    own = [supply for kind, supply in found if kind == "Battery" and _word(supply, "scope") != "Device"]
    return any(_word(supply, "status") == "Discharging" for supply in own)


def _word(supply: Path, name: str) -> str:
    try:
        return (supply / name).read_text("ascii", "replace").strip()
    except OSError:
        return ""


class _PowerStatus(ctypes.Structure):
    """SYSTEM_POWER_STATUS; the first byte is 0 on a battery, 1 on the mains, 255 where nobody knows."""

    _fields_ = (
        ("ac_line", ctypes.c_ubyte),
        ("battery_flag", ctypes.c_ubyte),
        ("battery_percent", ctypes.c_ubyte),
        ("system_flag", ctypes.c_ubyte),
        ("battery_seconds", ctypes.c_ulong),
        ("battery_full_seconds", ctypes.c_ulong),
    )


def _windows() -> bool:
    status = _PowerStatus()
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  (only Windows has it, and mypy knows)
    return bool(kernel.GetSystemPowerStatus(ctypes.byref(status))) and status.ac_line == 0


def _macos() -> bool:
    try:
        said = subprocess.run(
            ["pmset", "-g", "batt"], capture_output=True, text=True, timeout=_ASK_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return "'Battery Power'" in said.stdout
