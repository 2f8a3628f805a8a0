"""Letters beyond ASCII in what the command line writes: for spreadsheets in files, and as bytes on standard output."""

import codecs
import io
import os
import subprocess
import sys

import pytest

from rnse_core.cli import main

ROWS = "größe,b\n1,2\n2,3\n9,8\n8,9\n"


COMMAND = ["cluster", "table.csv", "--clusters", "2", "--quiet", "--columns", "--output"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "table.csv").write_text(ROWS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed_here(encoding, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        assert main([*COMMAND, "-"]) == 0
        sys.stdout.flush()
        return sys.stdout.buffer.getvalue()


def printed_by_a_process(encoding, _):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "OPENBLAS_NUM_THREADS": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    run = [sys.executable, "-m", "rnse_core.cli", *COMMAND, "-"]
    return subprocess.run(run, env=environment, capture_output=True, check=True).stdout


@pytest.mark.parametrize(
    ("encoding", "run"),
    [("ascii", printed_by_a_process), ("ascii", printed_here), ("cp1252", printed_here), ("utf-8", printed_here)],
)
def test_standard_output_has_the_bytes_of_the_file_without_a_mark(folder, monkeypatch, encoding, run):
    printed = run(encoding, monkeypatch)
    assert not printed.startswith(codecs.BOM_UTF8)
    assert "größe" in printed.decode("utf-8").splitlines()[0]


def test_a_file_has_the_mark_by_which_spreadsheets_know_utf_8(folder):
    assert main([*COMMAND, "labels.csv"]) == 0
    assert (folder / "labels.csv").read_bytes().startswith(codecs.BOM_UTF8)
    assert "größe" in (folder / "labels.csv").read_text(encoding="utf-8-sig").splitlines()[0]
