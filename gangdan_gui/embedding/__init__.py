"""Turns texts into vectors and checks them, one file an embedder. Does not know where vectors are kept."""
