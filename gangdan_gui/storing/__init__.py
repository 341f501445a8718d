"""Keeps what the library holds: manifest, vectors, Markdown, conversations, lock. The only room with chromadb."""
