"""A backup is brought back in the window: it closes, opens again with it, and says where the other library is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from gangdan_gui import showing
from gangdan_gui.ui import face
from gangdan_gui.ui.window import Window
from gangdan_gui.ui.window_memory import WindowMemory
from tests.program import run_here
from tests.ui.waiting import until


def note(home: Path, title: str, *more: str) -> None:
    file = home.parent / "note.md"
    file.write_text(f"# {title}\n\nWhat is taught about {title} in the first lesson of the term.\n", "utf-8")
    assert run_here("--home", str(home), "notes", "add", str(file), *more).returncode == 0


@pytest.mark.slow
def test_a_backup_comes_back_with_a_restart_of_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication, one_model: None
) -> None:
    home, file = tmp_path / "home", tmp_path / "library.gdbackup"
    (tmp_path / "home").mkdir()
    (home / "settings.toml").write_text('embedder = "builtin"\nlanguage = "en"\n', "utf-8")
    memory = WindowMemory(home)
    memory.welcomed = True
    memory.save()
    note(home, "Photosynthesis", "--build")
    assert run_here("--home", str(home), "backup", "create", "-o", str(file)).returncode == 0
    note(home, "Volcanoes")
    seen: list[str] = []

    async def visit(window: Window) -> int:
        if seen:
            await until(lambda: "mend the library" not in window._jobs.names)
            seen.append(window.notices.text)
            seen.append(", ".join(str(summary.chunks) for summary in window.model.summaries))
            window.main.close()
        else:
            seen.append("restoring")
            window.backups.unpack(file)
            await until(lambda: window.backups.work.dialog is None or not window.backups.work.dialog.working)
            assert window.backups.work.dialog is not None
            assert window.backups.work.dialog.action_button.text() == "Restore and restart"
            window.backups.work.dialog.action_button.click()
        await asyncio.wait_for(window.closed.wait(), 10)
        return face.RESTART if window.restarting else face.DONE

    monkeypatch.setattr(face, "_until_closed", visit)
    assert showing.run_window(home) == face.DONE

    (moved,) = tmp_path.glob("home-before-*")
    assert moved.name in seen[1]
    assert seen[2] == "1"
    texts = [path.read_text("utf-8") for path in (home / "notes").rglob("*.md")]
    assert len(texts) == 1
    assert "Photosynthesis" in texts[0]
    assert len(list((moved / "notes").rglob("*.md"))) == 2
    assert not [path.name for path in tmp_path.iterdir() if path.name.endswith((".restored", ".restoring"))]
