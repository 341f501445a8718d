"""Which function answers which command."""

from __future__ import annotations

import inspect

import pytest

from gangdan_gui.commands.table import ASKS_ONLY, COMMANDS, READS_ONLY, Name, command


@pytest.mark.parametrize("name", COMMANDS, ids=str)
def test_every_command_has_a_function_that_takes_what_all_take(name: Name) -> None:
    function = command(name)
    assert inspect.iscoroutinefunction(function)
    assert [name.lstrip("_") for name in inspect.signature(function).parameters] == ["application", "arguments"]


def test_what_is_said_of_commands_is_said_of_ones_that_there_are() -> None:
    assert set(COMMANDS) >= READS_ONLY | ASKS_ONLY
    assert not READS_ONLY & ASKS_ONLY
