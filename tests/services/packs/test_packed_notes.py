"""A colleague's notes come in a pack as somebody's notes: found and marked, but no documentation."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import NOTES_OF_SOMEBODY, OWN, SourceKind
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support
from gangdan_gui.exporting.labels import ENGLISH
from gangdan_gui.exporting.source_entries import kind_word
from gangdan_gui.retrieving.calibration import KNOWN_SCALES, Scale
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.packs import InstallOptions
from gangdan_gui.storing.packs.reading import head_of
from gangdan_gui.storing.records import NOTES_BY_PACK
from tests.services.conftest import Shelf
from tests.services.packing import ICE, create, install, made, write

SEA = "The sea is salt because rivers bring salt from the rocks, and only pure water leaves it again as vapour.\n"


@pytest.mark.parametrize("in_place", [False, True])
def test_packed_notes_are_marked_and_support_only_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, in_place: bool
) -> None:
    monkeypatch.setitem(KNOWN_SCALES, "hash", Scale(strange=0.4, own=0.9))
    pack, again = tmp_path / "notes.gdpack", tmp_path / "again.gdpack"
    folder = tmp_path / "documents"
    folder.mkdir()
    write(folder, ice=ICE)

    async def run() -> None:
        async with Shelf(tmp_path / "colleague").open() as there:
            await there.notes.write_note("Sea", SEA)
            await there.build("my-notes")
            await create(there.packs, "my-notes", pack)
        async with Shelf(tmp_path / "home").open() as here:
            source = (await install(here.packs, pack, InstallOptions(in_place=in_place))).source
            alone = await here.assistant.search(SEA, SearchOptions())
            assert {one.kind for one in alone.passages} == {SourceKind.PACKED_NOTES}
            assert alone.supported is Support.YES
            documents = (await here.library.add(str(folder))).source.id
            await here.build(documents)
            both = await here.assistant.search(SEA, SearchOptions((source, documents)))
            assert both.passages[0].kind is SourceKind.PACKED_NOTES
            only = await here.assistant.search(SEA, SearchOptions((documents,)))
            assert both.supported is only.supported is Support.NO
            await here.build(source)
            rebuilt = await here.assistant.search(SEA, SearchOptions((source,)))
            assert {one.kind for one in rebuilt.passages} == {SourceKind.PACKED_NOTES}
            await create(here.packs, source, again)

    asyncio.run(run())
    assert head_of(again).kind is SourceKind.NOTES
    assert head_of(again).made_by.startswith(NOTES_BY_PACK)


def test_a_pack_that_says_a_model_wrote_it_counts_as_notes_too(tmp_path: Path) -> None:
    folder, pack = tmp_path / "documents", tmp_path / "ice.gdpack"
    folder.mkdir()
    write(folder, ice=ICE)

    async def run() -> None:
        async with Shelf(tmp_path / "maker").open() as there:
            await made(there, folder, pack)

    asyncio.run(run())
    head = head_of(pack)
    by_kind = {kind: replace(head, kind=kind).made_by.startswith(NOTES_BY_PACK) for kind in SourceKind}
    assert {kind for kind, notes in by_kind.items() if notes} == NOTES_OF_SOMEBODY | OWN
    assert not head.made_by.startswith(NOTES_BY_PACK)
    assert kind_word(SourceKind.PACKED_NOTES, ENGLISH) == "somebody's note"


def test_a_pack_of_files_that_have_changed_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    write(folder, ice=ICE)

    async def run() -> None:
        async with Shelf(tmp_path / "home").open() as here:
            assert (await made(here, folder, tmp_path / "ice.gdpack")).notices == ()
            write(folder, ice=f"{ICE}And it is cold, as everybody knows who has ever held some of it for a while.\n")
            report = await create(here.packs, "elements", tmp_path / "later.gdpack")
            assert report.notices == (Reason("pack-stale"),)
            assert report.ok
            await here.build("elements")
            assert (await create(here.packs, "elements", tmp_path / "last.gdpack")).notices == ()

    asyncio.run(run())
