"""Asks an Ollama server, and reads its replies as far as every caller needs them.

httpx and not ollama's own client: that one can't be imported where the environment names a proxy that httpx does not
know, has no call for the version, reads `OLLAMA_HOST` and an access key from the environment behind our back, follows
redirects, and raises its parser's errors for a reply that is not as expected. We have to tell those cases apart.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from gangdan_gui.ollama.address import Address
from gangdan_gui.ollama.error_words import is_page, plain_words, told_error
from gangdan_gui.ollama.failures import (
    Dropped,
    ModelMissing,
    NotOllama,
    OllamaFailure,
    ProxyInTheWay,
    Refused,
    Silent,
    Unreachable,
)
from gangdan_gui.ollama.installed_model import InstalledModel, installed_model
from gangdan_gui.ollama.json_lines import JsonLines
from gangdan_gui.ollama.model_names import same_model
from gangdan_gui.way_out import CertificatesUnreadable, ProxyUnusable, WayOut, without_password

if TYPE_CHECKING:
    import httpx

# What a proxy says for a server that it does not reach, or to a client that it does not know.
_FROM_A_PROXY = frozenset({407, 502, 503, 504})
_NO_SUCH_PATH = frozenset({404, 405})


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds to wait: for a connection, for a reply from memory, and for one that may have to load a model first.

    `between` is for the next line of a reply that has begun.
    Ollama itself gives up loading after five minutes and says so; leaving before that would start it all over.
    """

    connect: float = 5.0
    reply: float = 20.0
    load: float = 600.0
    between: float = 120.0


class OllamaServer:
    """One server. Connects at the first question, of which many may be under way at once; the caller closes it.

    `way_out` is asked with each question: settings may change while all is open.
    """

    def __init__(
        self, address: Address, timeouts: Timeouts | None = None, way_out: Callable[[], WayOut] = WayOut
    ) -> None:
        self.address = address
        self._timeouts = timeouts or Timeouts()
        self._way_out = way_out
        # Questions that are under way end on the way that they were asked.
        self._clients: dict[WayOut, httpx.AsyncClient] = {}
        self._opening = asyncio.Lock()

    async def version(self) -> str:
        """The server's version. Raises OllamaFailure."""
        version = (await self._known("/api/version")).get("version")
        if not isinstance(version, str):
            raise self._not_ollama("no version")
        return version

    async def models(self) -> tuple[InstalledModel, ...]:
        """The models that the server has. Raises OllamaFailure."""
        return tuple(installed_model(entry) for entry in await self._entries("/api/tags"))

    async def loaded(self) -> tuple[str, ...]:
        """The names of the models that are in memory, ready to answer. Raises OllamaFailure."""
        return tuple(installed_model(entry).name for entry in await self._entries("/api/ps"))

    async def model(self, name: str) -> InstalledModel:
        """One model by its name. Raises ModelMissing, OllamaFailure."""
        for model in await self.models():
            if same_model(model.name, name):
                return model
        raise ModelMissing(address=str(self.address), model=name)

    async def context_length(self, model: str) -> int | None:
        """How many tokens a model takes at once, where the server knows. Raises ModelMissing, OllamaFailure."""
        info = (await self.ask("/api/show", {"model": model})).get("model_info")
        lengths = (value for key, value in info.items() if key.endswith(".context_length")) if _is_object(info) else ()
        return next((length for length in lengths if isinstance(length, int) and length > 0), None)

    async def ask(self, path: str, payload: dict[str, Any] | None = None, *, loads: bool = False) -> dict[str, Any]:
        """The JSON object that the server replies: to GET, or to POST of `payload`. `loads` waits for a model to load.

        Raises OllamaFailure.
        """
        response = await self._send(path, payload, self._timeouts.load if loads else self._timeouts.reply)
        body = _json(response)
        if response.is_success:
            if not _is_object(body):
                raise self._not_ollama(_kind(response))
            return body
        raise self._failure(response, body, str((payload or {}).get("model", "")))

    async def stream(
        self, path: str, payload: dict[str, Any], *, between: float | None = None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The JSON objects of a reply that comes line by line; the first may have to wait for a model to load.

        Closing it closes the connection, which ends the server's work. Use it with `contextlib.aclosing`. `between`
        is to be waited for a line instead of the usual time. Raises OllamaFailure, also for a line that holds an error.
        """
        client = await self._opened()
        import httpx

        timeout = httpx.Timeout(self._timeouts.reply, connect=self._timeouts.connect, read=None, pool=None)
        begun, patience, lines = time.monotonic(), self._timeouts.load, JsonLines()
        try:
            async with AsyncExitStack() as connection:
                # No yield stands inside a timeout: it would strike whoever reads us.
                async with asyncio.timeout(patience):
                    sending = client.stream("POST", path, content=json.dumps(payload).encode(), timeout=timeout)
                    response = await connection.enter_async_context(sending)
                    if not response.is_success:
                        await response.aread()
                        raise self._failure(response, _json(response), str(payload.get("model", "")))
                packets = response.aiter_bytes()
                while not lines.ended:
                    async with asyncio.timeout(patience):
                        lines.feed(await anext(packets, None))
                    for entry in lines.taken():
                        yield self._checked(entry, f"{time.monotonic() - begun:.1f}")
                        patience = between or self._timeouts.between
        except TimeoutError as error:
            raise Silent(address=str(self.address), seconds=f"{patience:g}") from error
        except ValueError as error:
            if lines.ended and (lines.count or lines.cut):  # in the middle of a line
                why = "the reply has no end"
                raise Dropped(address=str(self.address), why=why, seconds=f"{time.monotonic() - begun:.1f}") from error
            raise self._not_ollama("no JSON") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise self._broken(error, patience, f"{time.monotonic() - begun:.1f}") from error

    def _checked(self, entry: object, seconds: str) -> dict[str, Any]:
        """A line of a reply that is no error; where one stands in it, it comes with the status of success."""
        if not _is_object(entry):
            raise self._not_ollama("no JSON object")
        if words := told_error(entry):
            raise Refused(address=str(self.address), status="200", why=words, seconds=seconds)
        return entry

    def proxy(self) -> str:
        """The proxy that the way to this address leads through, without a password; empty for none."""
        try:
            return without_password(self._way_out().proxy_for(str(self.address))).partition("://")[2]
        except ProxyUnusable as error:
            return error.place

    async def close(self) -> None:
        """Close its connections. May be called twice; a question afterwards opens new ones."""
        clients, self._clients = self._clients, {}
        for client in clients.values():
            await client.aclose()

    async def _known(self, path: str) -> dict[str, Any]:
        """The reply to GET of a path that every Ollama has."""
        try:
            return await self.ask(path)
        except Refused as failure:
            if "wordless" in failure.facts:
                raise self._not_ollama(f"HTTP {failure.status}") from failure
            raise

    async def _entries(self, path: str) -> list[dict[str, Any]]:
        entries = (await self._known(path)).get("models")
        if not isinstance(entries, list) or not all(_is_object(entry) and entry.get("name") for entry in entries):
            raise self._not_ollama("no list of models")
        return entries

    async def _send(self, path: str, payload: dict[str, Any] | None, patience: float) -> httpx.Response:
        client = await self._opened()
        import httpx

        timeout = httpx.Timeout(self._timeouts.reply, connect=self._timeouts.connect, read=patience, pool=None)
        content = None if payload is None else json.dumps(payload).encode()
        begun = time.monotonic()
        try:
            # httpx counts anew with each packet, and a server may send one now and then for ever.
            async with asyncio.timeout(self._timeouts.connect + patience):
                method = "GET" if payload is None else "POST"
                return await client.request(method, path, content=content, timeout=timeout)
        except TimeoutError as error:
            raise Silent(address=str(self.address), seconds=f"{patience:g}") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise self._broken(error, patience, f"{time.monotonic() - begun:.1f}") from error

    async def _opened(self) -> httpx.AsyncClient:
        way = self._way_out()
        async with self._opening:
            if way not in self._clients:
                # Importing httpx and reading the certificates take a tenth of a second each.
                self._clients[way] = await asyncio.to_thread(self._open, way)
            return self._clients[way]

    def _open(self, way: WayOut) -> httpx.AsyncClient:
        import httpx

        address = str(self.address)
        try:
            proxy = way.proxy_for(address)
            # Without https there is nothing to verify, and the certificates need not be read.
            secure = "https" in (self.address.scheme, proxy.partition(":")[0].lower())
            return httpx.AsyncClient(
                base_url=address,
                verify=way.trusted() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
                proxy=proxy or None,
                trust_env=False,
                follow_redirects=False,
                # No bound: a question opens a connection of its own when passages hold all others.
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=8),
                headers={"Accept": "application/json", "Content-Type": "application/json"},
            )
        except ProxyUnusable as error:
            raise ProxyInTheWay(address=address, found=error.place) from error
        except (ValueError, httpx.InvalidURL) as error:  # httpx reads addresses in its own way
            raise ProxyInTheWay(address=address, found=self.proxy()) from error
        except CertificatesUnreadable as error:
            raise Unreachable(address=address, why=f"{error.file}: {error.why}") from error

    # what went wrong

    def _broken(self, error: httpx.HTTPError, patience: float, seconds: str) -> OllamaFailure:
        import httpx

        address, why = str(self.address), str(error) or type(error).__name__
        if isinstance(error, httpx.ProxyError):
            return ProxyInTheWay(address=address, found=why, seconds=seconds)
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
            if proxy := self.proxy():
                return ProxyInTheWay(address=address, found=proxy, seconds=seconds)
            return Unreachable(address=address, why=why)
        if isinstance(error, httpx.TimeoutException):
            return Silent(address=address, seconds=f"{patience:g}")
        if isinstance(error, httpx.DecodingError):
            return self._not_ollama(why)
        return Dropped(address=address, why=why, seconds=seconds)

    def _failure(self, response: httpx.Response, body: object, model: str) -> OllamaFailure:
        address, status = str(self.address), response.status_code
        seconds = f"{response.elapsed.total_seconds():.1f}"
        if words := told_error(body):
            if status == 404 and model and "not found" in words:
                return ModelMissing(address=address, model=model)
            return Refused(address=address, status=str(status), why=words, seconds=seconds)
        if status in _FROM_A_PROXY:
            return ProxyInTheWay(address=address, found=f"HTTP {status}", seconds=seconds)
        if status in _NO_SUCH_PATH or status == 413 or (status >= 400 and not is_page(response.content)):
            # Ollama says nothing itself where it refuses a host, or fails in a way that it did not foresee.
            why = plain_words(response.content) or response.reason_phrase or f"HTTP {status}"
            return Refused(address=address, status=str(status), why=why, seconds=seconds, wordless="yes")
        return self._not_ollama(f"HTTP {status}")

    def _not_ollama(self, found: str) -> NotOllama:
        return NotOllama(address=str(self.address), found=found)


def _json(response: httpx.Response) -> Any:
    try:
        return json.loads(response.content)
    except (ValueError, RecursionError):
        return None


def _kind(response: httpx.Response) -> str:
    return "a web page" if is_page(response.content) else "no JSON"


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)
