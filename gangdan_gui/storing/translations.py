"""Questions as chat models put them into other languages, so that none is asked the same twice: one small JSON file.

What can't be read is begun anew, and what can't be written is kept until the program ends: nothing is lost by it but
seconds.
"""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.whole_file import write_whole

_log = logging.getLogger(__name__)
MOST = 1000
"""So many are kept: those that were made or used last."""
_NAMES = ("model", "language", "question", "text")
_Key = tuple[str, str, str]


class Translations:
    """The translations of a library, by model, language and question. Blocking: call it from a thread.

    What is `passing` is not written.
    """

    def __init__(self, file: Path, *, passing: bool = False) -> None:
        self._file = file
        self._passing = passing
        self._lock = threading.Lock()
        self._kept: dict[_Key, str] | None = None

    def find(self, model: str, language: str, question: str) -> str:
        """The translation that is kept, empty where there is none."""
        with self._lock:
            kept, key = self._read(), (model, language, question)
            text = kept.pop(key, "")
            if text:
                kept[key] = text  # the last ones stay
            return text

    def keep(self, model: str, language: str, question: str, text: str) -> None:
        """Keep one in the place of the one before."""
        with self._lock:
            kept, key = self._read(), (model, language, question)
            kept.pop(key, None)
            kept[key] = text
            for old in list(kept)[:-MOST]:
                del kept[old]
            if not self._passing:
                self._write(kept)

    def _read(self) -> dict[_Key, str]:
        if self._kept is None:
            try:
                entries = json.loads(self._file.read_bytes())
                texts = [[str(one[name]) for name in _NAMES] for one in entries]
                self._kept = {(model, language, question): text for model, language, question, text in texts[-MOST:]}
            except FileNotFoundError:
                self._kept = {}
            except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
                _log.warning("beginning translations anew: %s", error)
                self._kept = {}
        return self._kept

    def _write(self, kept: dict[_Key, str]) -> None:
        entries = [dict(zip(_NAMES, (*key, text), strict=True)) for key, text in kept.items()]
        data = json.dumps(entries, ensure_ascii=False, indent=0).encode("utf-8", "surrogatepass")
        try:
            write_whole(self._file, data, durable=False)
        except CannotWrite as error:
            _log.info("a translation is kept for now only: %s", error)
