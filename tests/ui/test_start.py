"""What the window imports before it shows."""

from __future__ import annotations

import subprocess
import sys

import pytest

LATER = (
    "markdown_it",
    "pygments",
    "gangdan_gui.ui.about_dialog",
    "gangdan_gui.ui.sources.add_source_dialog",
    "gangdan_gui.ui.documents.viewer",
    "gangdan_gui.ui.exports.dialog",
    "gangdan_gui.ui.link_dialog",
    "gangdan_gui.ui.documents.preview_presenter",
    "gangdan_gui.ui.report.dialog",
    "gangdan_gui.ui.settings.dialog",
)


@pytest.fixture(scope="module")
def imported() -> set[str]:
    program = "import gangdan_gui.app, gangdan_gui.ui.face, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("name", LATER)
def test_what_is_needed_later_is_imported_later(imported: set[str], name: str) -> None:
    assert "gangdan_gui.ui.main_window" in imported
    assert name not in imported
