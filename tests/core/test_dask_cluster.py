"""A dask cluster of processes gives what one process gives, also when it loses a worker: fits, and a comparison."""

import os
import signal
import tracemalloc
from contextlib import contextmanager

import numpy as np
import pytest
from clusterers import HALVES, logged
from expected import raised
from joblib import parallel_config
from numpy.testing import assert_allclose

from rnse_core import RNSE
from rnse_core._base import memory
from rnse_core._base.executors import DaskExecutor
from rnse_core.affinity import sparse_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.distributed import rows_of_file
from rnse_core.exceptions import (
    ClusterError,
    ClusterProblem,
    InputError,
    NotEnoughMemory,
    ParameterError,
    ParameterTypeError,
    Reason,
)
from rnse_core.experiments import compare

distributed = pytest.importorskip("distributed", reason="dask is not installed (the extra [distributed])")
dask = pytest.importorskip("dask", reason="dask is not installed (the extra [distributed])")
dask_array = pytest.importorskip("dask.array", reason="dask is not installed (the extra [distributed])")


@contextmanager
def two_workers(memory_limit=0):
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=memory_limit
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def client():
    with two_workers() as client:
        yield client


@pytest.fixture
def lose_a_worker():
    """Kill one of the workers of a cluster that no other test uses: dask may start no other worker in its place.

    It does not when a worker is killed while it is being started, and that may be any worker which was killed before.

    The workers, also the one that is started in place of the killed one, are copies of a process that has imported the
    library, which would take seconds in each of them. Those of the other cluster are started as dask usually does.
    """
    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        distributed.utils.get_mp_context().set_forkserver_preload(["distributed", "rnse_core.experiments"])
        yield from _losing_a_worker()


def _losing_a_worker():
    with two_workers() as client:
        pids = set(client.run(os.getpid).values())
        killed = []

        def lose():
            killed.append(pids.pop())
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


def array_of(X, *heights):
    return dask_array.from_array(X, chunks=(heights, 1))


def assert_same_in_blocks(model, expected):
    for samples, rows in model.similarity_.blocks_of_rows():
        assert abs(rows - expected.similarity_[samples]).max() <= 1e-9
    assert np.array_equal(model.labels_, expected.labels_)
    assert abs(model.objective_ - expected.objective_) <= 1e-9


def fitted_blocks(*heights):
    return RNSE(2, beta=30.0, max_iter=2, tol=1e9, executor="dask", random_state=0).fit(array_of(X, *heights))


class TestSamplesOnTheWorkers:
    def test_a_fit_is_the_same(self, client, expected):
        model = fitted_blocks(70, 10, 120)
        assert_same_in_blocks(model, expected)
        assert np.array_equal(model.predict(X + 0.01), expected.predict(X + 0.01))
        with raised(ParameterTypeError, parameter="X", reason=Reason.WRONG_TYPE):
            model.predict(array_of(X, 200))

    def test_a_fit_that_loses_a_worker_is_the_same(self, lose_a_worker, expected, monkeypatch):
        calls, gather = [], DaskExecutor.gather

        def counted(self, function, blocks, *args):
            calls.append(len(blocks))
            if len(calls) == 40:
                lose_a_worker()
            return gather(self, function, blocks, *args)

        monkeypatch.setattr(DaskExecutor, "gather", counted)
        assert_same_in_blocks(fitted_blocks(100, 100), expected)
        assert len(calls) > 40

    def test_a_client_that_was_closed(self, client):
        with distributed.Client(client.scheduler.address):
            model = fitted_blocks(200)
        with raised(ClusterError, problem=ClusterProblem.CLIENT_CLOSED):
            model.similarity_.collect()
        with raised(ClusterError, problem=ClusterProblem.CLIENT_CLOSED):
            model.predict(X)

    def test_nothing_is_collected_without_being_asked_for(self, client):
        with raised(ParameterError, parameter="executor", value="auto", reason=Reason.INCOMPATIBLE):
            RNSE(2).fit(array_of(X, 200))

    @pytest.mark.parametrize("bad", [np.zeros(5), np.zeros((4, 2), dtype=complex)], ids=["vector", "complex"])
    def test_arrays_without_rows_of_numbers(self, client, bad):
        with pytest.raises(InputError):
            RNSE(2, executor="dask").fit(dask_array.from_array(bad))


def test_workers_with_less_memory_than_one_process_needs(tmp_path, monkeypatch):
    """A process with the memory of a worker would refuse the fit. The driver has a fraction of K."""
    n_samples, n_neighbors, limit = 12_000, 400, 570 * 10**6
    X = make_two_moons(n_samples, noise=0.05, random_state=0)[0]
    np.save(tmp_path / "X.npy", X)
    model = RNSE(2, n_neighbors=n_neighbors, init="spectral", max_iter=1, tol=0, random_state=0)
    monkeypatch.setattr(memory, "available_bytes", lambda: limit)
    with pytest.raises(NotEnoughMemory):
        model.set_params(graph="knn").plan(X).check_memory()
    with (
        # A worker above the limit is ended. It does not pause before, which may last for ever.
        dask.config.set({"distributed.worker.memory.pause": False}),
        two_workers(limit),
    ):
        tracemalloc.start()
        model.set_params(executor="dask").fit(rows_of_file(tmp_path / "X.npy", 3000))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 12 * model.affinity_matrix_.nnz / 3
        # S is the exact projection, whatever pattern it was found on.
        expected = RNSE(2, graph="knn", init="spectral", max_iter=1, tol=0, random_state=0).fit(X)
        assert_same_in_blocks(model, expected)


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
