"""The names of rerankers, as a user types them: the path of an ONNX file, or `ollama:MODEL`; empty for none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

OLLAMA, NONE = "ollama", "none"
ENDING = ".onnx"
EXAMPLE = "ollama:qwen3:4b, /folder/model.onnx"
_TOKENIZER = "tokenizer.json"


@dataclass(frozen=True, slots=True)
class Named:
    """What a name means: a model of Ollama, else a file."""

    model: str = ""
    file: Path = Path()


def named(name: str) -> Named | None:
    """What a name means, None where it is to be none. Raises ValueError for one that means nothing here.

    A file is named by its whole path: what a shorter one means depends on where a program was started.
    """
    text = name.strip().strip("\"'“”")
    if not text or text == NONE:
        return None
    kind, _, model = text.partition(":")
    if kind.casefold() == OLLAMA and model.strip():
        return Named(model=model.strip())
    try:
        file = Path(text).expanduser()
    except RuntimeError as error:  # of a home folder that can't be told
        raise ValueError(f"not a reranker: {name}") from error
    if file.suffix.lower() != ENDING or not file.is_absolute():
        raise ValueError(f"not a reranker: {name}")
    return Named(file=file)


def is_reranker(name: str) -> bool:
    """Whether a name means something, or none at all."""
    try:
        named(name)
    except ValueError:
        return False
    return True


def short_name(name: str) -> str:
    """What it is called where there is little room: a model, or a file without its folder's folders."""
    try:
        found = named(name)
    except ValueError:
        return name
    if found is None:
        return ""
    return found.model or "/".join(found.file.parts[-2:])


def tokenizer_places(file: Path) -> tuple[Path, Path]:
    """Where the tokenizer of such a file may lie: beside it, or in the folder above."""
    return file.parent / _TOKENIZER, file.parent.parent / _TOKENIZER
