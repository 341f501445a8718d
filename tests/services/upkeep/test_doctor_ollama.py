"""The doctor before a real server: what it says on good days and on bad ones, and how soon."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.events import BuildFinished, BuildReport
from gangdan_gui.ollama.server import Timeouts
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.requests import BuildOptions, Check
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.upkeep.doctor import TIMEOUTS, Doctor
from gangdan_gui.wording.check_wording import check_sentences, status_words
from tests.memory_store import MemoryStore
from tests.ollama_server import days
from tests.ollama_server.exchange import text_reply
from tests.ollama_server.models import ENCODER, ServedModel, quick, real, talking, vector
from tests.ollama_server.server import OllamaTestServer

pytestmark = pytest.mark.usefixtures("one_model")

SERVER = ["address", "version", "models"]
ORDER = [*SERVER, "embedding", "embedder", "chat", "converter", "records", "list", "store", "texts"]
ORDER += ["conversations", "folders", "disk"]
# A connection that is refused is so at once; on a busy machine a good one may take its time.
SHORT = Timeouts(connect=2.0, reply=0.3, load=0.5)
NOBODY = "127.0.0.1:9"
LESSON = "# Water\n\n" + "Rain falls on the hills and runs into the river, and the river into the sea. " * 6
HAN = re.compile(r"[\u4e00-\u9fff]")


@dataclass
class Ward:
    """An open library with its doctor."""

    application: Application
    doctor: Doctor

    async def examine(self) -> dict[str, Check]:
        return {check.id: check for check in await self.doctor.examine()}

    async def build(self, folder: Path, title: str, options: BuildOptions | None = None) -> BuildReport:
        library = self.application.services.library
        source = (await library.add(str(folder), title=title)).source.id
        async with aclosing(library.build([source], options or BuildOptions())) as events:
            return [event.report async for event in events if isinstance(event, BuildFinished)][-1]


@asynccontextmanager
async def ward(home: Path, timeouts: Timeouts = TIMEOUTS, **settings: str | int) -> AsyncIterator[Ward]:
    async with open_application(home, "test", replaced=Replaced(store=MemoryStore())) as application:
        application.settings.save(replace(Settings(), **settings))
        doctor, library = application.services.doctor, application.services.library
        assert isinstance(doctor, Doctor)
        assert isinstance(library, Library)
        yield Ward(application, Doctor(home, doctor._parts, library, timeouts))


def examined(home: Path, timeouts: Timeouts = TIMEOUTS, **settings: str | int) -> dict[str, Check]:
    async def main() -> dict[str, Check]:
        async with ward(home, timeouts, **settings) as open_ward:
            return await open_ward.examine()

    return asyncio.run(main())


def glanced(home: Path, **settings: str | int) -> tuple[str, str]:
    async def main() -> Check:
        async with ward(home, SHORT, **settings) as open_ward:
            return await open_ward.doctor.glance()

    status = asyncio.run(main())
    return status.state, status_words(status)


def states(checks: dict[str, Check], names: Sequence[str]) -> list[str]:
    return [checks[name].state for name in names]


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Ollama of this machine is asked."""
    monkeypatch.setenv("OLLAMA_HOST", NOBODY)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "documents"
    place.mkdir()
    (place / "water.md").write_text(LESSON, "utf-8")
    return place


def test_no_reranker_is_tried_where_the_settings_say_none(home: Path) -> None:
    assert list(examined(home, SHORT, reranker="none")) == ORDER


def test_all_is_well(home: Path, ollama_server: OllamaTestServer) -> None:
    ollama_server.serve(talking("Yes", name="qwen2.5:3b"))
    checks = examined(home, ollama_address=ollama_server.address, chat_model="qwen2.5:3b")
    assert list(checks) == ORDER
    assert {check.state for check in checks.values()} == {"ok"}
    told = {name: check_sentences(check)[0] for name, check in checks.items()}
    assert f"127.0.0.1:{ollama_server.port}, as the settings say" in told["address"]
    assert "0.13.5" in told["version"]
    assert "nomic-embed-text, qwen2.5:3b" in told["models"]
    assert "English and Chinese (512 numbers" in told["embedding"]
    assert re.search(r"[\d.]+ texts a second", told["embedding"])
    assert re.search(r"qwen2.5:3b.* after [\d.]+ seconds", told["chat"])


def test_nothing_is_wrong_where_no_ollama_is_needed(home: Path) -> None:
    checks = examined(home)
    assert list(checks) == ORDER
    assert states(checks, ["address", "embedding", "embedder", "store"]) == ["ok"] * 4
    assert states(checks, ["version", "models", "chat"]) == ["not checked"] * 3
    found, advice = check_sentences(checks["address"])
    assert "nothing here needs it" in found
    assert "works without it" in advice
    assert "No Ollama" in check_sentences(checks["version"])[0]
    assert "builtin" in check_sentences(checks["embedding"])[0]
    assert glanced(home) == ("ok", "Built-in embedder · works without a network")


@pytest.mark.parametrize("needed", [{"embedder": "ollama"}, {"chat_model": "qwen2.5:3b"}])
def test_a_server_that_is_needed_and_down_is_a_problem(home: Path, needed: dict[str, str]) -> None:
    checks = examined(home, **needed)
    assert states(checks, [*SERVER, "chat"]) == ["problem", "not checked", "not checked", "not checked"]
    assert NOBODY in check_sentences(checks["address"])[0]
    assert "Start Ollama" in check_sentences(checks["address"])[1]
    assert checks["embedding"].state == ("not checked" if "embedder" in needed else "ok")
    assert glanced(home, **needed) == ("problem", f"Ollama does not answer at {NOBODY}")


def test_sources_that_wait_for_their_embedder_are_named(
    home: Path, folder: Path, ollama_server: OllamaTestServer
) -> None:
    async def main() -> None:
        async with ward(home, SHORT, ollama_address=ollama_server.address) as open_ward:
            report = await open_ward.build(folder, "水 Water")
            assert [notice.code for notice in report.notices] == ["ollama-has-model"]
            ollama_server.stop()
            checks = await open_ward.examine()
            assert states(checks, [*SERVER, "embedding"]) == ["problem", *["not checked"] * 3]
            assert "水 Water" in check_sentences(checks["embedding"])[0]
            assert (await open_ward.doctor.glance()).state == "problem"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("day", "failed", "words"),
    [
        (days.silent("/api/version"), "version", "did not reply"),
        (days.web_page(), "version", "not an Ollama server"),
        (days.everywhere(text_reply("Not Found", 404)), "version", "not an Ollama server"),
        (days.proxy(), "address", "proxy"),
        (days.proxy(407), "address", "proxy"),
        (days.dropped("/api/version"), "version", "broke"),
        (days.dropped("/api/tags"), "models", "broke"),
        (days.silent("/api/tags"), "models", "did not reply"),
    ],
)
def test_what_depends_on_a_bad_day_is_not_checked(
    home: Path, ollama_server: OllamaTestServer, day: days.Day, failed: str, words: str
) -> None:
    ollama_server.days.append(day)
    checks = examined(home, SHORT, ollama_address=ollama_server.address, embedder="ollama", chat_model="qwen2.5:3b")
    at = SERVER.index(failed)
    assert states(checks, SERVER) == ["ok"] * at + ["problem"] + ["not checked"] * (2 - at)
    assert states(checks, ["embedding", "chat"]) == ["not checked"] * 2
    assert words in check_sentences(checks[failed])[0]
    assert check_sentences(checks[failed])[1], "there is something to do about it"
    assert glanced(home, ollama_address=ollama_server.address, embedder="ollama")[0] == "problem"


def test_a_model_that_is_missing_is_named_with_what_gets_it(home: Path, ollama_server: OllamaTestServer) -> None:
    asked = {"ollama_address": ollama_server.address, "embedder": "ollama", "embedding_model": "bge-m3"}
    checks = examined(home, **asked, chat_model="qwen2.5:3b")
    assert states(checks, [*SERVER, "embedding", "chat"]) == ["ok", "ok", "problem", "not checked", "not checked"]
    found, advice = check_sentences(checks["models"])
    assert "bge-m3, qwen2.5:3b" in found
    assert "ollama pull bge-m3”" in advice
    assert glanced(home, **asked) == ("problem", "Ollama does not have bge-m3")


def test_a_model_that_cannot_chat_is_told_so(home: Path, ollama_server: OllamaTestServer) -> None:
    checks = examined(home, ollama_address=ollama_server.address, chat_model="nomic-embed-text")
    assert checks["chat"].state == "problem"
    assert "does not support chat" in check_sentences(checks["chat"])[0]


def test_models_that_could_chat_are_offered_where_none_is_chosen(home: Path, ollama_server: OllamaTestServer) -> None:
    ollama_server.serve(talking("Yes", name="qwen2.5:3b"))
    checks = examined(home, ollama_address=ollama_server.address)
    assert checks["chat"].state == "not checked"
    assert check_sentences(checks["chat"])[1].endswith(": qwen2.5:3b.")
    assert not ollama_server.requests("/api/chat")


@pytest.mark.parametrize(
    "spoil", [lambda rows: [[float("nan")] * 8 for _ in rows], lambda rows: [[0.0] * 8 for _ in rows]]
)
def test_vectors_that_are_none_are_a_problem_of_the_embedder(
    home: Path, ollama_server: OllamaTestServer, spoil
) -> None:
    ollama_server.days.append(days.spoilt(spoil))
    checks = examined(home, ollama_address=ollama_server.address)
    assert states(checks, [*SERVER, "embedding", "embedder"]) == ["ok", "ok", "ok", "problem", "ok"]
    found, advice = check_sentences(checks["embedding"])
    assert "nomic-embed-text" in found
    assert "another embedding model" in advice


def test_an_error_on_every_text_is_told_in_the_servers_words(home: Path, ollama_server: OllamaTestServer) -> None:
    ollama_server.days.append(days.refusing(""))
    found, _ = check_sentences(examined(home, ollama_address=ollama_server.address)["embedding"])
    assert "NaN" in found


def test_vectors_of_another_length_than_before_are_a_problem(home: Path, ollama_server: OllamaTestServer) -> None:
    def shorter_for_passages(rows: list[list[float]]) -> list[list[float]]:
        return [row[:-1] for row in rows] if len(rows) > 1 else rows

    ollama_server.days.append(days.spoilt(shorter_for_passages))
    assert examined(home, ollama_address=ollama_server.address)["embedding"].state == "problem"


@pytest.mark.parametrize("dimension", [512, 8])
def test_sources_of_other_weights_under_the_same_name_are_named(
    home: Path, folder: Path, ollama_server: OllamaTestServer, dimension: int
) -> None:
    async def main() -> None:
        async with ward(home, ollama_address=ollama_server.address) as open_ward:
            await open_ward.build(folder, "Water")
            changed = real(digest="ab" * 32)
            ollama_server.serve(replace(changed, embed=lambda texts: [row[:dimension] for row in ENCODER(texts)]))
            check = (await open_ward.examine())["embedding"]
            assert check.state == "problem"
            assert check.facts["dimension"] == str(dimension)
            assert "Water" in check_sentences(check)[0]

    asyncio.run(main())


def _english_only(texts: Sequence[str]) -> list[list[float]]:
    """Real vectors, and for Chinese the same as of a text about something else."""
    question, passage = "search_query: ", "search_document: "
    return [
        vector("unlike" if text.startswith(question) or "冬" in text else "like", 512) if HAN.search(text)
        else ENCODER([text.removeprefix(question).removeprefix(passage)])[0]
        for text in texts
    ]  # fmt: skip


def test_a_model_that_knows_no_chinese_gets_a_hint(home: Path, ollama_server: OllamaTestServer) -> None:
    ollama_server.serve(ServedModel("nomic-embed-text", _english_only, 512))
    check = examined(home, ollama_address=ollama_server.address)["embedding"]
    assert check.state == "ok"
    found, advice = check_sentences(check)
    assert "but not in Chinese" in found
    assert "bge-m3" in advice


def test_a_model_that_tells_nothing_apart_is_a_problem(home: Path, ollama_server: OllamaTestServer) -> None:
    ollama_server.serve(ServedModel("nomic-embed-text", lambda texts: [[1.0, 0.0] for _ in texts], 2))
    check = examined(home, ollama_address=ollama_server.address)["embedding"]
    assert check.state == "problem"
    assert "does not tell meanings apart" in check_sentences(check)[0]


@pytest.mark.parametrize(("path", "check"), [("/api/embed", "embedding"), ("/api/chat", "chat")])
def test_a_model_that_is_still_loading_is_not_waited_for_longer(
    home: Path, ollama_server: OllamaTestServer, path: str, check: str
) -> None:
    ollama_server.serve(talking("Yes", name="qwen2.5:3b"))
    ollama_server.days.append(days.silent(path))
    ENCODER(["It is loaded."])
    checks = examined(home, replace(TIMEOUTS, load=2.0), ollama_address=ollama_server.address, chat_model="qwen2.5:3b")
    assert [name for name, one in checks.items() if one.state != "ok"] == [check]
    assert "may still be loading" in check_sentences(checks[check])[0]


def test_a_glance_loads_nothing_and_names_what_is_used(home: Path, ollama_server: OllamaTestServer) -> None:
    ollama_server.serve(talking("Yes", name="qwen2.5:3b"))
    here = {"ollama_address": ollama_server.address}
    assert glanced(home, **here) == ("ok", "Ollama 0.13.5 · nomic-embed-text")
    assert glanced(home, **here, chat_model="qwen2.5:3b")[1] == "Ollama 0.13.5 · nomic-embed-text · qwen2.5:3b"
    with_builtin = glanced(home, **here, embedder="builtin", chat_model="qwen2.5:3b")
    assert with_builtin == ("ok", "Ollama 0.13.5 · built-in embedder · qwen2.5:3b")
    assert {asked.path for asked in ollama_server.asked} <= {"/api/version", "/api/tags"}
    ollama_server.asked.clear()
    assert glanced(home, **here, embedder="builtin") == ("ok", "Built-in embedder · works without a network")
    assert ollama_server.asked == [], "nobody needs it"


def test_an_embedding_server_of_its_own_is_checked_too(home: Path, ollama_server: OllamaTestServer) -> None:
    with OllamaTestServer(talking("Yes", name="qwen2.5:3b")) as answering:
        asked = {
            "ollama_address": answering.address, "embedding_address": ollama_server.address,
            "chat_model": "qwen2.5:3b", "embedder": "ollama",
        }  # fmt: skip
        checks = examined(home, **asked)
        assert list(checks)[:7] == [*SERVER, *(f"embedding-{name}" for name in SERVER), "embedding"]
        assert {check.state for check in checks.values()} == {"ok"}
        assert str(answering.port) in check_sentences(checks["address"])[0]
        assert str(ollama_server.port) in check_sentences(checks["embedding-address"])[0]
        ollama_server.stop()
        away = examined(home, **asked)
        assert states(away, SERVER) == ["ok"] * 3
        assert states(away, ["embedding-address", "embedding-version", "embedding"]) == [
            "problem", "not checked", "not checked",
        ]  # fmt: skip
        assert away["chat"].state == "ok"


def test_one_server_under_two_spellings_is_one(home: Path, ollama_server: OllamaTestServer) -> None:
    typed = f" http://127.0.0.1:{ollama_server.port}/ "
    checks = examined(home, ollama_address=ollama_server.address, embedding_address=typed)
    assert list(checks) == ORDER


@pytest.mark.parametrize("form", ["0.0.0.0:{}", ":{}", "http://0.0.0.0:{}/", '"127.0.0.1:{}"', "localhost:{}"])
@pytest.mark.parametrize("proxy", ["http://127.0.0.1:9", "socks5://127.0.0.1:9"])
def test_the_variable_is_read_in_all_forms_and_past_all_proxies(
    home: Path, ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch, form: str, proxy: str
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, proxy)
    monkeypatch.setenv("OLLAMA_HOST", form.format(ollama_server.port))

    async def main() -> Check:
        async with ward(home) as open_ward:
            async with aclosing(open_ward.doctor.checks()) as checks:
                first = await anext(checks)
                assert (await anext(checks)).state == "ok"
            return first

    check = asyncio.run(main())
    assert check.state == "ok"
    assert "OLLAMA_HOST says" in check_sentences(check)[0]


def test_a_proxy_before_a_server_elsewhere_is_told(
    home: Path, ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test server is the proxy: a client that uses one asks it for everything."""
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, f"http://user:secret@127.0.0.1:{ollama_server.port}")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    ollama_server.days.append(days.proxy())
    asked = {"ollama_address": "http://ollama.invalid:11434", "embedder": "ollama"}
    check = examined(home, SHORT, **asked)["address"]
    assert check.state == "problem"
    assert "proxy" in check_sentences(check)[0]
    assert "NO_PROXY" in check_sentences(check)[1]
    assert "secret" not in " ".join(check_sentences(check))
    assert "proxy" in glanced(home, **asked)[1]


def test_what_is_no_address_is_told(home: Path) -> None:
    asked = {"ollama_address": "no:address:at all", "chat_model": "qwen2.5:3b"}
    checks = examined(home, **asked)
    assert states(checks, [*SERVER, "chat"]) == ["problem", *["not checked"] * 3]
    assert "no:address:at all" in check_sentences(checks["address"])[0]
    assert glanced(home, **asked)[1] == "Ollama's address is none: no:address:at all"


def test_an_address_that_is_changed_reaches_embedders_that_are_open(home: Path, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "rain.md").write_text(LESSON.replace("Water", "Rain"), "utf-8")

    async def main() -> None:
        with OllamaTestServer(quick()) as first, OllamaTestServer(quick()) as second:
            async with ward(home, ollama_address=first.address) as open_ward:
                await open_ward.build(folder, "Water")
                assert first.embedded()
                first.stop()
                settings = open_ward.application.settings
                settings.save(replace(settings.load().settings, ollama_address=second.address))
                report = await open_ward.build(other, "Rain")
                assert (report.state, report.problems) == ("ready", ())
                assert second.embedded()
                assert (await open_ward.doctor.glance()).state == "ok"

    asyncio.run(main())
