"""Photographs and scans (PNG, JPEG, WebP, TIFF, BMP) as Markdown, by text recognition; each frame of a TIFF is a page.

Codes of the reasons given here. Errors: `picture` (the part for recognition is not installed), `small-picture`,
`damaged-file`, `unpacked-too-large`, `recognition-failed`. Warnings: `recognised`, `uncertain-lines` (their detail is
how many), `recognition-stopped` (its detail is how many pages were left).
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from gangdan_gui.converting import recognition
from gangdan_gui.converting.formats import Body
from gangdan_gui.converting.pdf.prose import PAGE_MARK, write
from gangdan_gui.converting.recognition.mark import marked
from gangdan_gui.converting.recognition.run import Recognition
from gangdan_gui.domain.errors import UnreadableFile

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP")
LEAST_SIDE = 300
"""Dots: what is smaller is an icon, a logo or a button."""

_MOST_DOTS = 120_000_000


def to_markdown(data: bytes) -> Body:
    """Convert a picture. Raises UnreadableFile."""
    if not recognition.is_available():
        raise UnreadableFile(code="picture", detail="")
    run = Recognition()
    pages = [run.page(number, pixels) for number, pixels in enumerate(_frames(data), start=1)]
    text = marked(write(pages, {}), run.recognised)
    if len(pages) == 1:
        return Body(text.replace(PAGE_MARK, ""), warnings=run.warnings())
    return Body(text, warnings=run.warnings(), page_mark=PAGE_MARK)


def _frames(data: bytes) -> Iterator[recognition.Pixels]:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of its size, which is looked at here
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                for number in range(getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1):
                    picture.seek(number)
                    yield _pixels(picture)
    except UnidentifiedImageError as error:
        raise UnreadableFile(code="other-format", detail="") from error
    except Image.DecompressionBombError as error:
        raise UnreadableFile(code="unpacked-too-large", detail="") from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:  # what decoders raise of damaged files
        raise UnreadableFile(code="damaged-file", detail="") from error


def _pixels(picture: Image) -> recognition.Pixels:
    """What a reader sees: turned as the camera was held, what is transparent as white paper."""
    from PIL import Image, ImageOps

    if min(picture.size) < LEAST_SIDE:
        raise UnreadableFile(code="small-picture", detail="")
    if picture.width * picture.height > _MOST_DOTS:
        raise UnreadableFile(code="unpacked-too-large", detail="")
    longest = recognition.LONGEST_SIDE
    picture.draft("RGB", (longest, longest))
    upright = ImageOps.exif_transpose(picture)
    upright.thumbnail((longest, longest))
    if upright.has_transparency_data:
        layers = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", layers.size, "white"), layers)
    return np.ascontiguousarray(np.asarray(upright.convert("RGB"))[:, :, ::-1])
