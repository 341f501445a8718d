"""Whatever stands behind stdout and stderr, results go to the one, the rest to the other, and exit codes are right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.program import Ran, run_here

pytestmark = pytest.mark.usefixtures("one_model")

LESSON = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour."

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="files are not numbered there")

Run = Callable[..., Ran]


@pytest.fixture
def run(home: Path) -> Run:
    """Run the program on one library, in a process of its own where a shell redirects its streams."""

    def call(*words: str, shell: str = "", json_: bool = True) -> Ran:
        words = (*words, "--home", str(home), *(["--json"] if json_ else []))
        if not shell:
            return run_here(*words)
        command = ["bash", "-c", f'"$0" "$@" {shell}', sys.executable, "-m", "gangdan_gui", *words]
        done = subprocess.run(command, capture_output=True, check=False, timeout=100)
        return Ran(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def source(run: Run, tmp_path: Path) -> str:
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "water.md").write_text(LESSON, "utf-8")
    return str(json.loads(run("sources", "add", str(folder)).stdout)["source"]["id"])


@posix_only
@pytest.mark.slow
def test_a_closed_stdout_is_no_fault_and_reaches_no_other_file(run: Run, source: str, home: Path) -> None:
    assert run("build", source, shell=">&-").returncode == 0
    assert run("search", "rain", shell=">&-").returncode == 0
    assert (home / "lock").read_bytes() == b""
    assert len(json.loads(run("search", "rain").stdout)["hits"]) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_result_that_cannot_be_written_is_an_error_and_no_traceback(run: Run) -> None:
    done = run("sources", "list", shell=">/dev/full")
    assert done.returncode == 2
    assert b"stdout" in done.stderr
    assert b"Traceback" not in done.stderr
    refused = run("sources", "show", "nowhere", shell=">/dev/full")
    assert (refused.returncode, b"Traceback" in refused.stderr) == (2, False)


@posix_only
@pytest.mark.parametrize("shell", ["2>&-", "2>/dev/full", "2> >(true)"])
def test_work_goes_on_when_nobody_listens(run: Run, source: str, shell: str) -> None:
    done = run("build", source, "--force", shell=shell)
    assert done.returncode == 0
    assert json.loads(done.stdout)["sources"][0]["documents"] == 1


@posix_only
def test_a_reader_that_has_enough_is_no_fault(run: Run) -> None:
    done = run("--help", json_=False, shell="| head -c 1; exit ${PIPESTATUS[0]}")
    assert done.returncode == 0
    done = run("sources", "list", shell="| true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)


def test_offers_are_described_in_the_language_of_the_words_and_with_their_licence(run: Run) -> None:
    for words, described in (("动手学", "卷积神经网络"), ("d2l", "Dive into Deep Learning")):
        told = run("sources", "catalog", words, json_=False).stdout.decode()
        assert "CC-BY-NC-SA-4.0" in told
        assert described in told


@pytest.mark.parametrize("command", ["search", "ask"])
def test_nothing_found_is_said(run: Run, source: str, home: Path, command: str) -> None:
    assert run("build", source).returncode == 0
    (home / "settings.toml").write_text("distance_ceiling = 0\n")
    done = run(command, "how is a prescription written", json_=False)
    assert (done.returncode, done.stdout.strip()) == (0, b"")
    assert b"Nothing in your sources matches" in done.stderr
    assert b"nearest passages" not in done.stderr


def test_what_is_nearest_to_a_refused_question_is_shown_as_such(run: Run, source: str, home: Path) -> None:
    assert run("build", source).returncode == 0
    question = "how do I cook rice with saffron?"
    shown, refused = run("ask", question, json_=False), run("ask", question, "--strict", json_=False)
    assert b"these are the nearest passages" in shown.stderr
    assert refused.stdout.startswith(b"[1] ")
    assert b"do not seem to hold an answer; these are the nearest passages.\n" in refused.stderr
    assert b"Note: nothing was written" in refused.stderr
    assert b"Note: nothing was written" not in shown.stderr
    told = json.loads(run("ask", question, "--strict").stdout)
    assert (told["answer"], told["citations"], bool(told["passages"])) == ("", [], True)
    (home / "settings.toml").write_text("strict = true\n")
    assert json.loads(run("ask", question).stdout)["answer"] == ""
    assert json.loads(run("ask", question, "--no-strict").stdout)["answer"]


def test_a_wrong_use_is_told_in_one_line(run: Run) -> None:
    for words in (["search"], ["sources"], ["build", "--nope"]):
        told = run(*words, json_=False).stderr.decode()
        assert len(told.splitlines()) == 1
        assert "Usage: gangdan-gui" in told


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        (["sources", "list", "--js"], "usage"),
        (["search", "rain", "-k", "0"], "usage"),
        (["search", "rain", "-k", "-1"], "usage"),
        (["search", "rain", "-k", "many"], "usage"),
        (["serch", "rain"], "usage"),
        (["search", " \u3000\n"], "empty-question"),
        (["search", "rain"], "nothing-built"),
        (["build", "--size", "100"], "invalid-chunking"),
        (["build", "--embedder", "magic"], "invalid-setting"),
        (["ask", "rain", "--export", "answer.exe"], "unsupported-export"),
        (["sources", "add", "~nobody-of-that-name/x"], "location-missing"),
        (["export", "../../etc/passwd", "-o", "x.md"], "unknown-conversation"),
        (["export", "nowhere", "-o", "x.exe"], "unsupported-export"),
        (["conversations", "export", "nowhere", "-o", "x.docx"], "unknown-conversation"),
        (["export", "nowhere", "-o", "x.md", "--answer", "0"], "usage"),
    ],
)
def test_what_cannot_be_done_is_said_as_json_and_in_words(run: Run, words: Sequence[str], id_: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert set(json.loads(done.stdout)["error"]) == {"id", "message", "advice"}
    assert json.loads(done.stdout)["error"]["id"] == id_
    assert done.stderr.strip()
    assert b"Traceback" not in done.stderr
    assert b"-range" not in done.stderr


def test_a_home_that_is_no_folder_is_refused_by_every_command(run: Run, home: Path) -> None:
    home.write_bytes(b"")
    for words in (["sources", "list"], ["search", "rain"], ["doctor"], ["conversations", "list"]):
        done = run(*words)
        assert (done.returncode, json.loads(done.stdout)["error"]["id"]) == (2, "cannot-write")


@pytest.mark.parametrize("place", ["~nobody-of-that-name/library", "relative 资料"])
def test_a_home_named_in_the_environment_is_a_place_even_so(tmp_path: Path, place: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gangdan_gui", "sources", "list", "--json"],
        cwd=tmp_path, env={**os.environ, "GANGDAN_HOME": place, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True, check=False, timeout=100,
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout)) == (0, {"sources": []})
    assert (tmp_path / place / "library.sqlite3").exists()


def test_conversations_that_cannot_be_read_are_named(run: Run, home: Path) -> None:
    folder = home / "conversations"
    folder.mkdir(parents=True)
    file = folder / "20260101-000000-abcdef01.json"
    file.write_bytes(b'{"format": 2}')
    done = run("conversations", "list")
    assert (done.returncode, json.loads(done.stdout)) == (1, {"unreadable": [str(file)], "conversations": []})
    assert str(file) in done.stderr.decode()
    done = run("export", file.stem, "-o", str(home / "x.md"))
    assert (done.returncode, json.loads(done.stdout)["error"]["id"]) == (2, "conversation-unreadable")
    assert file.read_bytes() == b'{"format": 2}'


def test_a_log_that_cannot_be_written_stops_nothing(run: Run, home: Path) -> None:
    home.mkdir()
    (home / "logs").write_bytes(b"")
    done = run("sources", "list")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"sources": []})


@posix_only
def test_a_fault_of_the_program_is_an_error_too(home: Path) -> None:
    body = """if True:
        import sys
        from gangdan_gui.commands import files as file_commands
        from gangdan_gui import cli
        def fail(arguments):
            raise ExceptionGroup("two", [ValueError("odd"), KeyError("more")])
        file_commands.convert = fail
        sys.exit(cli.main(["convert", "x", "--json"]))
        """
    done = subprocess.run([sys.executable, "-c", body], capture_output=True, check=False, timeout=100)
    assert done.returncode == 2
    assert "odd" in json.loads(done.stdout)["error"]["message"], "the first of them, in its own words"
