"""Where a library lies, from what each system says of its drives."""

from __future__ import annotations

from pathlib import Path

import pytest

from gangdan_gui.storing.library_place import (
    is_windows_share,
    judge,
    linux_mounts,
    mac_mounts,
    mount_of,
    why_read_only,
)

LINUX = """\
rootfs / rootfs rw 0 0
/dev/sda2 / ext4 rw,relatime,errors=remount-ro 0 0
proc /proc proc rw,nosuid 0 0
tmpfs /tmp tmpfs rw 0 0
server:/export/home /home nfs4 rw,vers=4.2,hard 0 0
/dev/sdb1 /home/lokal ext4 rw 0 0
//school/share /mnt/Lehrer\\040Austausch cifs rw,user=x 0 0
teacher@host: /home/lokal/remote fuse.sshfs rw 0 0
/dev/sr0 /media/cdrom iso9660 ro,nosuid 0 0
/dev/sdc1 /media/stick\\0401 vfat rw 0 0
gvfsd-fuse /run/user/1000/gvfs fuse.gvfsd-fuse rw 0 0
hgfs /mnt/hgfs fuse.vmhgfs-fuse rw 0 0
malformed line
"""
MAC = """\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//teacher@server/Share on /Volumes/Share (smbfs, nodev, nosuid, mounted by teacher)
server:/home on /Volumes/home (1) (nfs, asynchronous)
/dev/disk5s1 on /Volumes/DISC (cd9660, local, nodev, noowners, nosuid, read-only)
"""


@pytest.mark.parametrize(
    ("folder", "code"),
    [
        ("/var/lib/gangdan", ""),
        ("/tmp", ""),
        ("/home/teacher/.local/share/GangDan", "network-drive"),
        ("/home", "network-drive"),
        ("/homely", ""),
        ("/home/lokal/x", ""),
        ("/home/lokal/remote/x", "network-drive"),
        ("/mnt/Lehrer Austausch/资料库", "network-drive"),
        ("/run/user/1000/gvfs/smb-share:server=x", "network-drive"),
        ("/media/cdrom", ""),
        ("/media/stick 1/GangDan", ""),
        ("/mnt/hgfs/x", ""),
    ],
)
def test_a_folder_of_linux(folder: str, code: str) -> None:
    found = judge(mount_of(folder, tuple(linux_mounts(LINUX))))
    assert (found.code if found else "") == code


@pytest.mark.parametrize(
    ("folder", "code"),
    [
        ("/Users/teacher/Library", ""),
        ("/Volumes/Share/GangDan", "network-drive"),
        ("/Volumes/home (1)/GangDan", "network-drive"),
        ("/Volumes/DISC", ""),
    ],
)
def test_a_folder_of_macos(folder: str, code: str) -> None:
    found = judge(mount_of(folder, tuple(mac_mounts(MAC))))
    assert (found.code if found else "") == code


@pytest.mark.parametrize(
    ("folder", "is_share"),
    [
        (r"\\school\share\GangDan", True),
        ("//school/share/GangDan", True),
        (r"\\?\UNC\school\share", True),
        ("//?/unc/school/share", True),
        (r"H:\GangDan", True),
        ("h:/GangDan", True),
        (r"\\?\H:\GangDan", True),
        (r"C:\Users\teacher", False),
        (r"\\?\C:\Users\teacher", False),
        (r"\\wsl$\Debian\home", False),
        (r"\\wsl.localhost\Debian\home", False),
        (r"\\.\C:\x", False),
        ("", False),
    ],
)
def test_a_folder_of_windows(folder: str, is_share: bool) -> None:
    assert is_windows_share(folder, lambda root: 4 if root.upper() == "H:\\" else 3) is is_share


def test_a_mount_hides_the_one_before_at_its_place() -> None:
    mounts = tuple(linux_mounts("server:/x /mnt nfs rw 0 0\n/dev/sda1 /mnt ext4 rw 0 0\n"))
    assert judge(mount_of("/mnt/y", mounts)) is None


def test_nothing_is_said_where_the_system_says_nothing() -> None:
    assert judge(mount_of("/x", tuple(linux_mounts("")))) is None
    assert judge(mount_of("/x", tuple(mac_mounts("nonsense\n\n")))) is None


def test_this_machine_s_own_folder_may_be_written(tmp_path: Path) -> None:
    assert why_read_only(tmp_path / "not" / "there") is None
