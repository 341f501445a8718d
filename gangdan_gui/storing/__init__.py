"""Keeps what the library holds: manifest, cached and stored vectors, conversations, lock. The only room with chromadb."""
