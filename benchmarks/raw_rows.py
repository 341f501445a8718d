"""Chroma alone with the very rows of a built library: what adding and asking take without the product."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from benchmarks.memory import Peak
from benchmarks.raw import ADDED
from benchmarks.store_steps import questions
from benchmarks.word_vectors import DIMENSION, WordVectors
from gangdan_gui.domain.ports import VectorRow
from gangdan_gui.services.integrity.mending import vector_rows
from gangdan_gui.storing.manifest import Manifest

NEAREST = 15


def raw_rows(home: str, documents: str, folder: str, asked: str) -> dict[str, Any]:
    """Seconds for `add` in Chroma's own settings, milliseconds of each question's nearest rows, peak of memory.

    Reading the rows out of the library and opening Chroma are not in the time.
    """
    with Peak() as peak:
        result = asyncio.run(_added(Path(home), documents, folder, int(asked), peak))
    return result | {"memory": peak.bytes}


async def _added(home: Path, documents: str, folder: str, asked: int, peak: Peak) -> dict[str, Any]:
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(folder, settings=Settings(anonymized_telemetry=False))
    collection = client.create_collection("raw", embedding_function=None, configuration={"hnsw": {"space": "cosine"}})
    seconds, processor, count = 0.0, 0.0, 0
    async for rows in _rows(home):
        count += len(rows)
        begun, used = time.perf_counter(), time.process_time() - peak.processor
        collection.add(
            ids=[row.id for row in rows],
            embeddings=_matrix(b"".join(row.vector for row in rows)),
            documents=[row.text for row in rows],
            metadatas=[row.metadata for row in rows],
        )
        seconds += time.perf_counter() - begun
        processor += time.process_time() - peak.processor - used
    assert collection.count() == count
    return {"seconds": seconds, "processor": processor, "asked": await _asked(collection, questions(documents, asked))}


async def _rows(home: Path) -> AsyncIterator[list[VectorRow]]:
    """All rows of the only source, in batches."""
    manifest = Manifest(home, read_only=True)
    (record,) = await manifest.sources.all()
    assert record.live is not None
    ids = sorted(await manifest.documents.live_ids(record.live))
    for at in range(0, len(ids), ADDED):
        found = await manifest.documents.by_id(record.live, ids[at : at + ADDED])
        rows = [row for item in found.values() for row in item.chunk.rows]
        kept = await manifest.vectors.get(record.live.identity, [text for _, text in rows], record.live.maker)
        vectors = {id_: vector for (id_, _), vector in zip(rows, kept, strict=True) if vector}
        yield vector_rows([item.chunk for item in found.values()], vectors)
    await manifest.close()


async def _asked(collection: Any, titles: list[str]) -> list[float]:
    """Milliseconds of each query; the embedder's part is done before."""
    embedder, times = WordVectors(), []
    for title in titles:
        vector = _matrix((await embedder.embed_question(title)).row(0))
        begun = time.perf_counter()
        collection.query(query_embeddings=vector, n_results=min(NEAREST, collection.count()), include=["distances"])
        times.append((time.perf_counter() - begun) * 1000)
    return times


def _matrix(data: bytes) -> Any:
    import numpy as np

    return np.frombuffer(data, dtype=np.float32).reshape(-1, DIMENSION)
