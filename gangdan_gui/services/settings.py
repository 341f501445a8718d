"""The settings, each declared once: type, default, choices or range. Form, file and check follow from that."""

from __future__ import annotations

import dataclasses
import re
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import tomli_w

from gangdan_gui.chunking.names import NAMES, WINDOW
from gangdan_gui.chunking.validation import check, usual
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import CannotWrite, InvalidChunking, InvalidSetting, SettingsUnreadable
from gangdan_gui.fetching.mirrors import EXPECTED, are_mirrors
from gangdan_gui.reranking.names import EXAMPLE as EXAMPLE_RERANKER
from gangdan_gui.reranking.names import is_reranker
from gangdan_gui.retrieving.fusion import FUSIONS, WEIGHTED
from gangdan_gui.storing.server_address import EXAMPLE, hidden, is_server_address, is_token
from gangdan_gui.way_out import MANUAL, NONE, PROXY_EXAMPLE, SYSTEM, WayOut, is_proxy, without_password
from gangdan_gui.whole_file import patiently, write_whole

Value = str | int | bool
_CHUNKING = ("chunk_size", "chunk_overlap", "chunk_minimum")
# Some file systems tell times in steps of two seconds: what was written since then may be written again unseen.
_UNSURE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Setting:
    """The declaration of one setting. `low` and `high` bound a number, `choices` a text, or its `form` does.

    `example` shows that form; `shown` takes out of a value what nobody else may see.
    """

    name: str
    default: Value
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    form: Callable[[str], bool] | None = None
    example: str = ""
    shown: Callable[[str], str] = str

    def accepts(self, value: object) -> bool:
        """Whether the setting can have this value; a truth value is no number here."""
        if type(value) is not type(self.default):
            return False
        if isinstance(value, str):
            return (not self.choices or value in self.choices) and (self.form is None or self.form(value))
        return isinstance(value, bool) or not isinstance(value, int) or self.low <= value <= self.high

    @property
    def expected(self) -> str:
        """What would be accepted, for an error."""
        if isinstance(self.default, bool):
            return "true, false"
        if isinstance(self.default, int):
            return f"{self.low} … {self.high}"
        return ", ".join(self.choices) or self.example or '"…"'


def is_time_of_day(text: str) -> bool:
    """Whether it is hours and minutes, from 00:00 to 23:59."""
    return re.fullmatch(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]", text.strip()) is not None


def _text(default: str, *choices: str) -> Any:
    return field(default=default, metadata={"choices": choices})


def _formed(default: str, form: Callable[[str], bool], example: str, shown: Callable[[str], str] = str) -> Any:
    said = {"form": form, "example": example, "shown": shown}
    return field(default=default, repr=shown is str, metadata=said)


def _number(default: int, low: int, high: int) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user may choose. `system` follows the desktop; `splitter` and `chunk_*` apply to sources that
    are not built yet.

    The embedder `auto` is Ollama's `embedding_model` where Ollama answers and has it, else the built-in one; a source
    that is built keeps its own. An empty `ollama_address` means `OLLAMA_HOST`, else Ollama's own; an empty
    `embedding_address` means the same server. Without a `chat_model` the passages themselves are the answer.
    `translate_questions` has that model put a question into the language of documents in another one, to search by too,
    where that takes no more than `translation_seconds`.
    `temperature` and `distance_ceiling` are in hundredths: passages at a greater cosine distance are left out.
    `fusion` puts meaning and words together by their scores (`weighted`) or by their ranks alone (`rrf`, in which
    `rrf_k` says how little the first ranks count for more); of a hundred parts words count for `keyword_weight`.
    `reranker` puts the best of what was found into a better order: the path of an ONNX file, or `ollama:MODEL`, empty
    for none; it judges the best `reranked`, and has `reranker_seconds` for it.
    `question` answers in the language of the question. `strict` answers only where the sources hold an answer;
    `answer_weak`: then what they may hold is answered too, not only what they surely do. `mirrors` are
    `ADDRESS=ADDRESS` pairs with spaces between them: what begins with the first is asked of the second first.
    `proxy_address` is the proxy that `manual` means, and `certificates` a file of certificates (PEM) to trust beside
    the system's. `check_questions` asks the test questions after each build. `build_at` is the time of the evening (24
    hours) at which the window builds all, when it is told to. `chroma_address` is a department's Chroma server that
    keeps the collections in the place of this computer, `chroma_token` what it lets us in for.
    """

    language: str = _text("system", "system", "en", "zh_CN")
    theme: str = _text("system", "system", "light", "dark")
    send_with: str = _text("enter", "enter", "ctrl+enter")
    embedder: str = _text("auto", "auto", "builtin", "ollama")
    embedding_model: str = _text("nomic-embed-text")
    splitter: str = _text(WINDOW, *NAMES)
    chunk_size: int = _number(800, 100, 8000)
    chunk_overlap: int = _number(150, 0, 4000)
    chunk_minimum: int = _number(50, 0, 1000)
    passages: int = _number(10, 1, 50)
    distance_ceiling: int = _number(200, 0, 200)
    fusion: str = _text(WEIGHTED, *FUSIONS)
    keyword_weight: int = _number(55, 0, 100)
    rrf_k: int = _number(10, 1, 1000)
    reranker: str = _formed("", is_reranker, EXAMPLE_RERANKER)
    reranked: int = _number(30, 2, 100)
    reranker_seconds: int = _number(20, 1, 300)
    ollama_address: str = _text("")
    embedding_address: str = _text("")
    chat_model: str = _text("")
    translate_questions: bool = field(default=False)
    translation_seconds: int = _number(8, 1, 60)
    context_tokens: int = _number(8192, 2048, 131_072)
    temperature: int = _number(20, 0, 100)
    answer_language: str = _text("question", "question", "en", "zh")
    strict: bool = field(default=False)
    answer_weak: bool = field(default=True)
    mirrors: str = _formed("", are_mirrors, EXPECTED)
    proxy: str = _text(SYSTEM, SYSTEM, NONE, MANUAL)
    proxy_address: str = _formed("", is_proxy, PROXY_EXAMPLE, without_password)
    certificates: str = _text("")
    chroma_address: str = _formed("", is_server_address, EXAMPLE)
    chroma_token: str = _formed("", is_token, '"…"', hidden)
    pause_on_battery: bool = field(default=True)
    check_questions: bool = field(default=False)
    build_at: str = _formed("22:00", is_time_of_day, "22:00")

    @property
    def address_for_embedding(self) -> str:
        """The setting that names the server which embeds."""
        return self.embedding_address.strip() or self.ollama_address

    @property
    def way_out(self) -> WayOut:
        """How downloads and Ollama's server are reached."""
        return WayOut(self.proxy, self.proxy_address.strip(), self.certificates)

    @property
    def chunking(self) -> ChunkSettings:
        """How a new source is cut. Lengths that are the standard ones are those that are usual for the splitter."""
        said = ChunkSettings(self.splitter, self.chunk_size, self.chunk_overlap, self.chunk_minimum)
        return usual(self.splitter) if said == ChunkSettings(self.splitter) else said


SETTINGS: tuple[Setting, ...] = tuple(
    Setting(item.name, cast("Value", item.default), **item.metadata) for item in dataclasses.fields(Settings)
)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings as read, and what could not be used; a bad value leaves its default in force."""

    settings: Settings
    problems: tuple[InvalidSetting, ...] = ()


class SettingsFile:
    """`settings.toml` of a library. What this version does not know, or can't use, is kept when it is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._last: tuple[bytes, LoadedSettings] | None = None
        self._read: tuple[tuple[int, ...], bytes] | None = None

    def load(self) -> LoadedSettings:
        """Read the file; a missing one gives the defaults."""
        try:
            data = self._data()
            if self._last and self._last[0] == data:  # a question asks some times
                return self._last[1]
            raw = _parsed(data)
        except (OSError, ValueError) as error:
            facts = {"file": str(self._path), "name": "settings", "value": str(error), "expected": "TOML in UTF-8"}
            return LoadedSettings(Settings(), (SettingsUnreadable(**facts),))
        good = {s.name: raw[s.name] for s in SETTINGS if s.name in raw and s.accepts(raw[s.name])}
        bad = [self._invalid(s, raw[s.name]) for s in SETTINGS if s.name in raw and not s.accepts(raw[s.name])]
        settings = Settings(**good)
        try:
            check(settings.chunking)
        except InvalidChunking:  # each alone could be used: what does not fit together is the standard one, all three
            bad.append(self._misfit(settings))
            settings = dataclasses.replace(settings, **{name: getattr(Settings(), name) for name in _CHUNKING})
        loaded = LoadedSettings(settings, tuple(bad))
        self._last = None if bad else (data, loaded)
        return loaded

    def save(self, settings: Settings) -> None:
        """Write the settings whole. Raises InvalidSetting for a value out of range, InvalidChunking, CannotWrite."""
        values = dataclasses.asdict(settings)
        for setting in SETTINGS:
            if not setting.accepts(values[setting.name]):
                raise self._invalid(setting, values[setting.name])
        check(settings.chunking)
        if settings.proxy == MANUAL and not settings.proxy_address.strip():
            named = next(setting for setting in SETTINGS if setting.name == "proxy_address")
            raise self._invalid(named, settings.proxy_address)
        try:
            raw = _parsed(self._data())
        except OSError as error:  # held by another program: what is in it is not known, so it must not be replaced
            raise CannotWrite(path=str(self._path), why=error.strerror or str(error)) from error
        except ValueError:  # written by hand and broken: kept beside, never lost
            raw = {}
            self._keep_broken()
        write_whole(self._path, tomli_w.dumps(raw | values | _left_alone(raw, values)).encode())

    def _data(self) -> bytes:
        """What the file holds, nothing where there is none; read again when it has changed. Raises OSError.

        A question asks five times, and to open a file takes long where something watches over files, or on a network.
        """
        try:
            now = self._path.stat()
            state = now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns
            if self._read and self._read[0] == state:
                return self._read[1]
            data = self._path.read_bytes()
        except FileNotFoundError:
            return b""
        self._read = (state, data) if now.st_mtime < time.time() - _UNSURE_SECONDS else None
        return data

    def _keep_broken(self) -> None:
        try:
            patiently(lambda: self._path.replace(self._path.with_suffix(".toml.broken")))
        except OSError as error:
            raise CannotWrite(path=str(self._path), why=error.strerror or str(error)) from error

    def _misfit(self, settings: Settings) -> InvalidSetting:
        values = ", ".join(str(getattr(settings, name)) for name in _CHUNKING)
        expected = "chunk_overlap < chunk_size, chunk_minimum ≤ chunk_size"
        return InvalidSetting(file=str(self._path), name=", ".join(_CHUNKING), value=values, expected=expected)

    def _invalid(self, setting: Setting, value: object) -> InvalidSetting:
        shown = setting.shown(str(value))
        return InvalidSetting(file=str(self._path), name=setting.name, value=shown, expected=setting.expected)


def _parsed(data: bytes) -> dict[str, Any]:
    """Raises ValueError (no TOML, or not in UTF-8)."""
    return tomllib.loads(data.decode("utf-8-sig"))


def _left_alone(raw: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """What the file says and this version can't use, where nothing else was chosen: a newer version may have set it."""
    unusable = [one for one in SETTINGS if one.name in raw and not one.accepts(raw[one.name])]
    return {one.name: raw[one.name] for one in unusable if values[one.name] == one.default}
