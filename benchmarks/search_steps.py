"""Questions asked of a library of many vectors, and the same asked of Chroma and of all vectors one by one."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager, aclosing
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from benchmarks.jittered import LABEL, Jittered
from benchmarks.memory import Peak
from benchmarks.store_steps import questions
from benchmarks.whole import settle
from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.documents import chunk_of
from gangdan_gui.domain.search import Mode, SearchResult
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.storing.chroma_store import ChromaStore
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.wiring import WiredServices

_SHOWN, _WARM = 10, 3


def measured(home: str, documents: str, asked: str) -> dict[str, Any]:
    """Milliseconds of each question by mode and of Chroma's queries, the share of exact hits, and memory."""
    with Peak() as peak:
        found = asyncio.run(_measured(Path(home), documents, int(asked)))
    return found | {"memory": peak.bytes}


async def _measured(home: Path, documents: str, asked: int) -> dict[str, Any]:
    settle(home)
    embedder = Jittered()
    async with _opened(home, embedder, ChromaStore(home / "chroma")) as opened:
        await _build(opened, Path(documents))
    store = ChromaStore(home / "chroma")
    async with _opened(home, embedder, store) as opened:
        titles = questions(documents, asked + _WARM)
        times: dict[str, Any] = await _started(opened, titles[0])
        for mode in Mode:
            options = SearchOptions(mode=mode, count=_SHOWN)
            results = [await opened.services.assistant.search(title, options) for title in titles]
            times[mode] = [result.seconds["search"] * 1000 for result in results[_WARM:]]
        dense = SearchOptions(mode=Mode.DENSE, count=_SHOWN, explain=True)
        shown = [await opened.services.assistant.search(title, dense) for title in titles]
        vectors = [(await embedder.embed_question(title)).row(0) for title in titles]
        times["raw"], near = await _raw(store, vectors)
        times["raw"] = times["raw"][_WARM:]
    nearest = await _nearest(home, vectors)
    ours = [set(_nearest_found(result)) for result in shown]
    return times | {"exact": _exactness(nearest, ours), "exact_raw": _exactness(nearest, near)}


def _opened(home: Path, embedder: Jittered, store: ChromaStore) -> AbstractAsyncContextManager[Application]:
    return open_application(home, "benchmark", replaced=Replaced(embedder=lambda _: embedder, store=store))


async def _started(opened: Application, title: str) -> dict[str, Any]:
    """Seconds of the first question after a start, and until what is found by meaning is in memory."""
    begun = time.perf_counter()
    await opened.services.assistant.search(title, SearchOptions(count=_SHOWN))
    asked = time.perf_counter()
    assert isinstance(opened.services, WiredServices)
    await opened.services.searcher.prepare()
    return {"first": asked - begun, "reading": time.perf_counter() - begun}


def _nearest_found(result: SearchResult) -> list[str]:
    assert result.trace
    found = sorted((one.distance, one.chunk) for one in result.trace.candidates if one.distance is not None)
    return [chunk for _, chunk in found[:_SHOWN]]


async def _build(opened: Application, documents: Path) -> None:
    sources = [(await opened.services.library.add(str(folder))).source.id for folder in sorted(documents.iterdir())]
    async with aclosing(opened.services.library.build(sources, BuildOptions(embedder=LABEL))) as events:
        async for _ in events:
            pass


async def _raw(store: ChromaStore, vectors: list[bytes]) -> tuple[list[float], list[set[str]]]:
    """Milliseconds of asking all collections one after another, and the rows found."""
    times, near, names = [], [], await store.names()
    for vector in vectors:
        begun = time.perf_counter()
        found = [await store.query(name, vector, _SHOWN) for name in names]
        times.append((time.perf_counter() - begun) * 1000)
        best = sorted((one.distance, one.id) for some in found for one in some)[:_SHOWN]
        near.append({chunk_of(id_) for _, id_ in best})
    return times, near


async def _nearest(home: Path, vectors: list[bytes]) -> list[set[str]]:
    """The truly nearest chunks to each vector."""
    manifest = Manifest(home, read_only=True)
    ids: list[str] = []
    data: list[bytes] = []
    for record in await manifest.sources.all():
        assert record.live is not None
        rows = await manifest.documents.rows(record.live, sorted(await manifest.documents.live_ids(record.live)))
        kept = await manifest.vectors.get(record.live.identity, [text for _, text in rows], record.live.maker)
        known = [(id_, vector) for (id_, _), vector in zip(rows, kept, strict=True) if vector]
        ids += [id_ for id_, _ in known]
        data += [vector for _, vector in known]
    await manifest.close()
    matrix = np.frombuffer(b"".join(data), np.float32).reshape(len(ids), -1)
    places = (np.argsort(-(matrix @ np.frombuffer(vector, np.float32)), kind="stable")[:_SHOWN] for vector in vectors)
    return [{chunk_of(ids[place]) for place in some} for some in places]


def _exactness(nearest: list[set[str]], found: list[set[str]]) -> float:
    """The share of the truly nearest chunks that were found."""
    return mean(len(truly & some) / len(truly) for truly, some in zip(nearest, found, strict=True))
