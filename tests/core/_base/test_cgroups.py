"""Memory left by control groups, read from files as Linux writes them."""

import sys

import pytest

from rnse_core._base.cgroups import memory_left_in_groups

UNLIMITED = 9223372036854771712  # What version 1 writes for no limit: the largest multiple of a page.


class System:
    """A folder of a process, and mounted control groups."""

    def __init__(self, folder):
        self.process, self.groups = folder / "self", folder / "groups"
        self.process.mkdir()

    def tell(self, memberships, *mounts):
        (self.process / "cgroup").write_text("".join(f"{line}\n" for line in memberships), encoding="utf-8")
        lines = [
            f"{40 + number} 31 0:{number} {root} {self.groups / point} rw,nosuid shared:9 - {kind} {kind} {options}\n"
            for number, (kind, root, point, options) in enumerate(mounts)
        ]
        root = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
        (self.process / "mountinfo").write_text(root + "".join(lines), encoding="utf-8")

    def v2(self, path, limit, used, inactive_file=0):
        self._write(path, {"memory.max": limit, "memory.current": used}, f"anon 5\ninactive_file {inactive_file}\n")

    def v1(self, path, limit, used, inactive_file=0):
        stat = f"inactive_file 1\ntotal_cache 7\ntotal_inactive_file {inactive_file}\n"
        self._write(path, {"memory.limit_in_bytes": limit, "memory.usage_in_bytes": used}, stat)

    def _write(self, path, numbers, stat):
        folder = self.groups / path
        folder.mkdir(parents=True, exist_ok=True)
        for name, value in {**numbers, "memory.stat": stat}.items():
            (folder / name).write_text(f"{value}\n", encoding="ascii")

    def left(self):
        return memory_left_in_groups(self.process)


@pytest.fixture
def system(tmp_path):
    return System(tmp_path)


V2 = ("cgroup2", "/", "", "rw,nsdelegate")
V1 = ("cgroup", "/", "memory", "rw,memory")


def test_a_container_of_its_own_namespace(system):
    system.tell(["0::/"], V2)
    system.v2("", 3000, 1000)
    assert system.left() == [2000]


def test_no_limit(system):
    system.tell(["0::/"], V2)
    system.v2("", "max", 1000)
    assert system.left() == []


def test_the_groups_above_count_too(system):
    system.tell(["0::/user.slice/job.scope"], V2)
    system.v2("user.slice/job.scope", 3000, 1000)
    system.v2("user.slice", 9000, 8500)
    # A group that the process is not in.
    system.v2("system.slice", 10, 10)
    assert sorted(system.left()) == [500, 2000]


def test_a_group_below_one_without_a_limit(system):
    system.tell(["0::/job"], V2)
    system.v2("job", "max", 10)
    system.v2("", 4000, 1000)
    assert system.left() == [3000]


def test_page_cache_that_can_be_reclaimed_is_free(system):
    system.tell(["0::/"], V2)
    system.v2("", 3000, 2900, inactive_file=2400)
    assert system.left() == [2500]


def test_never_more_than_the_limit_nor_less_than_nothing(system):
    system.tell(["0::/job"], V2)
    system.v2("job", 3000, 2900, inactive_file=4000)
    system.v2("", 3000, 3500)
    assert system.left() == [3000, 0]


def test_version_1(system):
    system.tell(["9:name=systemd:/", "4:cpu,memory:/jobs/7", "0::/"], V1, ("cgroup", "/", "cpu", "rw,cpu"))
    system.v1("memory/jobs/7", 5000, 3000, inactive_file=500)
    system.v1("memory/jobs", 4000, 3900)
    assert sorted(system.left()) == [100, 2500]


def test_version_1_without_a_limit(system):
    system.tell(["4:memory:/"], V1)
    system.v1("memory", UNLIMITED, 10**9)
    assert system.left() == [UNLIMITED - 10**9]


def test_both_versions_at_once(system):
    system.tell(["4:memory:/job", "0::/job"], V1, ("cgroup2", "/", "unified", "rw"))
    system.v1("memory/job", 5000, 3000)
    (system.groups / "unified" / "job").mkdir(parents=True)
    assert system.left() == [2000]


@pytest.mark.parametrize("path", ["/docker/abc", "/", "/../other", "/docker/abcdef"])
def test_a_mount_that_shows_only_the_container(system, path):
    # In the namespace of the host, the mount begins at the container's group, under the path that the host knows.
    system.tell([f"4:memory:{path}"], ("cgroup", "/docker/abc", "memory", "rw,memory"))
    system.v1("memory", 5000, 3000)
    assert system.left() == [2000]


def test_a_group_within_such_a_mount(system):
    system.tell(["0::/docker/abc/job"], ("cgroup2", "/docker/abc", "", "rw"))
    system.v2("", 5000, 3000)
    system.v2("job", 900, 100)
    assert sorted(system.left()) == [800, 2000]


@pytest.mark.parametrize("text", ["", "lots", "12.5"])
@pytest.mark.parametrize("name", ["memory.max", "memory.current"])
def test_files_that_cannot_be_read_are_no_limit(system, name, text):
    system.tell(["0::/"], V2)
    system.v2("", 3000, 1000)
    (system.groups / name).write_text(text, encoding="ascii")
    assert system.left() == []


@pytest.mark.parametrize("text", ["", "inactive_file lots\n", "one two three\n", "anon 5\n"])
def test_statistics_that_cannot_be_read_free_nothing(system, text):
    system.tell(["0::/"], V2)
    system.v2("", 3000, 1000)
    (system.groups / "memory.stat").write_text(text, encoding="ascii")
    assert system.left() == [2000]


def test_a_process_without_groups(system, tmp_path):
    system.tell([], V2, V1)
    assert system.left() == []
    system.tell(["0::/"])
    assert system.left() == []
    assert memory_left_in_groups(tmp_path / "none") == []


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has control groups.")
def test_the_files_of_this_system_can_be_read():
    assert all(isinstance(left, int) and left >= 0 for left in memory_left_in_groups())
