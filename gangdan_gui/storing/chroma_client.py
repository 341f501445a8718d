"""The only file that knows chromadb: opens its clients, finds collections, and says what it refuses."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl

    import httpx

# What it takes for its own settings: a variable that was meant for another program must not lead ours elsewhere.
_OWN_VARIABLES = ("CHROMA_", "IS_PERSISTENT", "PERSIST_DIRECTORY", "ALLOW_RESET", "MIGRATIONS", "ENVIRONMENT")


class ChromaSaid(Exception):
    """What Chroma refuses, in its own words."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def folder_client(folder: str) -> Any:
    """The client of a folder, given as an absolute path."""
    _settle()
    import chromadb
    from chromadb.config import Settings

    return chromadb.PersistentClient(path=folder, settings=Settings(anonymized_telemetry=False))


def server_client(
    url: str, headers: dict[str, str], trusted: ssl.SSLContext | None, timeout: httpx.Timeout, hear: Any
) -> Any:
    """The client of a server. `hear` is called with each response, and may raise.

    Which proxy it takes, the variables of this process say.
    """
    _settle()
    import chromadb
    from chromadb.config import Settings

    settings = Settings(anonymized_telemetry=False)
    if trusted is not None:
        # Its declaration knows files only; what reads it takes a context, too.
        settings.chroma_server_ssl_verify = trusted  # type: ignore[assignment]
    client = chromadb.HttpClient(host=url, headers=headers, settings=settings)
    # It would wait for ever, and has no other place to say how long.
    session = client._server._session  # type: ignore[attr-defined]  # noqa: SLF001
    session.timeout = timeout
    session.event_hooks = {"response": [hear]}
    return client


def collection_of(client: Any, name: str) -> Any | None:
    """A collection; None where there is none."""
    from chromadb.errors import NotFoundError

    try:
        # Without `None` the default function is attached, which would fetch a model.
        return client.get_collection(name, embedding_function=None)
    except NotFoundError:
        return None


@contextmanager
def refusals() -> Iterator[None]:
    """Raise ChromaSaid for what Chroma refuses; an id that is given twice, a fault of ours, stays as it is."""
    try:
        yield
    except BaseException as error:
        if _is_refusal(error):
            raise ChromaSaid(str(error)) from error
        raise


def _is_refusal(error: BaseException) -> bool:
    if "chromadb" not in sys.modules:  # which takes a second, and who never got so far did not need it
        return False
    from chromadb.errors import ChromaError, DuplicateIDError

    if isinstance(error, ChromaError):
        return not isinstance(error, DuplicateIDError)  # for which no store should be set aside
    # A panic of the compiled part is no Exception, and its class can't be imported.
    return type(error).__name__ == "PanicException"


def _settle() -> None:
    """Let nothing that lies about decide for us: variables, a file `.env` of the folder that the program began in."""
    for name in [name for name in os.environ if name.upper().startswith(_OWN_VARIABLES)]:
        del os.environ[name]
    os.environ["ANONYMIZED_TELEMETRY"] = "False"
    os.chdir(os.path.abspath(os.sep))  # noqa: PTH100
    # It reports its own failure to report.
    logging.getLogger("chromadb.telemetry").setLevel(logging.CRITICAL)
