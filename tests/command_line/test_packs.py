"""The commands of packs, as another program calls them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import Ran, run_here

TEXT = "# Ice\n\nIce floats on water, because it takes more room than the water that it was made of.\n"
KEYS = {"source", "documents", "chunks", "embedder", "sha256", "ok", "problems"}


def said(ran: Ran) -> dict[str, object]:
    """The JSON that a command printed."""
    payload = json.loads(ran.stdout)
    assert isinstance(payload, dict)
    return payload


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory, one_model: None) -> Path:
    """A pack that the command line has made."""
    root = tmp_path_factory.mktemp("maker")
    folder, file = root / "冰", root / "ice.gdpack"

    def run(*words: str) -> Ran:
        return run_here(*words, "--home", str(root / "home"))

    folder.mkdir()
    (folder / "ice.md").write_text(TEXT, "utf-8")
    assert run("sources", "add", str(folder), "--title", "Ice").returncode == 0
    assert run("build", "ice", "--embedder", "builtin").returncode == 0
    ran = run("pack", "create", "ice", "-o", str(file), "--json")
    assert (ran.returncode, said(ran)["ok"]) == (0, True)
    assert said(ran)["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert b"1/1 passages" in ran.stderr
    return file


def test_made_checked_taken_in_and_found(pack: Path, tmp_path: Path, run: Callable[..., Ran]) -> None:
    checked = run_here("pack", "verify", str(pack), "--json", environment={"GANGDAN_HOME": str(tmp_path / "none")})
    payload = said(checked)
    assert checked.returncode == 0
    assert payload.keys() >= KEYS
    assert (payload["source"], payload["documents"], payload["chunks"], payload["embedder"]) == ("ice", 1, 1, "builtin")
    assert not (tmp_path / "none").exists()

    home = str(tmp_path / "pupil")
    taken = run_here("pack", "install", str(pack), "--home", home, "--json")
    assert (taken.returncode, said(taken)["ok"], said(taken)["problems"]) == (0, True, [])
    found = run_here("search", "Why does ice float?", "-c", "ice", "--home", home, "--json")
    assert [hit["text"] for hit in said(found)["hits"]] == [TEXT]  # type: ignore[attr-defined]
    listed = said(run_here("sources", "list", "--home", home, "--json"))["sources"]
    assert [(one["kind"], one["state"], one["embedder"]) for one in listed] == [("pack", "ready", "builtin")]  # type: ignore[attr-defined]

    again = run_here("pack", "install", str(pack), "--home", home, "--json")
    assert (again.returncode, said(again)["error"]["id"]) == (2, "pack-installed")  # type: ignore[index]
    assert b"--replace" in again.stderr
    assert run_here("pack", "install", str(pack), "--replace", "--home", home).returncode == 0


def test_a_damaged_pack_is_told(pack: Path, tmp_path: Path, run: Callable[..., Ran]) -> None:
    cut = tmp_path / "cut.gdpack"
    cut.write_bytes(pack.read_bytes()[:-10])
    checked = run_here("pack", "verify", str(cut), "--json")
    assert (checked.returncode, said(checked)["ok"]) == (1, False)
    assert said(checked)["problems"] == [
        {
            "path": "",
            "stage": "pack",
            "reason": "its end is missing, as when copying or downloading stopped too early; copy it again",
        }
    ]
    refused = run_here("pack", "install", str(cut), "--home", str(tmp_path / "pupil"), "--json")
    assert (refused.returncode, said(refused)["error"]["id"]) == (2, "pack-refused")  # type: ignore[index]
    assert b"its end is missing" in refused.stderr
    nowhere = run_here("pack", "verify", str(tmp_path / "nowhere"), "--json")
    assert (nowhere.returncode, said(nowhere)["error"]["id"]) == (2, "location-missing")  # type: ignore[index]
    assert run("pack", "create", "nobody", "-o", str(tmp_path / "x")).returncode == 2


def test_an_embedder_is_named_as_for_a_build(pack: Path, tmp_path: Path) -> None:
    home = str(tmp_path / "pupil")
    ran = run_here("pack", "install", str(pack), "--embedder", "ollama", "--home", home)
    assert ran.returncode == 2
    assert "it has no vectors of that embedder, only of builtin" in ran.stderr.decode()
