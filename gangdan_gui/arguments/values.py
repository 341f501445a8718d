"""Reads the values of options, each raising ArgumentTypeError for what is none."""

from __future__ import annotations

import argparse
import datetime
import re
from pathlib import Path

from gangdan_gui.domain.search import Mode
from gangdan_gui.reranking.names import EXAMPLE, is_reranker
from gangdan_gui.services.sources.freezing import today

_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


def number(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"“{text}” is no whole number") from error


def count(text: str) -> int:
    """A number of things, 1 or more."""
    counted = number(text)
    if counted < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return counted


def place(text: str) -> int:
    """A place in a text, counted from 0."""
    found = number(text)
    if found < 0:
        raise argparse.ArgumentTypeError("must be 0 or more")
    return found


def share(text: str) -> int:
    """How many of a hundred."""
    found = number(text)
    if not 0 <= found <= 100:
        raise argparse.ArgumentTypeError("must be 0 to 100")
    return found


def reranker(text: str) -> str:
    """A reranker by its name, a file by its whole path; “none” for none."""
    if text.strip().lower().endswith(".onnx"):
        text = str(Path(text.strip()).expanduser().absolute())
    if not text.strip() or not is_reranker(text):
        raise argparse.ArgumentTypeError(f"must be such as {EXAMPLE}, or none")
    return text


def mode(text: str) -> Mode:
    """By what is searched."""
    try:
        return Mode(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(Mode)}") from error


def something(text: str) -> str:
    """A script's variable that was never set arrives as an empty word, and must not mean anything."""
    if not text.strip():
        raise argparse.ArgumentTypeError("nothing stands there: write something, or leave it out")
    return text


def day_to_come(text: str) -> str:
    """A day after today."""
    try:
        day = datetime.date.fromisoformat(text.strip())
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a day such as 2027-01-31") from error
    if day.isoformat() <= today():
        raise argparse.ArgumentTypeError("must be a day to come")
    return day.isoformat()


def date(text: str) -> str:
    """A day, month or year; empty for none."""
    written = text.strip()
    try:
        if written and not (written.isascii() and _DATE.fullmatch(written)):
            raise ValueError
        datetime.date.fromisoformat(f"{written or '2000'}-01-01"[:10])
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a day, month or year such as 2024-05-17, 2024-05 or 2024") from error
    return written


def doi(text: str) -> str:
    """A DOI without the address before it."""
    return re.sub(r"(?i)^(https?://(dx\.)?doi\.org/|doi:)\s*", "", text.strip())
