"""The options by which every command that searches says where and how."""

from __future__ import annotations

import argparse

from gangdan_gui.arguments.values import count, mode, reranker, something
from gangdan_gui.domain.search import Mode


def add_collections(parser: argparse.ArgumentParser) -> None:
    """Put `-c` into a command."""
    only = "only this source, by its id or title; may be given more than once"
    parser.add_argument("-c", type=something, dest="collections", action="append", default=[], metavar="ID", help=only)


def add_count(parser: argparse.ArgumentParser) -> None:
    """Put `-k` into a command."""
    parser.add_argument("-k", type=count, dest="count", metavar="N", help="how many passages (as in the settings)")


def add_mode(parser: argparse.ArgumentParser) -> None:
    """Put `--mode` into a command."""
    modes = "hybrid: by meaning and by words (as usual); dense: by meaning; keyword: by words"
    parser.add_argument("--mode", type=mode, default=Mode.HYBRID, metavar="MODE", help=modes)


def add_reranker(parser: argparse.ArgumentParser) -> None:
    """Put `--reranker` into a command."""
    what = "puts the best of what was found into a better order: ollama:MODEL, or a cross-encoder's ONNX file; or none"
    parser.add_argument("--reranker", type=reranker, metavar="NAME", help=what)
