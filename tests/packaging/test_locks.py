"""The lock files: exact, hashed, without addresses, and in step with pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = {
    "product": "requirements.lock",
    "dev": "requirements-dev.lock",
    "package": "requirements-package.lock",
    "ocr": "requirements-ocr.lock",
    "models": "requirements-models.lock",
}
PIN = re.compile(r"^(?P<requirement>[^\s#-][^\\]*?)\s*\\?$")
HASH = re.compile(r"^\s+--hash=sha256:[0-9a-f]{64}(\s*\\)?$")


def pins(lock: str) -> dict[str, list[Requirement]]:
    """The requirements of a lock file by name; one name may stand there once for each platform."""
    found: dict[str, list[Requirement]] = {}
    for line in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        if match := PIN.match(line):
            requirement = Requirement(match["requirement"])
            found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def wanted(part: str) -> list[Requirement]:
    """What pyproject.toml asks for in one of its parts."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if part == "product":
        lines = project["project"]["dependencies"] + project["build-system"]["requires"]
    else:
        lines = project["project"]["optional-dependencies"][part]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("lock", LOCKS.values())
def test_every_line_is_a_pin_or_a_hash_and_names_no_address(lock: str) -> None:
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    strange = [line for line in lines if not (HASH.match(line) or PIN.match(line))]
    assert strange == []
    assert all(len(requirement.specifier) == 1 for each in pins(lock).values() for requirement in each)
    assert all(str(requirement.specifier).startswith("==") for each in pins(lock).values() for requirement in each)
    assert not any("://" in line or "@" in line for line in lines)


@pytest.mark.parametrize("lock", LOCKS.values())
def test_every_pin_has_hashes(lock: str) -> None:
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    naked = [line for line, below in pairs if PIN.match(line) and not HASH.match(below)]
    assert naked == []


@pytest.mark.parametrize(("part", "lock"), LOCKS.items())
def test_everything_pyproject_asks_for_is_locked_in_a_fitting_version(part: str, lock: str) -> None:
    locked = pins(lock)
    misfits = [
        str(requirement)
        for requirement in wanted(part)
        if not any(
            requirement.specifier.contains(str(pin.specifier)[2:], prereleases=True)
            for pin in locked.get(canonicalize_name(requirement.name), [])
        )
    ]
    assert misfits == []


@pytest.mark.parametrize("lock", ["requirements-dev.lock", "requirements-package.lock"])
def test_what_two_locks_name_has_one_version(lock: str) -> None:
    product = pins("requirements.lock")
    for name, each in pins(lock).items():
        if name in product:
            assert {str(pin.specifier) for pin in each} <= {str(pin.specifier) for pin in product[name]}


@pytest.mark.parametrize(
    ("platform", "needed", "unwanted"),
    [("win32", "colorama", "uvloop"), ("linux", "uvloop", "colorama"), ("darwin", "uvloop", "colorama")],
)
def test_the_lock_knows_the_platforms_apart(platform: str, needed: str, unwanted: str) -> None:
    names = {"win32": "nt", "linux": "posix", "darwin": "posix"}
    environment = {**default_environment(), "sys_platform": platform, "os_name": names[platform]}
    present = {
        name
        for name, each in pins("requirements.lock").items()
        if any(pin.marker is None or pin.marker.evaluate(environment) for pin in each)
    }
    assert needed in present
    assert unwanted not in present
