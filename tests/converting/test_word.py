"""Word documents part by part: all that a reader sees of every construct arrives, nothing that a reader does not."""

from __future__ import annotations

import pytest

from gangdan_gui.converting.conversion import convert
from gangdan_gui.converting.office.word_pieces import joined
from gangdan_gui.domain.errors import UnreadableFile
from tests.converting.office_files import docx_of, edited, made, pack, parts_of

_MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
_V = 'xmlns:v="urn:schemas-microsoft-com:vml"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_BY = 'w:id="1" w:author="a" w:date="2024-01-01T00:00:00Z"'
_DELETED = f"<w:trPr><w:del {_BY}/></w:trPr>"
_PAGE = "<html><body><h2>雨</h2><p>Rain <b>falls</b>.</p></body></html>"
_MAIL = (
    "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=X\n\n--X\nContent-Type: text/html; "
    f'charset="utf-8"\nContent-Transfer-Encoding: 8bit\n\n{_PAGE}\n--X--\n'
)
_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def run(words: str, settings: str = "") -> str:
    return f"<w:r>{settings}<w:t>{words}</w:t></w:r>"


def par(inside: str) -> str:
    return f"<w:p>{inside}</w:p>"


def words(text: str) -> str:
    return par(run(text))


def row(*cells: str, settings: str = "") -> str:
    return f"<w:tr>{settings}{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>"


def read(body: str) -> str:
    return convert(docx_of(body), "a.docx").text.removesuffix("\n")


def field(*inside: str) -> str:
    return "".join(f"<w:r>{part}</w:r>" for part in inside)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"<w:sdt><w:sdtContent>{words('a form')}</w:sdtContent></w:sdt>", "a form"),
        (par(f"<w:sdt><w:sdtContent>{run('in a line')}</w:sdtContent></w:sdt>"), "in a line"),
        (par(f"<w:customXml>{run('marked')}</w:customXml>"), "marked"),
        (f"<w:customXml>{words('marked')}</w:customXml>", "marked"),
        (par(f"<w:smartTag>{run('a name')}</w:smartTag>"), "a name"),
        (par(f'<w:fldSimple w:instr="DATE">{run("today")}</w:fldSimple>'), "today"),
        (par(f'<w:bdo w:val="rtl">{run("right")}</w:bdo>'), "right"),
        (par(f"<w:ins {_BY}>{run('added')}</w:ins>"), "added"),
        (f"<w:ins {_BY}>{words('added')}</w:ins>", "added"),
        (par(f"<w:del {_BY}><w:r><w:delText>GONE</w:delText></w:r></w:del>{run('stays')}"), "stays"),
        (
            par(f"<w:moveFrom {_BY}>{run('GONE')}</w:moveFrom>") + par(f"<w:moveTo {_BY}>{run('here')}</w:moveTo>"),
            "here",
        ),
        (par(run("HIDDEN", "<w:rPr><w:vanish/></w:rPr>") + run("shown")), "shown"),
        (par(run("shown", '<w:rPr><w:vanish w:val="0"/></w:rPr>')), "shown"),
        (
            par(
                f"<mc:AlternateContent {_MC}><mc:Choice Requires='w14'>{run('new')}</mc:Choice>"
                f"<mc:Fallback>{run('OLD')}</mc:Fallback></mc:AlternateContent>"
            ),
            "new",
        ),
        (par(f'<w:r><w:pict><v:shape {_V}><v:textpath string="Word art"/></v:shape></w:pict></w:r>'), "Word art"),
        (par("<w:r><w:t>left</w:t><w:ptab/><w:t>right</w:t></w:r>"), "left right"),
        (
            par(
                "".join(
                    f"<w:r><w:ruby><w:rt>{run(above)}</w:rt><w:rubyBase>{run(base)}</w:rubyBase></w:ruby></w:r>"
                    for base, above in (("水", "shuǐ"), ("循", "xún"), ("环", "huán"))
                )
            ),
            "水循环 (shuǐ xún huán)",
        ),
        (
            par(
                field(
                    '<w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/>'
                    '<w:listEntry w:val="one"/><w:listEntry w:val="two"/></w:ddList></w:ffData></w:fldChar>',
                    "<w:instrText>FORMDROPDOWN</w:instrText>",
                    '<w:fldChar w:fldCharType="end"/>',
                )
            ),
            "two",
        ),
        (
            f"<w:tbl>{row(words('a'), words('b'))}{row(words('1'), words('2'))}</w:tbl>",
            "| a | b |\n|---|---|\n| 1 | 2 |",
        ),
        (
            f"<w:tbl>{row(words('a'))}{row(words('GONE'), settings=_DELETED)}{row(words('c'))}</w:tbl>",
            "| a |\n|---|\n| c |",
        ),
        (
            "<w:tbl>"
            + row(words("a") + "<w:tbl>" + row(words("n"), words("m")) + "</w:tbl><w:p/>", words("b"))
            + "</w:tbl>",
            "| a n · m; | b |\n|---|---|",
        ),
    ],
)
def test_what_stands_around_words_hides_none_of_them(body: str, expected: str) -> None:
    assert read(words("Before.") + body + words("After.")) == f"Before.\n\n{expected}\n\nAfter."


def test_a_main_part_of_another_name_is_changed_as_well() -> None:
    package = parts_of(docx_of(par(f'<w:fldSimple w:instr="DATE">{run("today")}</w:fldSimple>')))
    moved = {name.replace("word/document.xml", "word/document2.xml"): part for name, part in package.items()}
    moved["word/_rels/document2.xml.rels"] = moved.pop("word/_rels/document.xml.rels")
    for name in ("_rels/.rels", "[Content_Types].xml"):
        moved[name] = moved[name].replace(b"word/document.xml", b"word/document2.xml")
    assert convert(pack(moved), "a.docx").text == "today\n"


def _with_part(body: str, kind: str, target: str, content: str | bytes) -> bytes:
    link = f'<Relationship Id="rX" Type="{_TYPES}/{kind}" Target="{target}"/>'
    package = edited(
        docx_of(body),
        "word/_rels/document.xml.rels",
        lambda xml: xml.replace("</Relationships>", link + "</Relationships>"),
    )
    return pack({**parts_of(package), f"word/{target}": content})


def test_the_words_of_a_diagram_stand_after_its_paragraph() -> None:
    drawing = "http://schemas.openxmlformats.org/drawingml/2006"
    dgm, a = f"{drawing}/diagram", f"{drawing}/main"
    points = "".join(
        f"<dgm:pt><dgm:t><a:p><a:r><a:t>{word}</a:t></a:r></a:p></dgm:t></dgm:pt>" for word in ("Cloud", "雨", "River")
    )
    data = f'<dgm:dataModel xmlns:dgm="{dgm}" xmlns:a="{a}"><dgm:ptLst>{points}</dgm:ptLst></dgm:dataModel>'
    body = words("Before.") + par(
        f'<w:r><w:drawing><dgm:relIds xmlns:dgm="{dgm}" {_R} r:dm="rX"/></w:drawing></w:r>'
    ) + words("After.")  # fmt: skip
    made_text = convert(_with_part(body, "diagramData", "diagrams/data1.xml", data), "a.docx").text
    assert made_text == "Before.\n\nCloud\n\n雨\n\nRiver\n\nAfter.\n"


@pytest.mark.parametrize(("target", "page"), [("page.htm", _PAGE), ("page.mht", _MAIL)])
def test_a_page_that_was_put_in_whole_is_read(target: str, page: str) -> None:
    body = words("Before.") + f'<w:altChunk {_R} r:id="rX"/>' + words("After.")
    made_text = convert(_with_part(body, "aFChunk", target, page.encode()), "a.docx").text
    assert made_text == "Before.\n\n## 雨\n\nRain **falls**.\n\nAfter.\n"


def test_comments_are_left_out_and_notes_kept() -> None:
    given = made("docx", "Words[^1] [said]{.comment-start id=0 author=A}here[]{.comment-end id=0}.\n\n[^1]: A note.\n")
    text = convert(given, "a.docx").text
    assert text == "Words[^1] here.\n\n[^1]: A note.\n"


def test_a_document_of_pictures_alone_says_so() -> None:
    blip = '<w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/></w:drawing></w:r>'
    with pytest.raises(UnreadableFile) as refused:
        read(par(blip))
    assert refused.value.reason.code == "only-pictures"
    with pytest.raises(UnreadableFile) as empty:
        read("<w:p/>")
    assert empty.value.reason.code == "blank"


def test_a_large_document_is_the_same_as_a_small_one_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(
        f"# 第{number}章\n\nRain {number} falls[^{number}] on **hills**, $x^{number}$.\n\n1. one\n2. two\n3. three\n\n"
        f"| a | b |\n|---|---|\n| {number} | 2 |\n\n[^{number}]: Note {number}.\n"
        for number in range(1, 13)
    )
    given = made("docx", text)
    whole = convert(given, "a.docx").text
    monkeypatch.setattr("gangdan_gui.converting.office.word_pieces._BLOCKS", 10)
    cut = convert(given, "a.docx").text
    notes = [line for line in whole.splitlines() if line.startswith("[^")]
    assert len(notes) == 12
    assert sorted(notes) == sorted(line for line in cut.splitlines() if line.startswith("[^"))
    assert [line for line in whole.splitlines() if line and line not in notes] == [
        line for line in cut.splitlines() if line and line not in notes
    ]


def test_notes_are_counted_on_from_piece_to_piece() -> None:
    assert joined(["a[^1] b[^2]\n\n[^1]: x\n\n[^2]: y\n", "no note\n", "c[^1]\n\n[^1]: z\n"]) == (
        "a[^1] b[^2]\n\n[^1]: x\n\n[^2]: y\n\nno note\n\nc[^3]\n\n[^3]: z"
    )


@pytest.mark.slow
def test_a_hundred_thousand_paragraphs_take_little_memory() -> None:
    resource = pytest.importorskip("resource")
    text = convert(docx_of("".join(words(f"Paragraph {number} of rain.") for number in range(100_000))), "a.docx").text
    assert text.count("Paragraph") == 100_000
    assert text.rstrip().endswith("Paragraph 99999 of rain.")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 800_000  # kilobytes
