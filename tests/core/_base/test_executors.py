"""Executors: the same results from one thread, several threads, and a real cluster that loses a worker."""

import os
import signal

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rnse_core import RNSE
from rnse_core._base.executors import NAMES, PerBlock, SerialExecutor, ThreadExecutor, get_executor
from rnse_core.affinity import sparse_kernel
from rnse_core.datasets import make_two_moons

X = make_two_moons(400, noise=0.12, random_state=0)[0]


def add(block, number):
    return block + number


@pytest.mark.parametrize("executor", [SerialExecutor(), ThreadExecutor()])
@pytest.mark.parametrize("n_blocks", [0, 1, 2, 50])
def test_blocks_keep_their_order(executor, n_blocks):
    blocks = executor.keep(add, range(n_blocks), 1)
    assert executor.gather(add, blocks, 1) == [i + 2 for i in range(n_blocks)]


@pytest.mark.parametrize("executor", [SerialExecutor(), ThreadExecutor()])
def test_some_arguments_are_for_one_block_each(executor):
    assert executor.gather(add, [1, 2, 3], PerBlock([10, 20, 30])) == [11, 22, 33]


def test_errors_in_threads_reach_the_caller():
    with pytest.raises(ZeroDivisionError):
        ThreadExecutor().gather(lambda block: 1 / block, [1, 0, 2])


def test_names():
    assert {type(get_executor(name)) for name in NAMES if name != "dask"} <= {SerialExecutor, ThreadExecutor}
    with pytest.raises(ValueError, match="executor must be one of auto, serial, threads, dask; got 'gpu'"):
        get_executor("gpu")


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed", reason="dask is not installed (the extra [distributed])")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_dask_needs_a_client():
    pytest.importorskip("distributed", reason="dask is not installed (the extra [distributed])")
    with pytest.raises(ValueError, match="needs a client"):
        get_executor("dask")


def fitted(executor, callback=None):
    return RNSE(2, graph="knn", beta=30.0, executor=executor, random_state=0, callback=callback).fit(X)


def assert_same(model, expected):
    assert_allclose(model.similarity_.toarray(), expected.similarity_.toarray(), rtol=0, atol=1e-9)
    assert_allclose(model.indicator_, expected.indicator_, rtol=0, atol=1e-9)
    assert np.array_equal(model.labels_, expected.labels_)


def test_a_cluster_gives_what_one_process_gives(client, monkeypatch):
    monkeypatch.setattr(sparse_kernel, "REMOTE_ENTRIES", 2_500)
    assert_same(fitted("dask"), fitted("serial"))


def test_a_cluster_that_loses_a_worker_gives_it_too(client, monkeypatch):
    """Its blocks, and what was made from them, are made again."""
    monkeypatch.setattr(sparse_kernel, "REMOTE_ENTRIES", 2_500)
    expected = fitted("serial")
    pids = client.run(os.getpid)
    calls, keep = [], type(get_executor("dask")).keep

    def counted(self, function, blocks, *args):
        calls.append(function)
        if len(calls) == 30:
            os.kill(next(iter(pids.values())), signal.SIGKILL)
        return keep(self, function, blocks, *args)

    monkeypatch.setattr(type(get_executor("dask")), "keep", counted)
    assert_same(fitted("dask"), expected)
    assert len(calls) > 30
    assert set(client.run(os.getpid).values()) != set(pids.values())
