"""Thinking between tags never gets into the answer, and an answer about tags stays whole."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.ollama.chat_thinking import Thoughts

CASES = [
    ("plain < text <b>", "plain < text <b>"),
    ("<think>a</think>b", "b"),
    ("\n <think>\na `x` b\n</think>\n\nb", "b"),
    ("<thinking>a</thinking>b", "b"),
    ("<THINK>a</Think>b", "b"),
    ("<think></think>\n\nb", "b"),
    ("a\n</think>\nb", "b"),
    ("<think>a", ""),
    ("say `<think>` and `</think>` so", "say `<think>` and `</think>` so"),
    ("```html\n<think>\n</think>\n```\nso", "```html\n<think>\n</think>\n```\nso"),
    ("```\n```python\n</think>\n```\nso", "```\n```python\n</think>\n```\nso"),
    ("one\n<think>two</think>three", "one\nthree"),
    ("<think>a <think> b</think>c", "c"),
    ("the <think> tag", "the <think> tag"),
    ("Put it between <think> and </think>.", "Put it between <think> and </think>."),
    ("<think>a <think>b</think>c</think>d", "d"),
    ("<think>don`t</think>b", "b"),
    ("<think>so `</think>` ends it</think>b", "b"),
    ("[THINK]a[/THINK]b", "b"),
    ("◁think▷a◁/think▷b", "b"),
    ("<seed:think>a</seed:think>b", "b"),
    ("<reasoning>a</reasoning>b", "b"),
    ("<|begin_of_thought|>a<|end_of_thought|>\n\nb", "b"),
    ("<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b", "b"),
    ("<|channel|>final<|message|>b", "b"),
    ("<|channel>thought\na<channel|>b", "b"),
    ("<unused94>thought\na<unused95>b", "b"),
    ("so\n\n    <think>\n\nand so", "so\n\n    <think>\n\nand so"),
    ("1. so\n\n    ```xml\n    <think>\n    ```\n\nand so", "1. so\n\n    ```xml\n    <think>\n    ```\n\nand so"),
    ("- ```\n  <think>\n  ```\nand so", "- ```\n  <think>\n  ```\nand so"),
    ("> ```\n> <think>\n> ```\nand so", "> ```\n> <think>\n> ```\nand so"),
    ("```a``` is no fence\n</think>b", "b"),
    ("an array[", "an array["),
]


@pytest.mark.parametrize(("raw", "answer"), CASES)
def test_what_is_answer_and_what_is_not(raw: str, answer: str) -> None:
    assert joined([raw]) == answer


def joined(pieces: list[str]) -> str:
    thoughts, text = Thoughts(), ""
    for heard in [*(thoughts.feed(piece) for piece in pieces), thoughts.end()]:
        text = heard.text if heard.withdrawn else text + heard.text
    return text


PARTS = (
    *("<think>", "</think>", "<", "</th", "thinking>", "[THINK]", "[/", "[", "<|channel|>", "analysis<|message|>"),
    *("final<|message|>", "`", "```\n", "~~~", "\n", "a", "数", "İ", " ", "    ", "- "),
)
parts = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)


@given(parts | st.text(max_size=20), st.lists(st.integers(0, 60), max_size=8))
def test_the_answer_is_the_same_however_it_is_cut(raw: str, cuts: list[int]) -> None:
    edges = [0, *sorted({cut for cut in cuts if cut < len(raw)}), len(raw)]
    assert joined([raw[a:b] for a, b in pairwise(edges)]) == joined([raw])


@given(parts, parts)
def test_nothing_between_tags_at_the_start_is_ever_said(thought: str, answer: str) -> None:
    inside = thought.replace("<", "").replace("`", "")
    raw = f"<think>{inside}SECRET</think>{answer}"
    thoughts = Thoughts()
    said = "".join(thoughts.feed(character).text for character in raw) + thoughts.end().text
    assert "SECRET" not in said
