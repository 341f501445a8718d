"""README, ARCHITECTURE and CHANGELOG: what they point at exists, and both languages say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gangdan_gui.arguments import parser
from gangdan_gui.services.settings import SETTINGS, Setting

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    "README.md", "README.zh-CN.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs/sources.md", "docs/sources.zh-CN.md",
    "docs/library.md", "docs/library.zh-CN.md", "docs/decisions.md", "docs/scale.md",
]  # fmt: skip
READMES = ["README.md", "README.zh-CN.md"]
MODEL_SETTINGS = {
    "embedder", "embedding_model", "splitter", "ollama_address", "chat_model", "context_tokens", "temperature",
    "translate_questions", "translation_seconds", "answer_weak", "answer_language", "fusion", "keyword_weight", "rrf_k",
    "reranker", "reranked", "reranker_seconds",
}  # fmt: skip
NETWORK_SETTINGS = {"mirrors", "proxy", "proxy_address", "certificates", "chroma_address", "chroma_token"}
# The words of a table's first column stand in backticks, `\|` for a bar.
COMMAND = re.compile(r"`((?:sources|build|search|ask|convert|chunks|conversations|export|doctor)\b[^`]*|--[^`]*)`")


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


@pytest.mark.parametrize("readme", READMES)
def test_pictures_are_small_enough_to_load_at_once(readme: str) -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text_of(readme))
    assert pictures
    assert all((ROOT / picture).stat().st_size <= 200_000 for picture in pictures)


@pytest.mark.parametrize("readme", READMES)
def test_the_commands_and_options_of_the_table_are_understood(readme: str) -> None:
    commands = commands_of(readme)
    assert {command.split()[0] for command in commands} >= {"sources", "build", "search", "ask", "export", "doctor"}
    helped = help_of_all_commands()
    unknown = [
        (command, option)
        for command in commands
        for option in re.findall(r"(?<![\w-])--?[a-z][\w-]*", command)
        if option not in helped
    ]
    assert unknown == []


def help_of_all_commands() -> set[str]:
    """Every option that some sub-command has."""
    found: set[str] = set()
    waiting = [parser()]
    while waiting:
        each = waiting.pop()
        for action in each._actions:
            found.update(action.option_strings)
            if isinstance(action.choices, dict):
                waiting.extend(action.choices.values())
    return found


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
