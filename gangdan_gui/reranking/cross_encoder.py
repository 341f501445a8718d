"""A cross-encoder in an ONNX file: what lives in the child process. Its libraries are imported there, at the first use.

It takes the question and a passage as one text of two parts, as every model of that kind does, and gives one number
(how well the passage answers), or two (how little, how well). Its tokenizer lies beside it, or in the folder above.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import RerankerUnavailable
from gangdan_gui.reranking.names import tokenizer_places

# What such models were trained to read at once, whatever their tokenizer would let through.
_LONGEST = 512
_PADS = ("[PAD]", "<pad>", "<|endoftext|>")
_KNOWN = frozenset({"input_ids", "attention_mask", "token_type_ids"})
_OUTPUTS = ("logits", "scores", "score")
# More threads than these gain little on texts so short, and the window and the store want a core as well.
_MOST_THREADS = 4
_QUIET = 3


class CrossEncoder:
    """One file. Loads at the first use, and again after a failure: the file may have been put right."""

    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self._session: Any = None
        self._tokenizer: Any = None

    def load(self) -> None:
        """Raises RerankerUnavailable where the file or its tokenizer is not there or can't be used."""
        if self._session is not None:
            return
        if not self._file.is_file():
            raise self._unusable("reranker-file-missing")
        places = tokenizer_places(self._file)
        beside = next((place for place in places if place.is_file()), None)
        if beside is None:
            raise self._unusable("reranker-tokenizer-missing", str(places[0]))
        tokenizer = self._read_tokenizer(beside)
        session = self._read_model()
        names = {one.name for one in session.get_inputs()}
        if "input_ids" not in names or not names <= _KNOWN:
            raise self._unusable("reranker-unfit", f"{self._file} ({', '.join(sorted(names))})")
        self._tokenizer, self._session = tokenizer, session

    def scores(self, question: str, texts: list[str]) -> tuple[float, ...]:
        """How well each text answers, more is better. Raises RerankerUnavailable."""
        self.load()
        import numpy as np

        pairs = self._tokenizer.encode_batch([(question, text) for text in texts])
        columns = {
            "input_ids": [pair.ids for pair in pairs],
            "attention_mask": [pair.attention_mask for pair in pairs],
            "token_type_ids": [pair.type_ids for pair in pairs],
        }
        fed = {
            one.name: np.array(columns[one.name], dtype=np.int32 if "int32" in one.type else np.int64)
            for one in self._session.get_inputs()
        }
        outputs = [one.name for one in self._session.get_outputs()]
        wanted = next((name for name in _OUTPUTS if name in outputs), outputs[0])
        try:
            (found,) = self._session.run([wanted], fed)
        except Exception as error:  # onnxruntime raises a dozen kinds that have no common base
            raise self._unusable("reranker-unfit", self._with(error)) from error
        return self._checked(np.asarray(found, dtype=np.float64), len(texts))

    def _read_tokenizer(self, file: Path) -> Any:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            from tokenizers import Tokenizer

            tokenizer = Tokenizer.from_file(str(file))
        except ImportError as error:
            raise self._unusable("reranker-no-runtime", str(error)) from error
        except Exception as error:  # the library raises Exception itself
            raise self._unusable("reranker-unreadable", f"{file} ({_first_line(error)})") from error
        said = (tokenizer.truncation or {}).get("max_length", _LONGEST)
        tokenizer.enable_truncation(min(said, _LONGEST))
        if tokenizer.padding is None:
            known = [(token, id_) for token in _PADS if (id_ := tokenizer.token_to_id(token)) is not None]
            token, id_ = known[0] if known else (_PADS[0], 0)
            tokenizer.enable_padding(pad_id=id_, pad_token=token)
        else:
            tokenizer.enable_padding(**{**tokenizer.padding, "length": None})
        return tokenizer

    def _read_model(self) -> Any:
        try:
            import onnxruntime
        except ImportError as error:
            raise self._unusable("reranker-no-runtime", str(error)) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = max(1, min(_MOST_THREADS, (os.cpu_count() or 2) - 1))
        options.inter_op_num_threads = 1
        options.log_severity_level = _QUIET
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            return onnxruntime.InferenceSession(str(self._file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises a dozen kinds that have no common base
            raise self._unusable("reranker-unreadable", self._with(error)) from error

    def _checked(self, found: Any, count: int) -> tuple[float, ...]:
        """One number a pair, whatever shape it came in."""
        if found.shape in ((count,), (count, 1)):
            numbers = found.reshape(count)
        elif found.shape == (count, 2):
            numbers = found[:, 1] - found[:, 0]
        else:
            raise self._unusable("reranker-unfit", f"{self._file} (→ {'×'.join(map(str, found.shape)) or '·'})")
        scores = tuple(float(number) for number in numbers)
        if not all(map(math.isfinite, scores)):
            raise self._unusable("reranker-no-numbers")
        return scores

    def _with(self, error: Exception) -> str:
        return f"{self._file} ({_first_line(error)})"

    def _unusable(self, code: str, detail: str = "") -> RerankerUnavailable:
        return RerankerUnavailable(reranker=str(self._file), reason=code, detail=detail or str(self._file))


def _first_line(error: Exception) -> str:
    """What a library says, without the trace behind it."""
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__)[:200]
