"""Letters beyond ASCII in what the command line writes: for spreadsheets in files, and as bytes on standard output."""

import codecs
import os
import subprocess
import sys

import pytest

ROWS = "größe,b\n1,2\n2,3\n9,8\n8,9\n"


def clustered(folder, encoding, *options):
    (folder / "table.csv").write_text(ROWS, encoding="utf-8")
    command = [sys.executable, "-m", "rnse_core.cli", "cluster", "table.csv", "--clusters", "2", "--quiet", *options]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "OPENBLAS_NUM_THREADS": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_standard_output_has_the_bytes_of_the_file_without_a_mark(tmp_path, encoding):
    printed = clustered(tmp_path, encoding, "--columns", "--output", "-").stdout
    assert not printed.startswith(codecs.BOM_UTF8)
    assert "größe" in printed.decode("utf-8").splitlines()[0]


def test_a_file_has_the_mark_by_which_spreadsheets_know_utf_8(tmp_path):
    clustered(tmp_path, "ascii", "--columns", "--output", "labels.csv")
    assert (tmp_path / "labels.csv").read_bytes().startswith(codecs.BOM_UTF8)
    assert "größe" in (tmp_path / "labels.csv").read_text(encoding="utf-8-sig").splitlines()[0]
