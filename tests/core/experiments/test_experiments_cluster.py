"""Comparisons on several processes: joblib's own, and those of a dask cluster of which one is killed."""

import os
import signal
import time

import numpy as np
import pytest
from clusterers import DEADLY, HALVES, STEADY, logged
from joblib import parallel_config

from rnse_core.experiments import compare
from rnse_core.experiments._parent import is_running

X = np.arange(40.0).reshape(20, 2)
y = np.repeat([0, 1], 10)
SAME = ["key", "dataset", "method", "seed", "status", "accuracy", "purity", "nmi", "ari"]


def test_processes_give_what_one_gives_and_outlive_a_deadly_fit():
    arguments = {"datasets": {"data": (X, y)}, "seeds": 1, "preprocess": ["raw", "zscore"]}
    frame = compare(methods=["K-Means", STEADY, DEADLY], n_jobs=2, **arguments)
    died = frame["method"] == "Deadly"
    assert frame.loc[died, "status"].tolist() == ["died"] * 2
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
    patience = time.monotonic() + 30
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < patience
        time.sleep(0.02)


def test_a_dask_cluster_that_loses_a_worker_gives_every_record(tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask is not installed (the extra [distributed])")
    log = tmp_path / "log"
    method = HALVES.variant("Halves", log=str(log), seconds=0.1)
    killed = []

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)

        def kill_one(_record, progress):
            if progress.done == 4:
                killed.append(next(iter(pids.values())))
                os.kill(killed[0], signal.SIGKILL)

        with parallel_config("dask"):
            frame = compare({"data": (X, y)}, method, 24, on_result=kill_one, store=tmp_path / "records.db")
        assert killed and killed[0] not in client.run(os.getpid).values()
    assert frame["seed"].tolist() == list(range(24))
    assert frame["status"].tolist() == ["ok"] * 24
    assert set(logged(log)) == set(range(24))
