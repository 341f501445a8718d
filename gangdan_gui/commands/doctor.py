"""The command that looks whether all works."""

from __future__ import annotations

import argparse

from gangdan_gui.app import Application
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.services.requests import PROBLEM
from gangdan_gui.wording.check_wording import check_sentences


async def doctor(application: Application, arguments: argparse.Namespace) -> Result:
    """What works and what does not."""
    doctor = application.services.doctor
    checks = await (doctor.repair() if arguments.repair else doctor.examine())
    told = [(check, *check_sentences(check)) for check in checks]
    payload = {"checks": [{"id": check.id, "state": check.state, "found": found, "advice": advice}
                          for check, found, advice in told]}  # fmt: skip
    lines = [f"{check.state:11} {check.id:17} {found} {advice}".rstrip() for check, found, advice in told]
    # What was not checked depends on a problem, or is not needed here.
    code = PROBLEMS if any(check.state == PROBLEM for check in checks) else DONE
    return code, payload, "\n".join(lines)
