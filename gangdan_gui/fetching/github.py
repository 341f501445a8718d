"""What GitHub's addresses mean, and where it gives out archives, files and commits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

DEFAULT_BRANCH = "HEAD"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_OWNER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?")
# What git has in no branch or tag.
_NO_REVISION = re.compile(r"[\s\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|^[-.]|\.\Z|\.lock\Z|^@\Z")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,100}")
_HOSTS = frozenset({"github.com", "www.github.com"})
_RAW = "raw.githubusercontent.com"
# Pages of GitHub itself that look like an owner.
_NO_OWNERS = frozenset(
    [
        "about", "apps", "collections", "contact", "customer-stories", "enterprise", "events", "explore", "features",
        "issues", "login", "marketplace", "new", "notifications", "orgs", "organizations", "pricing", "pulls",
        "search", "security", "sessions", "settings", "signup", "site", "sponsors", "stars", "topics", "trending",
        "users",
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository on GitHub."""

    owner: str
    name: str

    @property
    def address(self) -> str:
        """Where a person finds it, which is also how a source names it."""
        return f"https://github.com/{self.owner}/{self.name}"

    def archive(self, revision: str) -> str:
        """All files of a revision as one `tar.gz`, in a folder of their own."""
        return f"https://codeload.github.com/{self.owner}/{self.name}/tar.gz/{quote(revision or DEFAULT_BRANCH)}"

    def raw(self, revision: str, path: str) -> str:
        """One file's bytes."""
        return f"https://{_RAW}/{self.owner}/{self.name}/{quote(revision or DEFAULT_BRANCH)}/{quote(path)}"

    def commit(self, revision: str) -> str:
        """Answers with the commit of a revision, where that is what is accepted."""
        return f"https://api.github.com/repos/{self.owner}/{self.name}/commits/{quote(revision or DEFAULT_BRANCH)}"

    def page(self, revision: str, path: str) -> str:
        """Where a reader finds a file: for good, where the revision is a commit."""
        return f"{self.address}/blob/{quote(revision or DEFAULT_BRANCH)}/{quote(path)}"


COMMIT_ONLY = "application/vnd.github.sha"
"""The media type that has the commit's address answer with its 40 digits."""


@dataclass(frozen=True, slots=True)
class Place:
    """What an address names: a repository, or with `folder` or `file` a part of it. `revision` may be empty."""

    repository: Repository
    revision: str = ""
    folder: str = ""
    file: str = ""


def is_commit(revision: str) -> bool:
    """Whether a revision is a whole commit, which never means anything else later."""
    return bool(_COMMIT.fullmatch(revision))


def read_place(address: str) -> Place | None:
    """The place that an address of GitHub names; None for any other page.

    A branch with a slash in its name can't be told from a folder: its first part is taken for the revision.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    segments = [unquote(part) for part in parts.path.split("/") if part]
    if any(part in (".", "..") or "/" in part or "\x00" in part for part in segments):
        return None
    if parts.hostname == _RAW and len(segments) > 3:
        return _raw_place(segments)
    if parts.hostname not in _HOSTS or len(segments) < 2:
        return None
    repository = _repository(*segments[:2])
    if repository is None or len(segments) == 2:
        return Place(repository) if repository else None
    kind, revision, path = segments[2], "".join(segments[3:4]), "/".join(segments[4:])
    if _NO_REVISION.search(revision):
        return None
    if kind == "tree" and revision:
        return Place(repository, revision, folder=path)
    if kind in ("blob", "raw", "blame", "edit") and path:
        return Place(repository, revision, file=path)
    return None


def _raw_place(segments: list[str]) -> Place | None:
    repository, rest = _repository(*segments[:2]), segments[2:]
    if rest[:2] in (["refs", "heads"], ["refs", "tags"]):
        rest = rest[2:]
    if repository is None or len(rest) < 2 or _NO_REVISION.search(rest[0]):
        return None
    return Place(repository, "" if rest[0] == DEFAULT_BRANCH else rest[0], file="/".join(rest[1:]))


def _repository(owner: str, name: str) -> Repository | None:
    name = name.removesuffix(".git")
    if owner.lower() in _NO_OWNERS or not _OWNER.fullmatch(owner) or not _NAME.fullmatch(name):
        return None
    return Repository(owner, name) if name.strip(".") else None
