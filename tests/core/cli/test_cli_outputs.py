"""Outputs of the command line replace older ones only when they are complete."""

import os
import subprocess
import sys

import numpy as np
import pytest

from rnse_core.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
LIMITED = """
import resource, signal, sys
from rnse_core.cli import main
import rnse_core.cli.cluster
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
sys.exit(main())
"""


def test_a_full_disk_leaves_the_results_of_before(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    X = np.random.default_rng(0).normal(size=(80, 3)) + 9 * (np.arange(80)[:, None] % 2)
    np.savetxt(tmp_path / "points.csv", X, delimiter=",")
    names = ["labels.csv", "S.npz", "parameters.json"]
    options = ["--output", names[0], "--similarity", names[1], "--parameters", names[2], "--quiet", "--columns"]
    run = ["cluster", "points.csv", "--clusters", "2", *options]
    assert main(run) == 0
    before = {name: (tmp_path / name).read_bytes() for name in names}
    done = subprocess.run([sys.executable, "-c", LIMITED, *run], capture_output=True)
    assert done.returncode == 1
    assert {name: (tmp_path / name).read_bytes() for name in names} == before
    assert set(os.listdir(tmp_path)) == {"points.csv", *names}
    assert before["labels.csv"].decode("utf-8-sig") in done.stdout.decode(), "what cannot be written is printed"
    assert b"Traceback" not in done.stderr
