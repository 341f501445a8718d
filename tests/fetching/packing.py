"""Archives as programs write them, also the broken and the hostile ones."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip with names in UTF-8."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return data.getvalue()


def zipped_with_names(files: dict[bytes, bytes]) -> bytes:
    """A zip whose names are these very bytes, and no word on what they mean: as Chinese Windows packs."""
    parts, central, count = [], [], 0
    at = 0
    for name, body in files.items():
        crc = zipfile.crc32(body)
        facts = struct.pack("<HHHHHLLLHH", 20, 0, 0, 0x6000, 0x5A21, crc, len(body), len(body), len(name), 0)
        parts.append(b"PK\x03\x04" + facts + name + body)
        central.append(b"PK\x01\x02" + struct.pack("<H", 20) + facts + struct.pack("<HHHLL", 0, 0, 0, 32, at) + name)
        at += len(parts[-1])
        count += 1
    table = b"".join(central)
    end = b"PK\x05\x06" + struct.pack("<HHHHLLH", 0, 0, count, count, len(table), at, 0)
    return b"".join(parts) + table + end


def locked(data: bytes, *names: str) -> bytes:
    """A zip whose members (all, or these) say that they are encrypted."""
    changed = bytearray(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.infolist():
            if not names or member.filename in names:
                changed[member.header_offset + 6] |= 1
                raw = member.filename.encode()
                at = data.index(raw, archive.start_dir) - 46
                changed[at + 8] |= 1
    return bytes(changed)


def tarred(files: dict[str, bytes], mode: str = "w:gz", encoding: str = "utf-8") -> bytes:
    """A tar, packed or not."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode, format=tarfile.GNU_FORMAT, encoding=encoding) as archive:  # type: ignore[call-overload]
        for name, body in files.items():
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(body), 1_700_000_000
            archive.addfile(member, io.BytesIO(body))
    return data.getvalue()
