"""Settings: what is declared is what is accepted, and a file is never made worse."""

from __future__ import annotations

import os
import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import CannotWrite, InvalidChunking, InvalidSetting
from gangdan_gui.services.settings import SETTINGS, Settings, SettingsFile


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "settings.toml"


def test_every_default_is_accepted_by_its_own_declaration() -> None:
    assert all(setting.accepts(setting.default) for setting in SETTINGS)


def test_what_was_saved_is_loaded(file: Path) -> None:
    chosen = replace(Settings(), language="zh_CN", chunk_size=1200, send_with="ctrl+enter")
    SettingsFile(file).save(chosen)
    loaded = SettingsFile(file).load()
    assert (loaded.settings, loaded.problems) == (chosen, ())


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("chunk_size = 99", "chunk_size"),
        ('chunk_size = "800"', "chunk_size"),
        ("chunk_size = true", "chunk_size"),
        ("chunk_size = 800.0", "chunk_size"),
        ('theme = "pink"', "theme"),
        ("language = no", "settings"),
        ("theme = 2024-01-02", "theme"),
    ],
)
def test_a_bad_value_is_named_and_leaves_its_default(file: Path, line: str, name: str) -> None:
    file.parent.mkdir()
    file.write_text(f"{line}\n", "utf-8")
    loaded = SettingsFile(file).load()
    assert [problem.facts["name"] for problem in loaded.problems] == [name]
    assert loaded.settings == Settings()


def test_the_other_values_of_a_file_with_a_bad_one_stay(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('\ufefftheme = "dark"\nchunk_size = -1\n', "utf-8")
    assert SettingsFile(file).load().settings == replace(Settings(), theme="dark")


@pytest.mark.parametrize("age", [0, 3600])
def test_what_another_program_writes_counts_from_then_on(file: Path, age: int) -> None:
    written = time.time() - age
    settings = SettingsFile(file)
    for count in (5, 6, 7):  # of one length, and with the same time
        other = file.with_suffix(".new")
        other.parent.mkdir(exist_ok=True)
        other.write_text(f"passages = {count}\n", "utf-8")
        os.utime(other, (written, written))
        other.replace(file)
        assert [settings.load().settings.passages for _ in range(2)] == [count, count]
    file.unlink()
    assert settings.load().settings == Settings()


def test_names_of_a_later_version_survive_a_save(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('[ollama]\naddress = "http://127.0.0.1:11434"\n', "utf-8")
    SettingsFile(file).save(Settings())
    assert 'address = "http://127.0.0.1:11434"' in file.read_text("utf-8")


def test_a_broken_file_is_kept_beside_when_settings_are_saved(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("theme = dark\n", "utf-8")
    SettingsFile(file).save(Settings())
    assert file.with_suffix(".toml.broken").read_text("utf-8") == "theme = dark\n"
    assert SettingsFile(file).load().problems == ()


def test_a_value_out_of_range_is_not_saved(file: Path) -> None:
    with pytest.raises(InvalidSetting):
        SettingsFile(file).save(replace(Settings(), chunk_size=1))
    assert not file.exists()


@pytest.mark.parametrize(
    "lines",
    ["chunk_size = 100", "chunk_size = 100\nchunk_overlap = 100", "chunk_size = 200\nchunk_minimum = 201"],
)
def test_lengths_that_do_not_fit_together_leave_all_three_defaults(file: Path, lines: str) -> None:
    file.parent.mkdir()
    file.write_text(f'theme = "dark"\n{lines}\n', "utf-8")
    loaded = SettingsFile(file).load()
    assert [problem.facts["name"] for problem in loaded.problems] == ["chunk_size, chunk_overlap, chunk_minimum"]
    assert loaded.settings == replace(Settings(), theme="dark")


@pytest.mark.parametrize(("overlap", "minimum"), [(100, 50), (99, 101)])
def test_lengths_that_do_not_fit_together_are_not_saved(file: Path, overlap: int, minimum: int) -> None:
    SettingsFile(file).save(replace(Settings(), chunk_size=100, chunk_overlap=99, chunk_minimum=100))
    with pytest.raises(InvalidChunking):
        SettingsFile(file).save(replace(Settings(), chunk_size=100, chunk_overlap=overlap, chunk_minimum=minimum))
    assert SettingsFile(file).load().settings.chunk_overlap == 99


def test_what_cannot_be_read_now_is_not_replaced(file: Path) -> None:
    file.mkdir(parents=True)  # as good as a file that another program holds
    (file / "kept").touch()
    assert [problem.facts["name"] for problem in SettingsFile(file).load().problems] == ["settings"]
    with pytest.raises(CannotWrite):
        SettingsFile(file).save(Settings())
    assert (file / "kept").exists()


def test_a_value_of_a_newer_version_stays_until_another_is_chosen(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('theme = "sepia"\nlanguage = "en"\nvoice = "slow"\n', "utf-8")
    settings = SettingsFile(file)
    settings.save(replace(settings.load().settings, language="zh_CN"))
    said = tomllib.loads(file.read_text("utf-8"))
    assert (said["theme"], said["language"], said["voice"]) == ("sepia", "zh_CN", "slow")
    settings.save(replace(settings.load().settings, theme="dark"))
    assert settings.load().settings.theme == "dark"


def test_the_splitter_is_one_of_those_there_are(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('splitter = "magic"\n', "utf-8")
    loaded = SettingsFile(file).load()
    assert [problem.facts["name"] for problem in loaded.problems] == ["splitter"]
    assert loaded.settings.chunking == ChunkSettings("window", 800, 150, 50)


def test_standard_lengths_are_those_that_are_usual_for_the_splitter() -> None:
    assert Settings(splitter="headings").chunking == ChunkSettings("headings", 800, 150, 50)
    assert Settings(splitter="parents").chunking == ChunkSettings("parents", 300, 60, 40)
    assert Settings(splitter="parents", chunk_size=400).chunking == ChunkSettings("parents", 400, 150, 50)
