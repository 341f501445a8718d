"""A small catalogue."""

from __future__ import annotations

from gangdan_gui.domain.documents import Source, SourceKind

CATALOGUE = (
    Source(
        "numpy", "NumPy", SourceKind.GITHUB, ("https://github.com/numpy/numpy",), ("doc/source/user/**",),
        language="en", licence="BSD-3-Clause", size=3_600_000,
        description="Arrays for numbers in Python: the user guide, from first steps to broadcasting and indexing, with "
        "an introduction for absolute beginners and a chapter on how arrays are kept in memory.",
        description_zh="Python 的数值数组：用户指南，从入门到广播与索引，并有零基础教程和讲解数组在内存中如何存放的"
        "一章。",
    ),
    Source(
        "statistics-zh", "动手学统计", SourceKind.GITHUB, ("https://github.com/example/statistics",),
        language="zh", licence="CC-BY-4.0", size=25_000_000,
        description="Statistics by examples, in Chinese.", description_zh="通过例子学习统计，附课堂练习。",
    ),
    Source(
        "spring", "Spring Boot", SourceKind.ADDRESSES, ("https://example.org/spring.html",),
        language="en", licence="Apache-2.0", size=2_300_000,
        description="How to write services in Java.", description_zh="用 Java 编写服务。",
    ),
    Source(
        "plain", "Plain", SourceKind.ADDRESSES, ("https://example.org/plain.md",), language="en", description="Plain.",
    ),
)  # fmt: skip
