"""Licences are known by their own sentences; what only looks like one has no name."""

from __future__ import annotations

import textwrap
from importlib.metadata import distribution
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.fetching.licences import agreed, is_licence_file, licence_at, licence_of

ROOT = Path(__file__).resolve().parents[2]
# What the tests run with has these texts with it.
INSTALLED = {
    "pytest": "MIT", "pluggy": "MIT", "httpx": "BSD-3-Clause", "idna": "BSD-3-Clause", "pygments": "BSD-2-Clause",
    "chromadb": "Apache-2.0", "hypothesis": "MPL-2.0", "certifi": "MPL-2.0", "typing_extensions": "PSF-2.0",
    "filelock": "MIT", "import-linter": "BSD-2-Clause",
}  # fmt: skip


def installed(name: str) -> str:
    """The licence file of a distribution."""
    files = [file for file in distribution(name).files or () if is_licence_file(file.name)]
    if not files:
        pytest.skip(f"{name} is here without its licence")
    return Path(str(files[0].locate())).read_text("utf-8")


@pytest.mark.parametrize(("name", "licence"), INSTALLED.items())
def test_the_texts_of_what_is_installed(name: str, licence: str) -> None:
    text = installed(name)
    assert licence_of(text) == licence
    assert licence_of(text.replace("\n", "\r\n")) == licence
    assert licence_of(textwrap.indent(text, "# ")) == licence
    assert licence_of(text.replace('"', "”")) == licence


MIT = (ROOT / "LICENSE").read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "licence"),
    [
        (lambda text: text, "MIT"),
        (lambda text: text.upper(), "MIT"),
        (lambda text: " ".join(text.split()), "MIT"),
        (lambda text: text + "\nThe Software shall be used for Good, not Evil.\n", ""),
        (lambda text: text + '\n"Commons Clause" License Condition v1.0\n', ""),
        (lambda text: text.replace("deal\nin the Software without restriction", "use the Software at home"), ""),
        (lambda text: text + installed("certifi"), ""),
        (lambda text: text + "\nThe folder docs is under a Creative Commons license.\n", ""),
        (lambda text: text + "\nPictures are not free to use.\n" * 200, ""),
        (lambda _: "This is under the MIT License.", ""),
    ],
)  # fmt: skip
def test_mit_and_what_is_nearly_it(change: object, licence: str) -> None:
    assert callable(change)
    assert licence_of(change(MIT)) == licence


GPL = "GNU {0}GENERAL PUBLIC LICENSE\n   Version {1}\n\n Copyright (C) FSF\n\nPreamble\n{2}\n"


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        (GPL.format("", "2, June 1991", "TERMS AND CONDITIONS FOR COPYING"), "GPL-2.0"),
        (GPL.format("", "3, 29 June 2007", "2. Basic Permissions. GNU Affero General Public License"), "GPL-3.0"),
        (GPL.format("LESSER ", "3, 29 June 2007", "0. Additional Definitions."), "LGPL-3.0"),
        (GPL.format("LESSER ", "2.1, February 1999", "TERMS AND CONDITIONS FOR COPYING"), "LGPL-2.1"),
        (GPL.format("AFFERO ", "3, 19 November 2007", "13. Remote Network Interaction"), "AGPL-3.0"),
        (GPL.format("", "2, June 1991", "TERMS AND CONDITIONS FOR COPYING") + "Classpath exception", ""),
        ("This is free software under the GNU General Public License, version 2 or later.", ""),
        ("GNU Free Documentation License\nVersion 1.3, 3 November 2008\n2. VERBATIM COPYING", "GFDL-1.3"),
        ("Attribution 4.0 International\nCreative Commons Attribution 4.0 International Public License", "CC-BY-4.0"),
        ("Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International Public License", "CC-BY-NC-SA-4.0"),
        ("Creative Commons Attribution-NoDerivatives 4.0 International Public License", "CC-BY-ND-4.0"),
        ("本书采用 https://creativecommons.org/licenses/by-nc-sa/3.0/cn/ 授权", "CC-BY-NC-SA-3.0"),
        ("Code: creativecommons.org/licenses/by/4.0 Text: creativecommons.org/licenses/by-sa/4.0", ""),
        ("CC0 1.0 Universal\nStatement of Purpose", "CC0-1.0"),
        ("Creative Commons", ""), ("", ""), ("All rights reserved.", ""),
    ],
)  # fmt: skip
def test_other_licences(text: str, licence: str) -> None:
    assert licence_of(text) == licence


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("# SPDX-License-Identifier: MIT\n", "MIT"),
        ("<!-- SPDX-License-Identifier: GPL-3.0-or-later WITH Classpath-exception-2.0 -->",
         "GPL-3.0-or-later WITH Classpath-exception-2.0"),
        ("SPDX-License-Identifier: (MIT OR Apache-2.0)\r\nrest", "(MIT OR Apache-2.0)"),
        ("SPDX-License-Identifier: MIT or so", ""),
        ("---\ntitle: Rain\nlicense: cc by-sa 4.0\n---\n", "CC-BY-SA-4.0"),
        ("---\nlicence: \"MIT\"  # as always\n---\n", "MIT"),
        ("---\nlicense: ours\n---\n", ""),
        ("---\ntitle: Rain\n---\nlicense: MIT\n", ""),
        ("license: MIT", ""),
    ],
)  # fmt: skip
def test_what_a_file_says_of_itself(text: str, licence: str) -> None:
    assert licence_of(text) == licence


@pytest.mark.parametrize(
    "name", ["LICENSE", "LICENCE.md", "license.txt", "COPYING", "COPYING.LESSER", "LICENSE-MIT", "UNLICENSE"]
)
def test_where_a_licence_is_looked_for(name: str) -> None:
    assert is_licence_file(name)


@pytest.mark.parametrize(
    "name", ["licenses.py", "license_check.js", "README", "my-license.md", "docs/LICENSE", "LICENSE.html"]
)
def test_and_where_not(name: str) -> None:
    assert not is_licence_file(name)


def test_a_folder_is_under_the_licence_at_its_top(tmp_path: Path) -> None:
    assert licence_at(tmp_path) == ""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "LICENSE").write_text(MIT, "utf-8")
    assert licence_at(tmp_path) == ""
    (tmp_path / "LICENSE.txt").write_text(MIT, "utf-8")
    assert licence_at(tmp_path) == "MIT"
    (tmp_path / "COPYING").write_text("All rights reserved.", "utf-8")
    assert licence_at(tmp_path) == ""
    assert licence_at(tmp_path / "away") == ""
    (tmp_path / "rain.md").write_text("---\nlicense: CC-BY-4.0\n---\n# Rain\n", "utf-8")
    assert licence_at(tmp_path / "rain.md") == "CC-BY-4.0"


def test_two_licences_are_none() -> None:
    assert (agreed(["MIT", "MIT"]), agreed(["MIT", "ISC"]), agreed(["MIT", ""]), agreed([])) == ("MIT", "", "", "")


@given(st.text())
def test_no_text_of_chance_has_a_licence(text: str) -> None:
    assert licence_of(text) == ""
