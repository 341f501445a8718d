"""A zip from a Chinese Windows, from adding it to the passages it gives, by processes as a user runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fetching.packing import zipped, zipped_with_names
from tests.journeys.test_command_line import Program

pytestmark = pytest.mark.usefixtures("one_model")

DESCENT = "梯度下降沿着损失函数下降最快的方向更新参数。学习率太大时损失会震荡甚至发散，太小则收敛很慢。"
PLANTS = (
    "水草在阳光下冒出气泡，气泡里是氧气。把水草放到暗处，气泡就不再产生，说明光合作用需要光。"
    "请每组同学记录一分钟里气泡的数目，再比较两次的结果。"
)


@pytest.mark.slow
def test_a_zip_with_chinese_names_becomes_searchable_and_follows_its_file(home: Path, tmp_path: Path) -> None:
    program = Program(home, apart=True)
    archive = tmp_path / "教案 2024.zip"
    lessons = {"第一章 梯度下降.md": f"# 梯度下降\n\n{DESCENT}", "实验/光合作用.txt": PLANTS}
    archive.write_bytes(
        zipped_with_names({name.encode("gbk"): text.encode("gb18030") for name, text in lessons.items()})
    )
    source = program.add(archive)
    built = program.build(source)
    assert (built["state"], built["documents"], built["problems"]) == ("ready", 2, [])
    assert program.paths("学习率太大会怎样？")[0] == "第一章 梯度下降.md"
    assert program.paths("水草冒气泡说明什么")[0] == "实验/光合作用.txt"
    files = {line["path"]: line["encoding"] for line in program.run("sources", "show", source)["files"]}
    assert files == dict.fromkeys(lessons, "gb18030")

    archive.write_bytes(
        zipped({"第一章 梯度下降.md": lessons["第一章 梯度下降.md"].encode("gb18030"), "旧课.rar": b"Rar!"})
    )
    shown = program.run("sources", "show", source)
    assert (shown["source"]["state"], shown["changes"]["changed"]) == ("stale", ["教案 2024.zip"])
    changed = program.build(source, code=1)
    assert changed["files"] == {"fetched": 0, "unchanged": 1, "failed": 0, "removed": 1}
    assert [(line["path"], line["reason"]) for line in changed["problems"]] == [
        ("旧课.rar", "archives of the kind .rar are not read; save it as .zip")
    ]

    archive.write_bytes(b"")
    broken = program.build(source, code=1)
    assert [(line["path"], line["reason"]) for line in broken["problems"]] == [("教案 2024.zip", "the file is empty")]
    assert program.paths("学习率太大会怎样？")[0] == "第一章 梯度下降.md", "what was taken out stays"
