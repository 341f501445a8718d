"""Fixtures that every room's tests may use."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.chroma_run import chroma_run  # noqa: F401  (pytest finds it here)
from tests.lent_model import lent_model
from tests.ollama_server.fixture import ollama_server  # noqa: F401  (pytest finds it here)
from tests.quick_children import program_s_children as as_in_the_program
from tests.quick_children import quick_children
from tests.web_server.fixture import web_server  # noqa: F401

# Before anything imports Qt or numpy.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes what is made now as what should be made: read the difference before it stays."""
    parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def update_golden(pytestconfig: pytest.Config) -> bool:
    """Whether expected files are to be written rather than compared."""
    return bool(pytestconfig.getoption("--update-golden"))


# Python collects on whichever thread allocates, and what runs tests side by side has a thread of its own for its
# messages: an object of Qt in a cycle that ends there ends the process.
gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Collect what is due, as Python by itself would, but here, on the thread of the windows."""
    from gangdan_gui.ui.collecting import collect_due

    collect_due()


# How long something takes says nothing where other tests run beside it.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Call bytes by their argument, unless they are a text: in an archive stands the time at which it was made.

    Those who run tests side by side must all know them by the same names.
    """
    is_data = isinstance(val, bytes) and not (val.isascii() and val.decode().isprintable())
    return argname if is_data else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Show windows last; skip what needs the folder of test documents where there is none.

    Once there is a Qt application, its events are processed around every test, also around those that start threads.
    """
    items.sort(key=_shows_windows)
    if (SHARED / "corpus").is_dir():
        return
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(pytest.mark.skip(reason="the folder of test documents is not beside the checkout"))


def _shows_windows(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return "ui" in item.path.parts or "qapp" in fixtures or "qtbot" in fixtures


@pytest.fixture(scope="session", autouse=True)
def children_begin_quickly() -> Iterator[None]:
    """Copies of a process that has imported what they need; none where no test starts a child."""
    with quick_children():
        yield


@pytest.fixture(scope="module")
def program_s_children() -> Iterator[None]:
    """Children that have imported nothing when they start, as those of the program."""
    with as_in_the_program():
        yield


@pytest.fixture(scope="module")
def one_model() -> Iterator[None]:
    """One process of the built-in model for a module's tests, of which none is about its start and end."""
    with lent_model():
        yield


@pytest.fixture
def shared() -> Path:
    """The folder of test documents (use with `@pytest.mark.shared`)."""
    return SHARED


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty library folder, also set as GANGDAN_HOME."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GANGDAN_HOME", str(folder))
    return folder
