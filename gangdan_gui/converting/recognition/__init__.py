"""Text recognition (OCR) of Chinese and English, where the optional part for it is installed (`gangdan-gui[ocr]`).

RapidOCR brings the models in its package. They are named to it by their places, because what it isn't given it would
download. Its settings here keep a page of 200 dots an inch to about 3 seconds on two cores and 400 MB; with its own
ones it takes twice the memory and finds the same lines.
"""

from __future__ import annotations

import functools
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gangdan_gui.domain.errors import UnreadableFile

if TYPE_CHECKING:  # whether it is available is asked where no picture is read
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    """(height, width, 3), blue first."""

DOTS = 200
"""An inch: finer ones find no more letters of printed pages."""

LONGEST_SIDE = 2400
_LEAST_CONFIDENCE = 0.6  # letters guessed from stains and pictures score less
_MODELS = {
    "Det": "PP-OCRv6_det_small.onnx",
    "Rec": "PP-OCRv6_rec_small.onnx",
    "Cls": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
}
_SETTINGS = {
    "Global.log_level": "critical",
    "Global.max_side_len": LONGEST_SIDE,
    "Det.limit_type": "max",
    "Det.limit_side_len": 1120,
    "Rec.rec_batch_num": 1,
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of recognised text, and the upright box around it, in dots from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was read of a picture. `dropped` lines were too uncertain."""

    lines: tuple[Line, ...]
    dropped: int = 0


def is_available() -> bool:
    """Whether text can be recognised here; cheap, imports nothing."""
    return _models() is not None and importlib.util.find_spec("onnxruntime") is not None


def recognise(pixels: Pixels) -> Recognised:
    """Read the lines of a picture. Blocking, seconds. Raises UnreadableFile (`recognition-failed`)."""
    try:
        found = _engine()(pixels, use_cls=False)
    except Exception as error:  # the edge: four libraries lie below, each with its own errors
        raise UnreadableFile(code="recognition-failed", detail=type(error).__name__) from error
    if found.boxes is None or found.txts is None:
        return Recognised(())
    lines = [
        Line(text.strip(), *map(float, (*box.min(axis=0), *box.max(axis=0))))
        for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
        if score >= _LEAST_CONFIDENCE and text.strip()
    ]
    return Recognised(tuple(lines), len(found.txts) - len(lines))


@functools.cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    folder = _models()
    assert folder is not None
    places = {f"{part}.model_path": str(folder / name) for part, name in _MODELS.items()}
    return RapidOCR(params={**_SETTINGS, **places})


@functools.cache
def _models() -> Path | None:
    """The folder of the models; None where one of them is missing: nothing is ever downloaded in its place."""
    package = importlib.util.find_spec("rapidocr")
    for place in (package.submodule_search_locations if package else None) or ():
        folder = Path(place, "models")
        if all((folder / name).is_file() for name in _MODELS.values()):
            return folder
    return None
