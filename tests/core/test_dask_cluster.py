"""A dask cluster of processes gives what one process gives, also when it loses a worker: a fit, and a comparison."""

import os
import signal

import numpy as np
import pytest
from clusterers import HALVES, logged
from joblib import parallel_config
from numpy.testing import assert_allclose

from rnse_core import RNSE
from rnse_core._base.executors import DaskExecutor
from rnse_core.affinity import sparse_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.experiments import compare

distributed = pytest.importorskip("distributed", reason="dask is not installed (the extra [distributed])")


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def lose_a_worker(client):
    """Kill one of the workers of the cluster, which are two again when the next test wants to."""
    client.wait_for_workers(2, timeout=60)
    before = set(client.run(os.getpid).values())
    killed = []

    def lose():
        killed.append(before.pop())
        os.kill(killed[0], signal.SIGKILL)

    yield lose
    assert killed and killed[0] not in client.run(os.getpid).values()


X = make_two_moons(200, noise=0.12, random_state=0)[0]


def fitted(executor):
    return RNSE(2, graph="knn", beta=30.0, max_iter=2, tol=1e9, executor=executor, random_state=0).fit(X)


@pytest.fixture
def expected(monkeypatch):
    monkeypatch.setattr(sparse_kernel, "REMOTE_ENTRIES", 2_000)
    return fitted("serial")


def assert_same(model, expected):
    assert_allclose(model.similarity_.toarray(), expected.similarity_.toarray(), rtol=0, atol=1e-9)
    assert_allclose(model.indicator_, expected.indicator_, rtol=0, atol=1e-9)
    assert np.array_equal(model.labels_, expected.labels_)


def test_a_fit_is_the_same(client, expected):
    assert_same(fitted("dask"), expected)


def test_a_fit_that_loses_a_worker_is_the_same(lose_a_worker, expected, monkeypatch):
    """Its blocks, and what was made from them, are made again."""
    calls, keep = [], DaskExecutor.keep

    def counted(self, function, blocks, *args):
        calls.append(len(blocks))
        if len(calls) == 30:
            lose_a_worker()
        return keep(self, function, blocks, *args)

    monkeypatch.setattr(DaskExecutor, "keep", counted)
    assert_same(fitted("dask"), expected)
    assert len(calls) > 30 and max(calls) > 2


def test_a_comparison_that_loses_a_worker_has_every_record(lose_a_worker, tmp_path):
    log = tmp_path / "log"
    method = HALVES.variant("Halves", log=str(log), seconds=0.1)
    data = np.arange(40.0).reshape(20, 2), np.repeat([0, 1], 10)

    def lose_one(_record, progress):
        if progress.done == 2:
            lose_a_worker()

    with parallel_config("dask"):
        frame = compare({"data": data}, method, 8, on_result=lose_one, store=tmp_path / "records.db")
    assert frame["seed"].tolist() == list(range(8))
    assert frame["status"].tolist() == ["ok"] * 8
    assert set(logged(log)) == set(range(8))
