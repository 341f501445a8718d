"""The commands of backups: write one, check one, bring one back."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import aclosing
from pathlib import Path

from gangdan_gui.app import Application, open_application
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.payloads import Payload
from gangdan_gui.payloads.counted import counted
from gangdan_gui.payloads.moments import local_time
from gangdan_gui.places import default_home, home_at
from gangdan_gui.saying import say
from gangdan_gui.services.requests.backups import BackupFinished, BackupReport
from gangdan_gui.services.upkeep import backups
from gangdan_gui.wording import reason_sentence, tell


async def backup_create(application: Application, arguments: argparse.Namespace) -> Result:
    """Write the library into one file."""
    file = home_at(arguments.out)
    report: BackupReport | None = None
    async with aclosing(application.services.backups.back_up(file, whole=arguments.whole)) as events:
        async for event in events:
            if isinstance(event, BackupFinished):
                report = event.report
    assert report is not None
    _say_notices(report)
    text = f"Wrote {file}: {_counts(report)}. It was read again and is whole."
    return DONE, _payload(report), text


def backup_verify(arguments: argparse.Namespace) -> Result:
    """Read a backup whole and compare everything in it."""
    report = backups.verify(home_at(arguments.file))
    made = f"made {local_time(report.made)} by version {report.version}"
    text = f"{report.file} is whole: {_counts(report)}, {made}."
    return DONE, _payload(report), text


def backup_restore(arguments: argparse.Namespace) -> Result:
    """Bring a backup back; what was there is moved aside."""
    chosen = getattr(arguments, "home", None)
    home = home_at(chosen) if chosen else default_home()
    report, moved = backups.restore(home_at(arguments.file), home)
    _say_notices(report)
    asyncio.run(_mend(home))
    aside = f" What was there is now in {moved}." if moved else ""
    text = f"Brought {counted(report.sources, 'source')} back into {home}.{aside}"
    payload = {**_payload(report), "home": str(home), "moved": str(moved) if moved else None}
    away = any(notice.code == "place-missing" for notice in report.notices)
    return (PROBLEMS if away else DONE), payload, text


async def _mend(home: Path) -> None:
    """Make again what no backup holds, so that it answers at once. What can't be made is the next build's business."""
    try:
        async with (
            open_application(home, "gangdan-gui backup restore") as application,
            aclosing(application.services.doctor.mend()) as steps,
        ):
            async for _ in steps:
                pass
    except GangDanError as error:
        told = tell(error)
        say(f"{told.message} {told.advice}".strip())


def _counts(report: BackupReport) -> str:
    sources, files = counted(report.sources, "source"), counted(report.files, "file")
    return f"{sources}, {files}, {_megabytes(report.size)}"


def _payload(report: BackupReport) -> Payload:
    return {
        "file": str(report.file),
        "made": report.made,
        "version": report.version,
        "whole": report.whole,
        "sources": report.sources,
        "files": report.files,
        "bytes": report.size,
        "sha256": report.sha256,
        "ok": report.ok,
        "problems": [
            {"path": one.path, "stage": one.stage, "reason": reason_sentence(one.reason)} for one in report.problems
        ],
        "notices": [reason_sentence(notice) for notice in report.notices],
    }


def _say_notices(report: BackupReport) -> None:
    for notice in report.notices:
        say(f"Note: {reason_sentence(notice)}.")


def _megabytes(size: int) -> str:
    return f"{max(size / 1_000_000, 0.1):.1f} MB"
