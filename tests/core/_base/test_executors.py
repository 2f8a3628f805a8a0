"""Executors: the same results from one thread and several threads; for those of a cluster see test_dask_cluster."""

import pytest
from expected import raised

from rnse_core._base.executors import NAMES, PerBlock, SerialExecutor, ThreadExecutor, get_executor
from rnse_core.exceptions import ParameterError, Reason


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


def parts(block, n):
    return [f"{block}{part}" for part in range(n)]


@pytest.mark.parametrize("executor", [SerialExecutor(), ThreadExecutor()])
def test_parts_are_exchanged(executor):
    assert executor.exchange(parts, ["a", "b", "c"], 2, 2) == [["a0", "b0", "c0"], ["a1", "b1", "c1"]]
    assert executor.share(7) == 7


def test_errors_in_threads_reach_the_caller():
    with pytest.raises(ZeroDivisionError):
        ThreadExecutor().gather(lambda block: 1 / block, [1, 0, 2])


def test_names():
    assert {type(get_executor(name)) for name in NAMES if name != "dask"} <= {SerialExecutor, ThreadExecutor}
    with raised(ParameterError, parameter="executor", value="gpu", reason=Reason.UNKNOWN_CHOICE, choices=NAMES):
        get_executor("gpu")


def test_dask_needs_a_client():
    pytest.importorskip("distributed", reason="dask is not installed (the extra [distributed])")
    with raised(ParameterError, parameter="executor", value="dask", reason=Reason.MISSING):
        get_executor("dask")
