"""Programs: comments for readers become prose, and no line of code changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.code_languages import LANGUAGES
from gangdan_gui.converting.conversion import convert, format_of, sniff
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason


def markdown(text: str, name: str = "a.cpp") -> str:
    return convert(text.encode(), name).text


def fenced_lines(text: str) -> list[str]:
    blocks = re.findall(r"^(`{3,})[^\n`]*\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)
    return [line for _, block in blocks for line in block.split("\n") if line.strip()]


def test_comments_for_readers_become_prose_and_definitions_headings() -> None:
    source = (
        "// A stack of numbers.\n\n#include <vector>\n\n"
        "/**\n * Adds `vector<int>` and <b>.\n *\n * @param a first\n */\n"
        "template <typename T>\nint add(int a) {\n\t// inside\n\treturn a; /* beside */\n}\n"
    )
    assert markdown(source) == (
        "A stack of numbers.\n\n```cpp\n#include <vector>\n```\n\n## add\n\n"
        "Adds `vector<int>` and \\<b>.\n\n- @param a first\n\n"
        "```cpp\ntemplate <typename T>\nint add(int a) {\n\t// inside\n\treturn a; /* beside */\n}\n```\n"
    )


HEADS = {
    "a.c": ("/* What it is. */", "int main(void) {\n}", "main"),
    "a.h": ("// What it is.", "namespace n {}\nstd::string f(int x) {\n}", "f"),
    "A.java": ("/** What it is. */", "public final class Lesson extends Base {\n}", "Lesson"),
    "a.js": ("// What it is.", "export default async function* go$() {\n}", "go$"),
    "a.ts": ("/** What it is. */", "export abstract class Lesson<T> {\n}", "Lesson"),
    "a.tsx": ("// What it is.", "function App() {\n  return <p>a</p>;\n}", "App"),
    "a.go": ("// What it is.", "func (s *Stack) Push(x int) {\n}", "Push"),
    "a.rs": ("//! What it is.", "pub(crate) async fn push<T>(x: T) {\n}", "push"),
    "a.cs": ("/// <summary>What it is.</summary>", "public class Lesson\n{\n}", "Lesson"),
    "a.kt": ("/* What it is. */", "fun greet(name: String) {\n}", "greet"),
    "a.swift": ("/// What it is.", "func greet(name: String) {\n}", "greet"),
    "a.scala": ("// What it is.", "object Lesson {\n}", "Lesson"),
    "a.dart": ("/// What it is.", "class Lesson {\n}", "Lesson"),
    "a.rb": ("# What it is.", "class Lesson\nend", "Lesson"),
    "a.sh": ("# What it is.", "greet() {\n  echo hi\n}", "greet"),
    "a.ps1": ("<# What it is. #>", "function Get-It {\n}", "Get-It"),
    "a.sql": ("-- What it is.", "SELECT 1;", ""),
    "a.lua": ("-- What it is.", "local function go(x)\nend", "go"),
    "a.R": ("# What it is.", "mean2 <- function(x) {\n}", "mean2"),
    "a.jl": ("# What it is.", "function go!(x)\nend", "go!"),
    "a.m": ("% What it is.", "function y = twice(x)\n  y = 2 * x;\nend", "twice"),
    "a.pl": ("# What it is.", "sub go {\n}", "go"),
    "a.hs": ("-- What it is.", "main = print 1", ""),
    "a.f90": ("! What it is.", "program p\nend program", ""),
    "a.pas": ("{ What it is. }", "begin\nend.", ""),
}


@pytest.mark.parametrize("name", HEADS)
def test_every_language(name: str) -> None:
    comment, code, defined = HEADS[name]
    text = markdown(f"{comment}\n\n{code}\n", name)
    assert text.startswith("What it is.\n\n")
    assert fenced_lines(text) == code.split("\n")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ([defined] if defined else [])


def test_all_languages_are_tried() -> None:
    assert {format_of(name) for name in HEADS} >= {language.fence for language in LANGUAGES} - {"cpp", "php"}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.cpp", 'auto s = R"(\n// in a string\n/** too */\n)";'),
        ("a.js", "const s = `\n/** in a template */\n// ${x}\n`;"),
        ("a.go", "var s = `\n// in a string\n// of two\n`"),
        ("a.sh", "cat <<END\n# in a document\n# of two lines\nEND"),
        ("a.c", "int x;\n/* never closed\n\nint y;"),
        ("a.c", "int x;\n/** never closed\n * at all"),
        ("a.js", "let x = 1;\nlet s = 'never closed\nlet y = 2;"),
        ("a.c", "int x = 1;\n\n// int old = 2;\n// call(old);\n\nint y;"),
        ("a.java", "class A {\n\tint x; // beside\n\t// remark\n\t// of two lines\n\tint y;\n}"),
        ("a.md.js", "// ``` fence\nlet s = '```';\nlet t = `\n````\n`"),
        ("a.c", "#define A \\\n  b\n\n\n\n\nint  x ;"),
        ("a.rs", "let x = 'a';\nlet r = r#\"\n// no comment\n\"#;"),
        ("a.php", "<!DOCTYPE html>\n<p><?php echo 1; ?></p>"),
    ],
)
def test_code_stays_as_it_is(name: str, code: str) -> None:
    text = markdown(f"{code}\n", name)
    lines = fenced_lines(text)
    assert [line for line in lines if line not in ("```", "````")] == [
        line for line in code.split("\n") if line.strip() and line not in ("```", "````") and line != "// ``` fence"
    ]


@pytest.mark.parametrize(
    "code", ["int f(int);", "return (x);", "else if (x) {", "typedef struct a b;", "class A;", "f(1);"]
)
def test_what_defines_nothing_is_no_heading(code: str) -> None:
    assert "##" not in markdown(f"{code}\nint x;\n")


LINES = st.sampled_from(
    ["", "int f() {", "}", "// words of it", "/* open", "close */", "/** doc */", "  /// doc", "\tx = 1; // y",
     " * star", 'char *s = "/*";',
     "//", "/****/", "// ---", "// x = 1;", "class A {", '"', "R\"(", ')";', "#if 0", "`", "```"]
)  # fmt: skip


NAMES = ("a.c", "a.cpp", "a.java", "a.js", "a.rs", "a.go", "a.kt")


@given(st.lists(LINES, min_size=1, max_size=14), st.sampled_from(NAMES))
def test_no_line_of_code_is_lost_or_moved(lines: list[str], name: str) -> None:
    try:
        text = markdown("\n".join(lines) + "\nint last;\n", name)
    except UnreadableFile:
        return
    wanted = [line for line in lines if line.strip() and not re.search(r"//|\*|```", line)]
    kept = iter(text.split("\n"))
    words = [line for line in wanted if not re.match(r"[`\"]|R\"|\)\"", line)]
    for line in words:
        assert any(line == other or line == other.lstrip(" ") for other in kept), (line, text)


def test_markdown_and_tags_in_documentation() -> None:
    text = markdown("/**\n * Uses {@code a<b} and <b>bold</b>.\n * @return x\n */\nclass A {\n}\n", "A.java")
    assert text == "## A\n\nUses `a<b` and **bold**.\n- @return x\n\n```java\nclass A {\n}\n```\n"
    assert "```rust\nlet x;\n```" in markdown("//! A.\n//!\n//! ```rust\n//! let x;\n//! ```\n\nfn f() {}\n", "a.rs")


def test_two_languages_of_one_ending() -> None:
    assert "```cpp" in markdown("namespace a { class B; }\n", "a.h")
    assert "```c\n" in markdown("int a(void);\n", "a.h")
    assert "```objective-c" in markdown("#import <A.h>\n@interface B\n@end\n", "a.m")
    with pytest.raises(UnreadableFile) as caught:
        markdown('<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS></TS>\n', "gui_zh.ts")
    assert caught.value.reason.code == "format-not-read"


def test_the_title_is_the_file_with_its_ending() -> None:
    assert convert(b"int f() {\n}\n", "src/stack.hpp").title == "stack.hpp"


@pytest.mark.parametrize(("codec", "end"), [("gbk", "\r\n"), ("utf-8-sig", "\r"), ("utf-16", "\n"), ("big5", "\n")])
def test_encodings_and_line_ends(codec: str, end: str) -> None:
    said = "冒泡排序的中文說明。" if codec == "big5" else "冒泡排序：比较相邻的元素。"
    source = end.join([f"// {said}", "", "int\tx;", ""])
    text = convert(source.encode(codec), "a.c").text
    assert text.endswith("\n\n```c\nint\tx;\n```\n")
    assert text.startswith("冒泡排序")


def test_packed_code_is_no_document() -> None:
    packed = "function a(b){return b.c};var d='e';" * 150_000
    with pytest.raises(UnreadableFile) as caught:
        markdown(packed, "app.js")
    assert caught.value.reason.code == "asset"


def test_large_files_and_long_lines_are_code_as_a_whole() -> None:
    data = "// Table.\n\nint t[] = {" + "1, 2, 3,\n" * 60_000 + "};\n"
    assert markdown(data, "a.c").startswith("```c\n// Table.\n")
    assert "let s = '" + "x" * 5000 in markdown("let s = '" + "x" * 5000 + "';\n", "a.js")


@pytest.mark.parametrize(
    "path",
    ["docs/_static/theme.js", "node_modules/a/index.d.ts", "vite.config.ts", ".eslintrc.cjs", "docs/.vitepress/a.mts"],
)
def test_what_makes_a_site_work_is_no_lesson(path: str) -> None:
    assert format_of(path) == ""
    reason = sniff(b"let x;", path)
    assert reason
    assert reason.code == "asset"
    assert format_of("lessons/static.js") == format_of("src/config.js") == "javascript"


def test_sections_of_matlab_and_code_in_documentation() -> None:
    assert markdown("%% Roots\nx = 1;\n", "a.m") == "## Roots\n\n```matlab\nx = 1;\n```\n"
    text = markdown("/**\n * Use:\n *\n *     queue<int> q;\n *\n * Or *not*.\n */\nint x;\n")
    assert text == "Use:\n\n```\nqueue<int> q;\n```\n\nOr \\*not\\*.\n\n```cpp\nint x;\n```\n"


def test_what_is_no_program() -> None:
    for data in (b"\x7fELF\x02\x01\x01" + bytes(100), bytes(range(256)) * 40):
        with pytest.raises(UnreadableFile) as caught:
            convert(data, "a.h")
        assert caught.value.reason.code == "binary"
    with pytest.raises(UnreadableFile) as caught:
        convert(b"<!DOCTYPE html><html><p>404</p></html>", "a.js")
    assert caught.value.reason.code == "html-page"
    assert format_of("jquery.min.js") == ""
    assert sniff(b"x", "jquery.min.js") == Reason("asset", ".js")


@pytest.mark.shared
def test_real_programs_keep_their_code(shared: Path) -> None:
    files = [file for file in (shared / "corpus/cpp").rglob("*.*pp") if file.is_file()]
    assert len(files) >= 24
    for file in files:
        source = file.read_text("utf-8")
        lines = iter(convert(file.read_bytes(), file.name).text.split("\n"))
        bare = re.sub(r"(?s:/\*.*?\*/)|//[^\n]*", lambda found: "\x00" + "\n\x00" * found[0].count("\n"), source)
        for line, rest in zip(source.split("\n"), bare.split("\n"), strict=True):
            if line.strip() and "\x00" not in rest:
                assert line.rstrip() in (other.rstrip() for other in lines), (file.name, line)
