"""README, ARCHITECTURE and CHANGELOG: what they point at exists, and both languages say the same."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from gangdan_gui.arguments import parser
from gangdan_gui.services.settings import SETTINGS, Setting

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    "README.md", "README.zh-CN.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs/sources.md", "docs/sources.zh-CN.md",
    "docs/library.md", "docs/library.zh-CN.md", "docs/decisions.md", "docs/retrieval.md", "docs/scale.md",
]  # fmt: skip
READMES = ["README.md", "README.zh-CN.md"]
MODEL_SETTINGS = {
    "embedder", "embedding_model", "splitter", "ollama_address", "chat_model", "context_tokens", "temperature",
    "translate_questions", "translation_seconds", "strict", "answer_weak", "answer_language", "fusion",
    "keyword_weight", "rrf_k", "reranker", "reranked", "reranker_seconds",
}  # fmt: skip
NETWORK_SETTINGS = {"mirrors", "proxy", "proxy_address", "certificates", "chroma_address", "chroma_token"}
# The words of a table's first column stand in backticks, `\|` for a bar.
COMMAND = re.compile(r"`([a-z]+\b[^`]*|--[^`]*)`")
# A module or a file as a text names it, from the package, from the checkout's top folder or from its tests.
PLACE = re.compile(r"`([\w.-]+(?:/[\w.*…-]+)+)`")


def text_of(document: str) -> str:
    """A document of the checkout's top folder."""
    return (ROOT / document).read_text(encoding="utf-8")


def commands_of(readme: str) -> list[str]:
    """What stands in the first column of the table of commands."""
    rows = re.findall(r"^\| (`.*?) (?<!\\)\| ", text_of(readme), re.MULTILINE)
    return [command for row in rows for command in COMMAND.findall(row)]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_links_to_is_in_the_checkout(document: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", text_of(document))
    assert [link for link in links if "://" not in link and not ((ROOT / document).parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_modules_that_a_document_names_are_there(document: str) -> None:
    assert missing_places(text_of(document)) == []


def test_the_modules_that_docstrings_and_comments_name_are_there() -> None:
    files = [file for room in ("gangdan_gui", "benchmarks", "scripts") for file in (ROOT / room).rglob("*.py")]
    missing = {file: missing_places(file.read_text(encoding="utf-8")) for file in files}
    assert {file: places for file, places in missing.items() if places} == {}


def test_a_module_that_has_moved_is_missed() -> None:
    assert missing_places("`services/golden/trial`, `converting/facts…`, `benchmarks/search.py`, `docs/scale`") == []
    assert missing_places("`services/golden_run`, `chroma/nothing`") == ["services/golden_run"]


def missing_places(text: str) -> list[str]:
    """The places that a text names in a folder of this checkout and that are not there."""
    tops = {folder.name for top in (ROOT, ROOT / "gangdan_gui") for folder in top.iterdir() if folder.is_dir()}
    named = [place for place in PLACE.findall(text) if place.split("/")[0] in tops]
    patterns = [(place, place.replace("…", "*").replace("NAME", "*")) for place in named]
    return [
        place
        for place, pattern in patterns
        if not any(list(top.glob(pattern + ending)) for top in (ROOT, ROOT / "gangdan_gui") for ending in ("", ".*"))
    ]


@pytest.mark.parametrize("readme", READMES)
def test_pictures_are_small_enough_to_load_at_once(readme: str) -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text_of(readme))
    assert pictures
    assert all((ROOT / picture).stat().st_size <= 200_000 for picture in pictures)


@pytest.mark.parametrize("readme", READMES)
def test_the_commands_and_options_of_the_table_are_understood(readme: str) -> None:
    commands = commands_of(readme)
    assert {command.split()[0] for command in commands} >= {"sources", "build", "search", "ask", "export", "doctor"}
    unknown = [
        (command, option)
        for command in commands
        for option in re.findall(r"(?<![\w-])--?[a-z][\w-]*", command)
        if option not in options_of(command)
    ]
    assert unknown == []


@pytest.mark.parametrize("readme", READMES)
def test_the_table_names_every_command(readme: str) -> None:
    told = {command.split()[0] for command in commands_of(readme)}
    assert sub_commands(parser()).keys() - told == set()


def sub_commands(of: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands below a command, by their names."""
    return {name: each for action in of._actions if isinstance(action.choices, dict)
            for name, each in action.choices.items()}  # fmt: skip


def options_of(command: str) -> set[str]:
    """The options of the command that a cell of the table shows."""
    found = parser()
    for word in command.split():
        below = sub_commands(found)
        if word not in below:
            break
        found = below[word]
    return {option for action in found._actions for option in action.option_strings}


def test_both_readmes_name_the_same_commands_and_blocks() -> None:
    english, chinese = (text_of(readme) for readme in READMES)
    assert [command.split()[0] for command in commands_of("README.md")] == [
        command.split()[0] for command in commands_of("README.zh-CN.md")
    ]
    assert len(re.findall(r"^## ", english, re.MULTILINE)) == len(re.findall(r"^## ", chinese, re.MULTILINE))
    assert re.findall(r"^```sh\n(scripts/\w+)\n```", english, re.MULTILINE) == re.findall(
        r"^```sh\n(scripts/\w+)\n```", chinese, re.MULTILINE
    )


@pytest.mark.parametrize("readme", READMES)
def test_the_tables_of_settings_name_all_of_models_and_network_and_only_their_choices(
    readme: str,
) -> None:
    rows = re.findall(r"^\| [^`|]+ \| `(\w+)` \| (.+) \|$", text_of(readme), re.MULTILINE)
    settings = {setting.name: setting for setting in SETTINGS}
    assert {name for name, _ in rows} == MODEL_SETTINGS | NETWORK_SETTINGS
    assert [name for name, meaning in rows if not choices_are_told(settings[name], meaning)] == []


def choices_are_told(setting: Setting, meaning: str) -> bool:
    """Whether a row names each choice, or else a number's or a text's default; both of what is true or false."""
    told = setting.choices or (("true", "false") if isinstance(setting.default, bool) else (str(setting.default),))
    return all(word in meaning for word in told)


def test_the_changelog_names_the_version_or_what_comes() -> None:
    from gangdan_gui import __version__

    text = text_of("CHANGELOG.md")
    assert "## [Unreleased]" in text or f"## [{__version__}]" in text
    assert all(line.endswith(".") for line in text.splitlines() if line.startswith("- "))
