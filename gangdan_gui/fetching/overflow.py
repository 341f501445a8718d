"""Notices a body that goes on behind the length that its server names: httpx gives the beginning as the whole.

The bytes are counted where they come from the network, below what reads them as HTTP. Importing this takes httpcore,
so it is imported with the first connection.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import httpcore
import httpx

_HEAD_END = b"\r\n\r\n"
# Heads that only announce the one to come.
_INTERIM = (b"HTTP/1.1 1", b"HTTP/1.0 1")
_LONGEST_HEADS = 1 << 16
# Some old servers end a body with a line end that they do not count.
_LINE_END = 2

Options = Iterable[Any] | None


class _Stream(httpcore.AsyncNetworkStream):
    """A connection that counts what has come since something was last sent."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self._begun = bytearray()
        self._came = 0

    def behind(self, length: int) -> int:
        """How many bytes came behind a body of that length; 0 where its head can't be told from it."""
        at = 0
        while (end := self._begun.find(_HEAD_END, at)) >= 0:
            body = end + len(_HEAD_END)
            if not self._begun.startswith(_INTERIM, at):
                return max(0, self._came - body - length)
            at = body
        return 0

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = await self._stream.read(max_bytes, timeout)
        self._came += len(data)
        if len(self._begun) < _LONGEST_HEADS:
            self._begun += data
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._begun, self._came = bytearray(), 0
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._stream.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Network(httpcore.AsyncNetworkBackend):
    """The network, each of its connections counted; hosts among `pins` are had at these numeric addresses alone."""

    def __init__(self, network: httpcore.AsyncNetworkBackend, pins: Mapping[str, Sequence[str]]) -> None:
        self._network = network
        self._pins = pins

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Options = None,
    ) -> httpcore.AsyncNetworkStream:
        *first, last = self._pins.get(host) or (host,)
        for place in first:
            try:
                return _Stream(await self._network.connect_tcp(place, port, timeout, local_address, socket_options))
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return _Stream(await self._network.connect_tcp(last, port, timeout, local_address, socket_options))

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Options = None
    ) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._network.connect_unix_socket(path, timeout, socket_options))

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


class CountingTransport(httpx.AsyncHTTPTransport):
    """httpx's own way to a server, or through a proxy, with `overflow` told of each reply."""

    def __init__(self, pins: Mapping[str, Sequence[str]], **options: Any) -> None:
        super().__init__(**options)
        # httpx has no option for it; httpcore's pool takes it when it is made.
        self._pool._network_backend = _Network(self._pool._network_backend, pins)  # noqa: SLF001


def overflow(response: httpx.Response, length: int) -> int:
    """How many bytes came behind a body of that length. For replies of a CountingTransport, once the body was read."""
    stream = response.extensions.get("network_stream")
    behind = stream.behind(length) if isinstance(stream, _Stream) else 0
    return behind if behind > _LINE_END else 0
