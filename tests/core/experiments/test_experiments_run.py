"""A comparison in this process: what a record holds, and what becomes of failures, stops and odd input."""

import gc
import json

import numpy as np
import pytest
from clusterers import FAILING, HALVES, ROUNDS, STEADY, logged
from expected import raised
from joblib import parallel_config, register_parallel_backend
from joblib._parallel_backends import ThreadingBackend
from sklearn.cluster import KMeans

from rnse_core import read_table
from rnse_core.datasets import load_dataset, make_block_diagonal
from rnse_core.exceptions import NoClassesError, ParameterError, ParameterTypeError, Reason, StoreError, StoreProblem
from rnse_core.experiments import METHODS, MethodUnavailable, compare, find_method, sweep, unpack_labels
from rnse_core.experiments.fit import run_task
from rnse_core.experiments.jobs import canonical
from rnse_core.experiments.obstacles import Obstacle
from rnse_core.metrics import score_table
from rnse_core.preprocessing import scale_features


@pytest.fixture
def blobs():
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 0.1, (10, 2)), rng.normal(3, 0.1, (10, 2))])
    return X, np.repeat(["left", "right"], 10)


def test_a_record_holds_what_the_library_gives():
    frame = compare("iris", "K-Means", seeds=[3], preprocess="minmax", n_jobs=1)
    assert len(frame) == 1
    record, iris = frame.iloc[0], load_dataset("iris")
    model = KMeans(3, n_init=10, random_state=3).fit(scale_features(iris.X, "minmax"))
    expected = score_table(iris.y, model.labels_)
    assert {name: record[name] for name in ("accuracy", "purity", "nmi", "ari")} == pytest.approx(
        {name: expected[name] for name in ("accuracy", "purity", "nmi", "ari")}
    )
    assert score_table(model.labels_, unpack_labels(record["labels"], 150))["accuracy"] == 1
    assert (record["n_samples"], record["n_features"], record["n_classes"], record["n_clusters"]) == (150, 4, 3, 3)
    assert record["majority_share"] == pytest.approx(1 / 3)
    assert (record["seed"], record["status"], record["iterations"]) == (3, "ok", model.n_iter_)
    assert record["seconds"] > 0 and record["threads"] >= 1
    parameters, versions = json.loads(record["parameters"]), json.loads(record["versions"])
    assert parameters["n_init"] == 10 and parameters["random_state"] == 3
    assert set(versions) == {"python", "rnse-core", "numpy", "scipy", "scikit-learn"}


def test_memory_is_that_of_the_fit(blobs):
    """Garbage from before the fit does not lower it, and nor does memory that was freed and is used again."""
    # Each below the size for which the C library maps memory of its own; the last one stays above the others.
    freed = [np.ones(12_000) for _ in range(800)]
    kept = freed.pop()
    del freed

    class Hungry(type(HALVES.make(2, 0))):
        def __new__(cls, *args, **kwargs):
            garbage = [np.ones(60_000_000 // 8)]
            garbage.append(garbage)
            return super().__new__(cls)

        def fit(self, X, y=None):
            gc.collect()
            np.ones(40_000_000 // 8).sum()
            return super().fit(X)

    hungry = HALVES.variant("Hungry")
    object.__setattr__(hungry, "target", Hungry)
    gc.disable()
    try:
        peaks = compare({"blobs": blobs}, [hungry, HALVES], 1, n_jobs=1).set_index("method")["peak_bytes"]
    finally:
        gc.enable()
    if peaks.isna().all():
        pytest.skip("The peak of a process cannot be measured here: /proc/self/clear_refs is missing or read-only.")
    assert 35_000_000 < peaks["Hungry"] < 60_000_000
    assert peaks["Halves"] < 10_000_000
    assert kept.all()


def test_failures_are_records(blobs):
    frame = compare({"blobs": blobs}, [FAILING, STEADY, HALVES], 2, n_jobs=1).set_index(["method", "seed"])
    failed = frame.loc[("Failing", 0)]
    assert (failed["status"], failed["error_type"], failed["error"]) == (
        "error",
        "RuntimeError",
        "There is\nno solution.",
    )
    assert json.loads(failed["warnings"]) == ["Before it failed."]
    assert np.isnan(failed["accuracy"]) and failed["labels"] is None
    assert frame["status"].tolist() == ["error", "error", "ok", "ok", "ok"]


def test_what_draws_nothing_runs_once_and_says_so(blobs):
    record = compare({"blobs": blobs}, STEADY, 5, n_jobs=1).iloc[0]
    assert record["deterministic"] and record.isna()["seed"]
    assert (record["iterations"], record["converged"], record["n_clusters_found"]) == (7, False, 1)
    assert json.loads(record["warnings"]) == ["Twice the same."]


@pytest.mark.parametrize("name", METHODS)
def test_every_method_runs_and_says_the_truth_about_itself(name):
    method = METHODS[name]
    try:
        model = method.make(3, 0)
    except MethodUnavailable as error:
        pytest.skip(str(error))
    parameters = model.get_params()
    assert method.deterministic == ("random_state" not in parameters)
    assert parameters["n_clusters"] == 3 and parameters.get("random_state", 0) == 0
    assert bool(method.matrices) <= ("affinity" in parameters)
    iris = load_dataset("iris")
    some = {"some": (iris.X[::3], iris.y[::3])}
    if method.takes == "non-negative features":
        zscored = compare(some, name, 1, preprocess="zscore", n_jobs=1).iloc[0]
        assert (zscored["status"], zscored["error_type"]) == ("error", Obstacle.UNSUITABLE)
    record = compare(some, name, 1, preprocess="minmax", n_jobs=1).iloc[0]
    assert (record["status"], record["error"]) == ("ok", None)
    assert len(unpack_labels(record["labels"], 50)) == 50


def test_a_method_that_is_not_there_is_a_record(blobs):
    gone = HALVES.variant("Gone")
    object.__setattr__(gone, "target", "rnse_core.no_such_module:Nothing")
    record = compare({"blobs": blobs}, gone, 1, n_jobs=1).iloc[0]
    assert (record["status"], record["error_type"]) == ("error", Obstacle.METHOD_UNAVAILABLE)


def test_matrices_go_to_the_methods_that_take_them(tmp_path):
    A, y = make_block_diagonal(60, 3, noise=0.1, random_state=0)
    path = tmp_path / "blocks.npz"
    np.savez(path, A=A, y=y)
    table = read_table(path, label_column="y")
    frame = compare([table], ["RNSE", "NCuts", "K-Means"], 1, preprocess=["zscore", "raw"], n_jobs=1)
    assert frame["preprocessing"].tolist() == ["raw"] * 3
    assert frame["accuracy"].tolist()[:2] == [1, 1]
    assert frame["error_type"].iloc[2] == Obstacle.NOT_NOW


def test_tables_with_and_without_classes(blobs, tmp_path):
    path = tmp_path / "points.csv"
    lines = [f"{a},{b},{label if i else ''}" for i, ((a, b), label) in enumerate(zip(*blobs, strict=True))]
    path.write_text("a,b,class\n" + "\n".join(lines) + "\n", encoding="utf-8")
    frame = compare(
        [str(path), read_table(path, name="again.csv", label_column=None, ignore="class")],
        HALVES,
        1,
        n_clusters=2,
        n_jobs=1,
    )
    assert frame["dataset"].tolist() == ["points", "again"]
    assert frame["accuracy"].iloc[0] == 1 and np.isnan(frame["accuracy"].iloc[1])
    assert frame["n_clusters_found"].tolist() == [2, 2]


def test_the_callback_stops_the_run(blobs):
    seen = []

    def on_result(record, progress):
        seen.append((record["seed"], progress.done, progress.total, progress.reused, progress.failed))
        return len(seen) == 2

    frame = compare({"blobs": blobs}, HALVES, 5, n_jobs=1, on_result=on_result)
    assert frame["seed"].tolist() == [0, 1]
    assert seen == [(0, 1, 5, 0, 0), (1, 2, 5, 0, 0)]


def test_each_fit_is_told_of_before_it_runs_and_those_in_the_store_are_not(blobs, tmp_path):
    order = []

    def on_start(fit):
        order.append(("begins", fit["dataset"], fit["method"], fit["seed"], fit["preprocessing"]))

    def on_result(record, _progress):
        order.append(("ends", *(record[name] for name in ("dataset", "method", "seed", "preprocessing"))))

    how = {"n_jobs": 1, "store": tmp_path / "records.db", "on_start": on_start, "on_result": on_result}
    compare({"blobs": blobs}, HALVES, [1], **how)
    compare({"blobs": blobs}, [HALVES, STEADY], [0, 1], **how)
    fits = [("blobs", "Halves", 1, "zscore"), ("blobs", "Halves", 0, "zscore"), ("blobs", "Steady", None, "zscore")]
    assert order == [(when, *fit) for fit in fits for when in ("begins", "ends")]


def test_a_stop_reaches_into_a_fit(blobs):
    asked = []

    def stop():
        asked.append(None)
        return len(asked) > 20

    frame = compare({"blobs": blobs}, [HALVES, ROUNDS], 2, n_jobs=1, stop=stop)
    assert frame["method"].tolist() == ["Halves", "Halves"]


def test_an_interrupt_leaves_what_is_done(blobs, tmp_path):
    def interrupt(_record, progress):
        if progress.done == 2:
            raise KeyboardInterrupt

    arguments = {"store": tmp_path / "records.db", "n_jobs": 1}
    log = tmp_path / "log"
    method = HALVES.variant("Halves", log=str(log))
    with pytest.raises(KeyboardInterrupt):
        compare({"blobs": blobs}, method, 4, on_result=interrupt, **arguments)
    assert len(compare({"blobs": blobs}, method, 4, **arguments)) == 4
    assert logged(log) == [0, 1, 2, 3]


class ListsOnly(ThreadingBackend):
    """A back end such as that of ray: it returns lists."""

    supports_return_generator = False
    supports_sharedmem = False


def test_a_back_end_that_returns_lists(blobs, tmp_path, monkeypatch):
    monkeypatch.setattr("rnse_core.experiments.runner.run_isolated", lambda task, X, y, *_: run_task(task, X, y))
    register_parallel_backend("lists_only", ListsOnly)
    log = tmp_path / "log"
    with parallel_config("lists_only", n_jobs=2):
        frame = compare({"blobs": blobs}, HALVES.variant("Halves", log=str(log)), 5)
    assert frame["status"].tolist() == ["ok"] * 5
    assert sorted(logged(log)) == [0, 1, 2, 3, 4]


def test_too_little_memory_is_a_record(blobs, monkeypatch):
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 1000)
    frame = compare({"blobs": blobs}, ["NCuts", "K-Means"], 1, n_jobs=1)
    assert frame["error_type"].tolist() == [Obstacle.NO_MEMORY, None]


def test_an_array_that_does_not_fit_is_a_lack_of_memory(blobs, monkeypatch):
    """Which numpy raises as an error of its own; such a record is tried again."""
    monkeypatch.setattr(HALVES.target, "fit", lambda self, X, y=None: np.empty((10**9, 10**9)))
    frame = compare({"blobs": blobs}, HALVES, 1, n_jobs=1)
    assert frame["error_type"].tolist() == [Obstacle.NO_MEMORY]


@pytest.mark.parametrize(
    ("arguments", "parameter", "reason"),
    [
        ({"methods": "Nothing"}, "methods", Reason.UNKNOWN_CHOICE),
        ({"methods": []}, "methods", Reason.EMPTY),
        ({"methods": ["RNSE", "rnse"]}, "methods", Reason.REPEATED),
        ({"seeds": 0}, "seeds", Reason.TOO_SMALL),
        ({"seeds": []}, "seeds", Reason.EMPTY),
        ({"seeds": [1, 1]}, "seeds", Reason.REPEATED),
        ({"seeds": [-1]}, "seeds", Reason.TOO_SMALL),
        ({"preprocess": "polar"}, "preprocess", Reason.UNKNOWN_CHOICE),
        ({"preprocess": []}, "preprocess", Reason.EMPTY),
        ({"timeout": 0}, "timeout", Reason.TOO_SMALL),
        ({"n_jobs": 0}, "n_jobs", Reason.TOO_SMALL),
        ({"threads": 0}, "threads", Reason.TOO_SMALL),
        ({"datasets": []}, "datasets", Reason.EMPTY),
        ({"datasets": "nothing"}, "name", Reason.UNKNOWN_CHOICE),
        ({"datasets": ["iris", "iris"]}, "datasets", Reason.REPEATED),
        ({"datasets": [load_dataset("iris")]}, "datasets", Reason.MISSING),
        ({"n_clusters": 1000}, "n_clusters", Reason.MORE_CLUSTERS_THAN_SAMPLES),
    ],
)
def test_what_is_wrong_is_raised_before_anything_runs(arguments, parameter, reason):
    with raised(ParameterError, parameter=parameter, reason=reason):
        compare(**{"datasets": "iris", "methods": "K-Means", "seeds": 1, "n_jobs": 1, **arguments})


def test_without_classes_the_number_of_clusters_is_asked_for():
    with raised(NoClassesError, data_set="a"):
        compare({"a": ([[1.0], [2.0]], None)}, "K-Means", 1)


def test_a_store_in_no_folder_is_refused():
    with raised(StoreError, problem=StoreProblem.NO_FOLDER):
        compare("iris", "K-Means", 1, store="/nowhere/at/all.db")


def test_too_many_clusters_for_all_sets_are_refused_with_the_largest_number_of_samples():
    with raised(ParameterError, parameter="n_clusters", value=1000, bound=178):
        compare(["iris", "wine"], "K-Means", 1, n_clusters=1000)


def test_a_data_set_of_another_kind_is_refused():
    with raised(ParameterTypeError, parameter="datasets", value="int", reason=Reason.WRONG_TYPE):
        compare({"a": 3}, "K-Means", 1)


def test_parameters_whose_state_cannot_be_told_are_refused(blobs):
    with raised(ParameterTypeError, value="RandomState", reason=Reason.WRONG_TYPE):
        compare({"blobs": blobs}, METHODS["K-Means"].variant("odd", init=np.random.RandomState(0)), 1, n_jobs=1)
    assert canonical({"b": (np.float64(1), np.inf), "a": np.zeros(2)}) == {
        "a": {"shape": [2], "dtype": "float64", "sha256": canonical(np.zeros(2))["sha256"]},
        "b": [1.0, "inf"],
    }


def test_methods_are_found_without_regard_to_case():
    assert find_method("k-means") is METHODS["K-Means"]
    assert find_method(HALVES) is HALVES


@pytest.mark.parametrize(
    ("arguments", "error", "parameter", "value"),
    [
        (("iris", {"skl": KMeans(2)}), ParameterTypeError, "methods", "dict"),
        (("iris", [KMeans(2)]), ParameterTypeError, "methods", "KMeans"),
        (("iris", ["kmeans"]), ParameterError, "methods", "kmeans"),
        ((["IRIS"], "K-Means"), ParameterError, "name", "IRIS"),
        ((["irris"], "K-Means"), ParameterError, "name", "irris"),
        (("iris", "K-Means", 2.5), ParameterTypeError, "seeds", 2.5),
        (("iris", "K-Means", [3, 3, 5]), ParameterError, "seeds", 3),
        (({"mine": np.eye(3)}, "K-Means"), ParameterTypeError, "datasets", "ndarray"),
    ],
)
def test_what_cannot_be_used_is_named(arguments, error, parameter, value):
    with raised(error, parameter=parameter, value=value):
        compare(*arguments)


@pytest.mark.parametrize(("name", "meant"), [("kmeans", "K-Means"), ("RNSE paper", "RNSE (paper)")])
def test_a_name_with_a_slip_gets_the_one_that_may_be_meant(name, meant):
    with raised(ParameterError, parameter="methods", value=name) as caught:
        compare("iris", name)
    assert repr(meant) in str(caught.value)


def test_numbers_of_a_sweep_are_lists():
    with raised(ParameterTypeError, parameter="alphas", value=1, reason=Reason.WRONG_TYPE):
        sweep("iris", alphas=1)


@pytest.mark.parametrize(
    ("arguments", "fields"),
    [
        ({"seeds": 10**9}, {"parameter": "seeds", "value": 10**9, "bound": 1_000_000}),
        ({"seeds": [2**32]}, {"parameter": "seeds", "value": 2**32, "bound": 2**32 - 1}),
        (
            {"seeds": 600_000, "methods": ["K-Means", "NCuts"]},
            {"parameter": "seeds", "value": 1_200_000, "bound": 1_000_000},
        ),
        ({"n_jobs": 10**9}, {"parameter": "n_jobs", "reason": Reason.TOO_LARGE_FOR_MACHINE}),
        ({"threads": 10**9}, {"parameter": "threads", "reason": Reason.TOO_LARGE_FOR_MACHINE}),
    ],
)
def test_what_no_machine_has_room_for_is_refused_at_once(arguments, fields):
    with raised(ParameterError, **fields):
        compare(**{"datasets": "iris", "methods": "K-Means", "seeds": 1, **arguments})
