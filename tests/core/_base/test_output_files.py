"""A file that is written replaces an older one only when it is complete, whatever ends the process."""

import os
import signal
import stat
import subprocess
import sys

import pytest

from rnse_core._base.output_files import replace_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals of POSIX")
# Writes a file that is never complete: the process says that it has begun, and waits.
WRITING = """
import os, sys, time
from rnse_core._base.output_files import replace_file
def fsync(_):
    print("begun", flush=True)
    time.sleep(600)
os.fsync = fsync
replace_file(sys.argv[1], b"new" * 100_000)
"""
FULL = """
import resource, signal, sys
from rnse_core._base.output_files import replace_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    replace_file(sys.argv[1], b"new" * 100_000)
except OSError as error:
    print(error.filename == sys.argv[1])
"""


def test_a_new_file_and_one_that_replaces_another(tmp_path):
    path = tmp_path / "labels.csv"
    replace_file(path, b"one")
    usual = tmp_path / "usual"
    usual.write_bytes(b"")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    path.chmod(0o640)
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["labels.csv", "usual"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "target").write_bytes(b"one")
    (tmp_path / "link").symlink_to("target")
    replace_file(tmp_path / "link", b"two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"two"


def test_a_device_is_written_to():
    replace_file(os.devnull, b"one")
    assert not os.path.isfile(os.devnull)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_an_older_file_survives_the_end_of_the_process(tmp_path, end):
    path = tmp_path / "labels.csv"
    path.write_bytes(b"older")
    with subprocess.Popen(
        [sys.executable, "-c", WRITING, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == b"begun\n"
        process.send_signal(end)
    assert process.returncode != 0
    assert path.read_bytes() == b"older"
    left = [name for name in os.listdir(tmp_path) if name != "labels.csv"]
    assert all(name.endswith(".part") for name in left)
    assert not left or end != signal.SIGINT


def test_an_older_file_survives_a_full_disk(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_bytes(b"older")
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr
    assert path.read_bytes() == b"older"
    assert os.listdir(tmp_path) == ["labels.csv"]
