"""The one door to files that are shipped with the product: in a wheel, a checkout or a frozen folder alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# In a wheel and in a frozen folder the files stand inside the package, in a checkout beside it.
_ROOT = _PACKAGE if (_PACKAGE / "resources").is_dir() else _PACKAGE.parent

SOURCES_YAML = _ROOT / "sources.yaml"


def resource(*parts: str) -> Path:
    """The path of a file or folder in `resources/`."""
    return _ROOT.joinpath("resources", *parts)
