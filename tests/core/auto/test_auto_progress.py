"""Steps that are told, and work in threads."""

import threading

import pytest

from rnse_core.auto import Progress, Step
from rnse_core.auto.progress import in_threads


def test_steps_are_counted_and_told():
    seen = []
    progress = Progress(lambda step, info: seen.append((step, info)))
    progress.tell(Step.GRAPH, setting=1)
    progress.tell(Step.FIT)
    assert seen == [(1, {"what": Step.GRAPH, "setting": 1}), (2, {"what": Step.FIT})]
    assert not progress.stopped


def test_nothing_is_told_after_the_end():
    seen = []
    progress = Progress(lambda step, info: seen.append(step) or True)
    assert progress.tell(Step.GRAPH) and progress.tell(Step.LABELS)
    assert seen == [1] and progress.stopped


def test_without_a_function_steps_are_only_counted():
    progress = Progress()
    assert not progress.tell(Step.GRAPH)
    assert progress.count == 1


@pytest.mark.parametrize("n_jobs", [None, 1, 3])
def test_results_come_in_order(n_jobs):
    assert list(in_threads(lambda i: i * i, range(20), n_jobs)) == [i * i for i in range(20)]


def test_work_that_is_not_begun_is_left_out():
    gate, done = threading.Event(), []

    def work(i):
        if i:
            gate.wait(5)
        done.append(i)
        return i

    results = in_threads(work, range(50), 2)
    assert next(results) == 0
    gate.set()
    results.close()
    assert len(done) < 50


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_errors_are_raised(n_jobs):
    with pytest.raises(ZeroDivisionError):
        list(in_threads(lambda i: 1 // i, [1, 0], n_jobs))
