"""Keeps what the library holds: manifest, embedding cache, vectors, conversations, lock. The only room with chromadb."""
