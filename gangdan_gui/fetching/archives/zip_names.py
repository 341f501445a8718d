"""The names in a zip. Programs before Unicode, and Chinese Windows to this day, write them as their system does."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence

from gangdan_gui.fetching.walk import readable_name

GuessCodec = Callable[[bytes], str]
"""The codec that bytes are most likely written in, by what their text would be; empty where nothing is likely."""

_UTF8_FLAG = 0x800
_UNICODE_PATH = 0x7075
# What zips were first made for, and what the module reads names as that do not say.
_DOS = "cp437"
# A guess of another western alphabet is no better than the first one.
_CLEAR = ("gb", "big5", "cp932", "cp949", "shift", "euc", "cp874", "cp1251", "koi8")


def zip_names(members: Sequence[zipfile.ZipInfo], guess: GuessCodec) -> list[str]:
    """The name of each member, with the slashes it has. All that do not say are of the same encoding."""
    raw = [_raw(member) for member in members]
    names = iter(decoded([one for one in raw if one is not None], guess))
    return [
        _stated(member) if one is None else next(names) or readable_name(member.orig_filename)
        for member, one in zip(members, raw, strict=True)
    ]  # fmt: skip


def decoded(names: Sequence[bytes], guess: GuessCodec) -> list[str]:
    """Names as text, all in one encoding: UTF-8 where they are, else what is most likely; empty where none is."""
    together = b"\n".join(names)
    for codec in ("utf-8", guess(together)):
        if codec == "utf-8" or codec.startswith(_CLEAR):
            try:
                return [name.decode(codec) for name in names]
            except UnicodeDecodeError:
                continue
    return [""] * len(names)


def _raw(member: zipfile.ZipInfo) -> bytes | None:
    """A name's bytes; None where it is said what they mean."""
    if member.flag_bits & _UTF8_FLAG or _stated(member) != member.orig_filename:
        return None
    try:
        return member.orig_filename.encode(_DOS)
    except UnicodeEncodeError:
        return None


def _stated(member: zipfile.ZipInfo) -> str:
    """The name that Info-ZIP writes beside the one of the system, where it is of the same file; else the name."""
    extra = member.extra
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        body = extra[4 : 4 + length]
        if kind == _UNICODE_PATH and len(body) > 5 and not member.flag_bits & _UTF8_FLAG:
            raw = member.orig_filename.encode(_DOS, "replace")
            if struct.unpack_from("<L", body, 1)[0] == zlib.crc32(raw):
                return body[5:].decode("utf-8", "backslashreplace")
        extra = extra[4 + length :]
    return readable_name(member.orig_filename)
