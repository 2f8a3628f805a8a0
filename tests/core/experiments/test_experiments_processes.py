"""Comparisons on several processes; for those of a dask cluster see test_dask_cluster."""

import os
import time

import numpy as np
from clusterers import DEADLY, HALVES, STEADY
from joblib import parallel_config

from rnse_core.experiments import compare
from rnse_core.experiments._parent import is_running
from rnse_core.experiments.isolated import processes_kept

X = np.arange(40.0).reshape(20, 2)
y = np.repeat([0, 1], 10)
SAME = ["key", "dataset", "method", "seed", "status", "accuracy", "purity", "nmi", "ari"]


def test_processes_give_what_one_gives_and_outlive_a_deadly_fit():
    arguments = {"datasets": {"data": (X, y)}, "seeds": 1, "preprocess": "raw"}
    frame = compare(methods=["K-Means", STEADY, DEADLY], n_jobs=2, **arguments)
    died = frame["method"] == "Deadly"
    assert frame.loc[died, "status"].tolist() == ["died"]
    assert frame.loc[died, "error"].str.contains("ended with code -9").all()
    alone = compare(methods=["K-Means", STEADY], n_jobs=1, **arguments)
    assert frame.loc[~died, SAME].reset_index(drop=True).equals(alone[SAME])


def test_stopping_ends_the_processes():
    seen = []

    def on_result(_record, progress):
        seen.append(progress.done)
        return progress.done >= 2

    method = HALVES.variant("Halves", seconds=0.2)
    frame = compare({"data": (X, y)}, method, 200, n_jobs=2, on_result=on_result)
    assert 2 <= len(frame) < 20 and seen[-1] == len(frame)


def test_a_stop_ends_the_fits_that_have_processes_of_their_own(tmp_path):
    log = tmp_path / "log"
    method = HALVES.variant("Halves", seconds=600, log=str(log))

    def stop_when_it_runs(*_):
        while not log.exists():
            time.sleep(0.02)
        return True

    with parallel_config("threading", n_jobs=2):
        frame = compare({"data": (X, y)}, [STEADY, method], 5, on_result=stop_when_it_runs)
    assert frame["method"].tolist() == ["Steady"] and frame["status"].tolist() == ["ok"]
    pids = [int(line.split()[1]) for line in log.read_text(encoding="ascii").splitlines()]
    patience = time.monotonic() + 180
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < patience
        time.sleep(0.02)


def test_a_process_is_kept_from_run_to_run_when_asked_for(tmp_path):
    log = tmp_path / "log"
    method = HALVES.variant("Halves", log=str(log))

    with processes_kept():
        for seed in range(2):
            compare({"data": (X, y)}, method, [seed], n_jobs=1, timeout=180)
        first, second = (int(line.split()[1]) for line in log.read_text(encoding="ascii").splitlines())
        assert first == second != os.getpid()
        assert is_running(first)
    assert not is_running(first)
