"""Text recognition: what is done with lines that were read, and real reading of pictures drawn here."""

from __future__ import annotations

import io
import sys

import pytest

from gangdan_gui.converting import recognition
from gangdan_gui.converting.assets import is_page, is_picture
from gangdan_gui.converting.conversion import Converted, convert, format_of
from gangdan_gui.converting.pdf.prose import PAGE_MARK, write
from gangdan_gui.converting.readers import can_be_read_now
from gangdan_gui.converting.recognition import Line, Recognised
from gangdan_gui.converting.recognition.mark import marked
from gangdan_gui.converting.recognition.page import recognised_page
from gangdan_gui.converting.recognition.run import Recognition
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from tests.pdf_writer import Sheet, pdf

needs_recognition = pytest.mark.skipif(not recognition.is_available(), reason="the extra `ocr` is not installed")
BEGIN = "*The following text was recognised from a picture and may hold mistakes.*"
END = "*The text above was recognised from a picture.*"


def lines(*texts: str, left: float = 100, top: float = 100, height: float = 40, width: float = 900) -> list[Line]:
    return [
        Line(text, left, top + 1.5 * height * number, left + width, top + 1.5 * height * number + height)
        for number, text in enumerate(texts)
    ]


def prose(*found: Line, size: tuple[float, float] = (2000, 2400)) -> str:
    return write([recognised_page(1, found, size)], {}).replace(PAGE_MARK, "")


@pytest.fixture
def no_recognition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognition, "is_available", lambda: False)


def test_lines_are_joined_to_paragraphs_whatever_the_size_of_the_picture() -> None:
    for scale in (0.5, 1, 3):
        found = lines("rain falls on hills and runs", "down into rivers,", height=40 * scale, width=900 * scale)
        assert prose(*found, size=(2000 * scale, 2400 * scale)) == "rain falls on hills and runs down into rivers,"


def test_chinese_lines_are_joined_without_blanks() -> None:
    assert prose(*lines("排序算法的稳定性是指相等的元素", "在排序之后仍然保持次序。")) == (
        "排序算法的稳定性是指相等的元素在排序之后仍然保持次序。"
    )


def test_columns_are_read_one_after_the_other() -> None:
    words = ["rain falls on the hills and", "runs down into the streams", "which meet in the valley", "and go on."]
    left = lines(*words, left=100, width=800)
    right = lines(*[word.upper() for word in words], left=1000, width=800)
    mixed = [line for pair in zip(left, right, strict=True) for line in pair]
    assert prose(*mixed) == f"{' '.join(words)}\n\n{' '.join(words).upper()}"


def test_a_larger_line_is_a_heading() -> None:
    title = Line("The Cycle of Water", 100, 20, 800, 90)
    assert prose(title, *lines("rain falls on hills and runs", "down into rivers,", top=160)).startswith(
        "# The Cycle of Water\n\n"
    )


def test_a_page_without_lines_has_no_words() -> None:
    page = recognised_page(3, (), (600, 800))
    assert (page.number, page.runs, page.pictures) == (3, (), True)


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ([], "ONE.TWO.THREE."),
        ([1, 2, 3], "B.ONE.TWO.THREE."),
        ([2], "ONE.B.TWO.E.THREE."),
        ([2, 3], "ONE.B.TWO.THREE."),
        ([1, 3], "B.ONE.E.TWO.B.THREE."),
    ],
)
def test_where_recognised_pages_begin_and_end_is_said(pages: list[int], expected: str) -> None:
    text = "".join(f"{PAGE_MARK}{word}\n\n" for word in ("ONE", "TWO", "THREE"))
    made = marked(text, pages)
    assert made.count(PAGE_MARK) == 3
    words = made.replace(PAGE_MARK, "").replace(BEGIN, "B").replace(END, "E").split()
    assert "".join(f"{word}." for word in words) == expected


def test_when_the_time_is_up_what_was_read_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    np = pytest.importorskip("numpy")
    now = iter([0.0, 1.0, 2.0, 11.0, 12.0])
    monkeypatch.setattr(
        "gangdan_gui.converting.recognition.run.recognise",
        lambda _: Recognised(tuple(lines("rain falls on hills")), dropped=2),
    )
    run = Recognition(seconds=10, clock=lambda: next(now))
    paper = np.full((400, 400, 3), 255, np.uint8)
    assert [bool(run.page(number, paper).runs) for number in (1, 2, 3, 4)] == [True, True, False, False]
    assert run.recognised == [1, 2]
    assert run.warnings() == (
        Reason("recognised", "2"), Reason("uncertain-lines", "4"), Reason("recognition-stopped", "2"),
    )  # fmt: skip


@pytest.mark.usefixtures("no_recognition")
@pytest.mark.parametrize("name", ["board.png", "Board.JPG", "scan.tif", "a.webp", "a.bmp"])
def test_without_the_part_for_it_pictures_are_named(name: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        convert(b"\x89PNG\r\n\x1a\n" + bytes(range(200)), name)
    assert refused.value.reason == Reason("picture")


@pytest.mark.usefixtures("no_recognition")
def test_without_the_part_for_it_scans_are_named_and_looked_at_again_when_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(UnreadableFile) as refused:
        convert(pdf(Sheet().picture()), "scan.pdf")
    assert refused.value.reason == Reason("scanned")
    mixed = convert(
        pdf(Sheet().words(50, 700, "Rain falls on hills and runs into rivers."), Sheet().picture()), "a.pdf"
    )
    assert mixed.warnings == (Reason("pages-scanned", "1"),)


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("board.jpg", True),
        ("lesson 3/blackboard.PNG", True),
        ("扫描/第一页.tif", True),
        ("docs/images/logo.png", False),
        ("_static/a.png", False),
        ("notes.assets/a.png", False),
        ("Saved page_files/a.jpg", False),
        ("assets.jpg", True),
        ("a.gif", False),
        ("a.md", False),
    ],
)
def test_which_pictures_of_a_folder_are_pages_and_which_illustrate_a_text(path: str, page: bool) -> None:
    assert is_page(path) is page


def test_pictures_are_no_format_of_a_download() -> None:
    assert is_picture("a.png")
    assert format_of("a.png") == ""


def test_what_was_left_out_is_looked_at_again_when_its_reader_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not can_be_read_now(frozenset({"damaged-file"}))
    for there in (True, False):
        monkeypatch.setattr("gangdan_gui.converting.libreoffice.program", lambda: "soffice" if there else "")  # noqa: B023
        assert can_be_read_now(frozenset({"old-office"})) is there


def drawn(*rows: str, form: str = "PNG", width: int = 1200, size: int = 40, colour: str = "white") -> bytes:
    """A picture of these lines of words, in the font that is there for them."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (width, max(320, 120 + 2 * size * len(rows))), colour)
    draw = ImageDraw.Draw(picture)
    try:
        font = ImageFont.truetype("wqy-microhei.ttc" if sys.platform != "win32" else "msyh.ttc", size)
    except OSError:
        font = ImageFont.load_default(size)
    for number, row in enumerate(rows):
        draw.text((60, 60 + 1.6 * size * number), row, "black", font)
    whole = io.BytesIO()
    picture.save(whole, form)
    return whole.getvalue()


def has_chinese_font() -> bool:
    from PIL import ImageFont

    try:
        ImageFont.truetype("wqy-microhei.ttc" if sys.platform != "win32" else "msyh.ttc", 20)
    except OSError:
        return False
    return True


def read(data: bytes, name: str) -> Converted:
    return convert(data, name)


@needs_recognition
@pytest.mark.parametrize(
    ("form", "name"), [("PNG", "a.png"), ("JPEG", "a.jpg"), ("WEBP", "a.webp"), ("TIFF", "a.tif"), ("BMP", "a.bmp")]
)
def test_words_of_a_picture(form: str, name: str) -> None:
    result = read(drawn("Rain falls on the hills and runs", "down into 42 rivers.", form=form), name)
    assert result.text == f"{BEGIN}\n\nRain falls on the hills and runs down into 42 rivers.\n"
    assert result.warnings == (Reason("recognised", "1"),)
    assert result.places.kind == ""


@needs_recognition
def test_chinese_words_of_a_picture() -> None:
    if not has_chinese_font():
        pytest.skip("no font for Chinese is installed")
    result = read(drawn("排序算法的稳定性是指相等的元素在", "排序之后仍然保持次序。"), "a.png")
    assert (
        result.text
        == "*以下文字由图片识别而来，可能有误。*\n\n排序算法的稳定性是指相等的元素在排序之后仍然保持次序。\n"
    )
    assert result.language == "zh"


@needs_recognition
def test_a_photograph_is_read_as_it_was_held() -> None:
    from PIL import Image

    upright = Image.open(io.BytesIO(drawn("Rain falls on the hills", "and runs into rivers.", width=900)))
    turned = upright.transpose(Image.Transpose.ROTATE_90)
    facts = Image.Exif()
    facts[0x0112] = 6  # to be turned to the right
    whole = io.BytesIO()
    turned.save(whole, "JPEG", exif=facts)
    assert "Rain falls on the hills and runs into rivers." in read(whole.getvalue(), "photo.jpg").text


@needs_recognition
def test_each_frame_of_a_tiff_is_a_page() -> None:
    from PIL import Image

    frames = [Image.open(io.BytesIO(drawn(f"Words on page {name}.", width=700))) for name in ("one", "two")]
    whole = io.BytesIO()
    frames[0].save(whole, "TIFF", save_all=True, append_images=frames[1:])
    result = read(whole.getvalue(), "scan.tiff")
    assert len(result.places.starts) == 2
    assert result.places.at(result.text.index("page two")) == 2


@needs_recognition
def test_a_scanned_pdf_has_the_words_and_the_pages_of_its_pictures() -> None:
    from PIL import Image

    scans = [Image.open(io.BytesIO(drawn(f"Scanned words of page {name}.", width=1000))) for name in ("one", "two")]
    whole = io.BytesIO()
    scans[0].save(whole, "PDF", save_all=True, append_images=scans[1:])
    result = read(whole.getvalue(), "scan.pdf")
    assert result.text == f"{BEGIN}\n\nScanned words of page one.\n\nScanned words of page two.\n"
    assert result.places.at(result.text.index("page two")) == 2
    assert result.warnings == (Reason("recognised", "2"),)


@needs_recognition
@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: drawn(), "blank"),
        (lambda: drawn("Rain", width=200), "small-picture"),
        (lambda: drawn("Rain falls on hills.")[:900], "damaged-file"),
        (lambda: b"Just words.", "other-format"),
        (lambda: b"", "empty"),
    ],
)
def test_pictures_with_nothing_to_read(make, code: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(make(), "a.png")
    assert refused.value.reason.code == code


@needs_recognition
def test_a_picture_that_unpacks_to_too_much_is_not_unpacked() -> None:
    from PIL import Image

    whole = io.BytesIO()
    Image.new("1", (40_000, 40_000)).save(whole, "PNG")
    with pytest.raises(UnreadableFile) as refused:
        read(whole.getvalue(), "a.png")
    assert refused.value.reason.code == "unpacked-too-large"


@needs_recognition
def test_recognising_asks_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a connection was asked for")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    recognition._engine.cache_clear()
    assert "Rain falls" in read(drawn("Rain falls on the hills."), "a.png").text
