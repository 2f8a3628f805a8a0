"""Memory left in the Linux control groups of this process, which containers and job schedulers set limits for.

Versions 1 and 2 of the interface are read: https://docs.kernel.org/admin-guide/cgroup-v1/memory.html and
https://docs.kernel.org/admin-guide/cgroup-v2.html. Other systems have no such files, and no limits are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PROCESS = Path("/proc/self")


@dataclass(frozen=True)
class _Interface:
    """Names of the files of a group, and of the entry of memory.stat with the page cache that can be reclaimed."""

    limit: str
    usage: str
    reclaimable: str


# By the type of the file system that shows the groups.
_INTERFACES = {
    "cgroup2": _Interface("memory.max", "memory.current", "inactive_file"),
    "cgroup": _Interface("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}


def memory_left_in_groups(process: Path = PROCESS) -> list[int]:
    """Bytes that each limit on the memory of this process leaves.

    A limit holds for the group of the process and for every group above it, so all of them are read up to the top of
    the mounted file system. Inactive page cache counts as free: the kernel reclaims it before it refuses memory.

    Parameters
    ----------
    process : Path, default=/proc/self
        Folder of the process, with the files ``cgroup`` and ``mountinfo``.

    Returns
    -------
    list of int
        One number for each group with a limit; empty without control groups.
    """
    try:
        memberships = (process / "cgroup").read_text(encoding="utf-8").splitlines()
        mounts = (process / "mountinfo").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
    left = []
    for kind, root, mount_point in _memory_mounts(mounts):
        group = _group(memberships, kind)
        if group is not None:
            found = (_left(folder, _INTERFACES[kind]) for folder in _folders(Path(mount_point), root, group))
            left += [n_bytes for n_bytes in found if n_bytes is not None]
    return left


def _memory_mounts(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the type, the root and the mount point of each file system that shows memory groups.

    A line of mountinfo is ``ID PARENT DEVICE ROOT POINT OPTIONS... - TYPE SOURCE OPTIONS``; see proc(5).
    """
    for line in lines:
        mount, _, file_system = line.partition(" - ")
        fields, (kind, *_, options) = mount.split(), file_system.split() or [""] * 2
        if kind == "cgroup2" or (kind == "cgroup" and "memory" in options.split(",")):
            yield kind, fields[3], fields[4]


def _group(lines: list[str], kind: str) -> str | None:
    """Return the path of the process's group; a line of the cgroup file is ``ID:CONTROLLERS:PATH``."""
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "" if kind == "cgroup2" else "memory" in controllers.split(","):
            return path
    return None


def _folders(mount_point: Path, root: str, group: str) -> list[Path]:
    """Folders of the group and of those above it, as far as the mount shows them.

    The path of a group counts from the root of the hierarchy, the mount may begin below. Where the group is not below
    the root of the mount, as in a container that shares the namespace of its host, the mount shows the group itself.
    """
    path = PurePosixPath(group)
    inside = path.is_relative_to(root) and ".." not in path.parts
    folder = mount_point / path.relative_to(root) if inside else mount_point
    return [folder, *(above for above in folder.parents if above.is_relative_to(mount_point))]


def _left(folder: Path, names: _Interface) -> int | None:
    """Bytes left in a group; None where it has no limit, which version 2 writes as the word max."""
    try:
        limit = int((folder / names.limit).read_text(encoding="ascii"))
        usage = int((folder / names.usage).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return max(0, limit - max(0, usage - _reclaimable(folder, names.reclaimable)))


def _reclaimable(folder: Path, entry: str) -> int:
    try:
        lines = (folder / "memory.stat").read_text(encoding="ascii").splitlines()
        return next(int(line.removeprefix(entry)) for line in lines if line.startswith(f"{entry} "))
    except (OSError, ValueError, StopIteration):
        return 0
