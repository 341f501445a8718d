"""Writes a small cross-encoder as an ONNX file with its tokenizer: it counts the words that a passage has in common.

ONNX is a message of protocol buffers; of its fields these are the few that a graph of a dozen nodes needs.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

INT64, FLOAT, INT32 = 7, 1, 6
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
# Ids up to this one are signs of the tokenizer, not words.
_SIGNS = 3


def write_cross_encoder(
    folder: Path,
    words: Iterable[str],
    *,
    inputs: Sequence[str] = INPUTS,
    outputs: int = 1,
    kind: int = INT64,
    tokenizer: bool = True,
    nan: bool = False,
) -> Path:
    """The file, with `tokenizer.json` beside it; `words` are all that the tokenizer knows.

    With two `outputs` the first is how little the passage answers. What is not among `inputs` is not asked for, and
    with `nan` what comes out is no number.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if tokenizer:
        _write_tokenizer(folder, words)
    file = folder / "model.onnx"
    file.write_bytes(_model(inputs, outputs, kind, nan=nan))
    return file


def _write_tokenizer(folder: Path, words: Iterable[str]) -> None:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.normalizers import Lowercase
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import TemplateProcessing

    signs = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
    known = dict.fromkeys((*signs, *(word.lower() for word in words)))
    made = Tokenizer(WordLevel({word: id_ for id_, word in enumerate(known)}, unk_token="[UNK]"))
    made.normalizer, made.pre_tokenizer = Lowercase(), Whitespace()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    made.save(str(folder / "tokenizer.json"))


def _model(inputs: Sequence[str], outputs: int, kind: int, *, nan: bool) -> bytes:
    """What is equal between the words of the first and of the second text, counted."""
    ids, mask, types = INPUTS
    nodes = [
        _cast(ids, "ids", INT64),
        _node("Greater", ["ids", "signs"], "is_word"),
        _cast("is_word", "word", FLOAT),
        _cast(types, "second", FLOAT) if types in inputs else _node("Mul", ["word", "zero"], "second"),
        _node("Sub", ["one", "second"], "first"),
        _cast(mask, "there", FLOAT) if mask in inputs else _node("Identity", ["word"], "there"),
        _node("Mul", ["word", "there"], "seen"),
        _node("Mul", ["seen", "first"], "asked"),
        _node("Mul", ["seen", "second"], "said"),
        _node("Unsqueeze", ["ids", "axis2"], "down"),
        _node("Unsqueeze", ["ids", "axis1"], "across"),
        _node("Equal", ["down", "across"], "is_same"),
        _cast("is_same", "same", FLOAT),
        _node("Unsqueeze", ["asked", "axis2"], "asked_down"),
        _node("Unsqueeze", ["said", "axis1"], "said_across"),
        _node("Mul", ["same", "asked_down"], "half"),
        _node("Mul", ["half", "said_across"], "both"),
        _node("ReduceSum", ["both", "axes"], "count", _integer("keepdims", 0)),
        _node("Unsqueeze", ["count", "axis1"], "column"),
        _node("Mul", ["column", "factor"], "how_well"),
        _node("Neg", ["how_well"], "how_little"),
        _node("Concat", ["how_little"] * (outputs - 1) + ["how_well"], "logits", _integer("axis", 1)),
    ]
    constants = [
        _numbers("signs", [_SIGNS], scalar=True),
        _numbers("axis1", [1]),
        _numbers("axis2", [2]),
        _numbers("axes", [1, 2]),
        _float("one", 1.0),
        _float("zero", 0.0),
        _float("factor", math.nan if nan else 1.0),
    ]
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, b"overlap"),
            *(_field(5, constant) for constant in constants),
            *(_field(11, _value(name, kind)) for name in inputs),
            _field(12, _value("logits", FLOAT)),
        ]
    )
    return _number(1, 8) + _field(7, graph) + _field(8, _number(2, 13))


def _node(operator: str, inputs: Sequence[str], output: str, *attributes: bytes) -> bytes:
    named = [_field(1, name.encode()) for name in inputs]
    return b"".join([*named, _field(2, output.encode()), _field(4, operator.encode()),
                     *(_field(5, attribute) for attribute in attributes)])  # fmt: skip


def _cast(given: str, output: str, kind: int) -> bytes:
    return _node("Cast", [given], output, _integer("to", kind))


def _integer(name: str, value: int) -> bytes:
    """An attribute."""
    return _field(1, name.encode()) + _number(3, value) + _number(20, 2)


def _numbers(name: str, values: Sequence[int], *, scalar: bool = False) -> bytes:
    """A tensor of int64."""
    data = b"".join(value.to_bytes(8, "little", signed=True) for value in values)
    size = b"" if scalar else _number(1, len(values))
    return size + _number(2, INT64) + _field(8, name.encode()) + _field(9, data)


def _float(name: str, value: float) -> bytes:
    return _number(2, FLOAT) + _field(8, name.encode()) + _field(9, struct.pack("<f", value))


def _value(name: str, kind: int) -> bytes:
    """An input or output of two dimensions of any length."""
    second = b"labels" if kind == FLOAT else b"tokens"
    shape = b"".join(_field(1, _field(2, axis)) for axis in (b"pairs", second))
    return _field(1, name.encode()) + _field(2, _field(1, _number(1, kind) + _field(2, shape)))


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    said = b""
    while value > 127:
        said += bytes([value & 127 | 128])
        value >>= 7
    return said + bytes([value])
