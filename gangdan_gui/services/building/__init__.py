"""Builds sources: what there is to do, the doing of it, and what it left."""
