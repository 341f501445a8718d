"""Certificates for a test, made with the program `openssl` when they are asked for."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
_CONFIG = """
[ca]
default_ca = one
[one]
new_certs_dir = {folder}
database = {folder}/issued
serial = {folder}/serial
default_md = sha256
policy = any
x509_extensions = names
unique_subject = no
[any]
commonName = supplied
[names]
subjectAltName = {names}
"""


class CertificateMaker:
    """An authority of its own, as a school's filter has one; `file` is its certificate."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.file = folder / "school.pem"
        (folder / "issued").write_text("", "ascii")
        (folder / "serial").write_text("01\n", "ascii")
        self._run("req", "-x509", *_KEY, "-keyout", "school.key", "-out", "school.pem", "-subj", "/CN=School filter")

    def signed(self, names: str = "DNS:localhost", *, begins: int = -1, ends: int = 1) -> tuple[Path, Path]:
        """A certificate and its key; it counts from so many days from now to so many."""
        (self._folder / "ca.cnf").write_text(_CONFIG.format(folder=self._folder.as_posix(), names=names), "utf-8")
        self._run("req", *_KEY, "-keyout", "site.key", "-out", "site.csr", "-subj", "/CN=site")
        self._run(
            "ca", "-batch", "-notext", "-config", "ca.cnf", "-cert", "school.pem", "-keyfile", "school.key",
            "-in", "site.csr", "-out", "site.pem", "-startdate", _moment(begins), "-enddate", _moment(ends),
        )  # fmt: skip
        return self._folder / "site.pem", self._folder / "site.key"

    def own(self) -> tuple[Path, Path]:
        """A certificate that nobody but itself has signed."""
        self._run(
            "req", "-x509", *_KEY, "-keyout", "own.key", "-out", "own.pem", "-subj", "/CN=own",
            "-addext", "subjectAltName=DNS:localhost",
        )  # fmt: skip
        return self._folder / "own.pem", self._folder / "own.key"

    def _run(self, *words: str) -> None:
        subprocess.run(["openssl", *words], cwd=self._folder, check=True, capture_output=True, timeout=60)


def _moment(days: int) -> str:
    return f"{datetime.now(UTC) + timedelta(days=days):%Y%m%d%H%M%SZ}"
