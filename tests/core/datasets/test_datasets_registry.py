"""Data sets by name: the registry, the paper's tables and rules, a folder of files, and OpenML from a stand-in."""

from collections import Counter

import numpy as np
import pytest
from expected import raised
from scipy.io import savemat

from rnse_core.datasets import (
    BUNDLED,
    DATASETS,
    PAPER_DATASETS,
    PAPER_METHODS,
    PRINTED_SCORES,
    SHAPES,
    DatasetUnavailable,
    check_printed,
    load_dataset,
    load_file,
    printed_problems,
    printed_table,
)
from rnse_core.datasets.suffixes import SUFFIXES
from rnse_core.exceptions import Cause, ParameterError, Reason
from rnse_core.experiments import PAPER_NAMES
from rnse_core.metrics import clustering_accuracy, purity_score
from rnse_core.tables import Limits, Problem, TableError, VariableProblem

X = np.arange(24.0).reshape(6, 4)
y = np.array([2, 2, 10, 10, 1, 1])


def test_every_name_is_there_once_and_says_what_it_is():
    assert list(DATASETS) == [*BUNDLED, *PAPER_DATASETS, *SHAPES]
    assert len({entry.title for entry in DATASETS.values()}) == len(DATASETS)
    origins = Counter(entry.origin for entry in DATASETS.values())
    assert origins == {"bundled": 4, "synthetic": len(SHAPES), "openml": 6, "file": 2}
    assert all(entry.name == name and entry.description and entry.source for name, entry in DATASETS.items())


def test_the_papers_data_sets_add_up():
    assert len(PAPER_DATASETS) == 8
    for one in PAPER_DATASETS.values():
        samples, features, classes = one.printed_shape
        assert sum(one.class_sizes) == one.shape[0]
        assert one.n_clusters == classes == len(one.class_sizes)
        assert one.majority_share == max(one.class_sizes) / one.shape[0]
        # What is not as printed is explained.
        assert bool(one.note) == (one.shape != (samples, features))
        if one.openml is not None:
            assert one.openml.kept_shape == one.shape
            assert f"OpenML {one.openml.id}" in one.source


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_drawn(name):
    data, again = load_dataset(name), load_dataset(name, random_state=0)
    assert np.array_equal(data.X, again.X) and not np.array_equal(data.X, load_dataset(name, random_state=1).X)
    assert data.X.shape == (SHAPES[name].default_n_samples, 2)
    assert len(data.class_names) == len(np.unique(data.y)) == DATASETS[name].n_clusters


class TestPrintedTables:
    def test_every_cell_is_there(self):
        for score in PRINTED_SCORES:
            mean, std = printed_table(score)
            assert list(mean.index) == list(PAPER_DATASETS)
            assert tuple(mean.columns) == PAPER_METHODS == PAPER_NAMES
            dashes = mean.isna()
            assert dashes.equals(std.isna()) and dashes.to_numpy().sum() == 5 == dashes["NMF"].sum()
        with raised(ParameterError, parameter="score", value="nmi", choices=PRINTED_SCORES):
            printed_table("nmi")

    def test_cells_that_were_read_off_the_paper(self):
        accuracy, deviation = printed_table("accuracy")
        purity, spread = printed_table("purity")
        assert accuracy.loc["mnist", "RNSE"] == 64.0 and deviation.loc["mnist", "RNSE"] == 0.3
        assert purity.loc["waveform21", "PCA"] == 53.5 and spread.loc["mnist", "SDS"] == 6.8
        assert accuracy.loc["gisette"].tolist()[4:] == [92.9, 93.3, 91.4, 93.8, 94.9]

    @pytest.mark.parametrize("n_classes", [2, 3, 7])
    def test_no_real_clustering_breaks_a_rule(self, n_classes):
        rng = np.random.default_rng(n_classes)
        for n_samples in (7, 30, 200):
            for _ in range(50):
                classes = rng.choice(n_classes, n_samples, p=rng.dirichlet(np.ones(n_classes)))
                runs = [rng.integers(n_classes, size=n_samples) for _ in range(10)]
                runs += [np.where(rng.random(n_samples) < 0.8, classes, run) for run in runs[:5]]
                accuracies = [100 * clustering_accuracy(classes, run) for run in runs]
                purities = [100 * purity_score(classes, run) for run in runs]
                majority = 100 * np.bincount(classes).max() / n_samples
                printed = [round(float(value), 1) for value in (np.mean(accuracies), np.mean(purities))]
                spread = round(float(np.std(accuracies)), 1)
                found = check_printed(*printed, majority, n_classes, spread)
                assert "impossible" not in {verdict for _, verdict, _ in found}

    @pytest.mark.parametrize(
        ("accuracy", "purity", "majority", "n_classes", "expected"),
        [
            (40.0, 60.0, 56.0, 2, {("accuracy", "impossible"), ("purity", "impossible")}),
            (70.0, 55.9, 56.0, 2, {("purity", "impossible")}),
            (60.0, 70.0, 56.0, 2, {("purity", "impossible")}),
            (60.0, 70.0, 56.0, 3, set()),
            (60.0, 60.0, 56.0, 2, set()),
            (60.0, 59.8, 30.0, 3, {("purity", "impossible")}),
            (60.0, 59.9, 30.0, 3, set()),
            (30.0, 56.0, 56.0, 3, {("accuracy", "impossible"), ("purity", "trivial")}),
            (33.3, 57.0, 56.0, 3, {("accuracy", "trivial")}),
            (np.nan, np.nan, 56.0, 3, set()),
        ],
    )
    def test_the_rules(self, accuracy, purity, majority, n_classes, expected):
        found = check_printed(accuracy, purity, majority, n_classes)
        assert {(score, verdict) for score, verdict, _ in found} == expected

    def test_what_the_rules_say_of_the_paper(self):
        problems = printed_problems().set_index(["dataset", "method", "score"])["verdict"]
        assert problems["arcene", "CAN", "purity"] == problems["arcene", "CLR", "purity"] == "impossible"
        assert problems["gisette", "NCuts", "purity"] == "impossible"
        assert problems["diabetes", "RNSE", "accuracy"] == "trivial"
        assert problems["diabetes", "CAN", "accuracy"] == "impossible"
        assert ("mnist", "RNSE", "accuracy") not in problems.index
        assert not any(dataset in ("mnist", "alpha_digit", "waveform21") for dataset, _, _ in problems.index)


class TestFolder:
    def test_npz_with_names_of_classes(self, tmp_path):
        constant = np.column_stack([X, np.ones(6)])
        np.savez(tmp_path / "mine.npz", X=constant, y=[0, 0, 2, 2, 1, 1], class_names=["a", "b", "c"])
        data = load_dataset("mine", data_home=tmp_path)
        # Every column stays, also one that never changes.
        assert np.array_equal(data.X, constant) and data.X.dtype == np.float64
        assert data.y.tolist() == [0, 0, 2, 2, 1, 1] and data.class_names == ["a", "b", "c"]
        assert data.source == "The file mine.npz."

    def test_numbers_of_classes_are_sorted_as_numbers(self, tmp_path):
        np.savez(tmp_path / "mine.npz", X=X, y=y)
        data = load_dataset("mine", data_home=tmp_path)
        assert data.class_names == ["1", "2", "10"] and data.y.tolist() == [1, 1, 2, 2, 0, 0]

    def test_mat(self, tmp_path):
        savemat(tmp_path / "mine.mat", {"X": X, "y": y.reshape(-1, 1)})
        data = load_dataset("mine", data_home=tmp_path)
        assert np.array_equal(data.X, X) and data.y.tolist() == [1, 1, 2, 2, 0, 0]

    def test_csv(self, tmp_path):
        lines = [",".join([*map(str, row), f"c{label}"]) for row, label in zip(X, y, strict=True)]
        (tmp_path / "mine.csv").write_text("p,q,r,s,class\n" + "\n".join(lines) + "\n", encoding="utf-8")
        data = load_dataset("mine", data_home=tmp_path)
        assert np.array_equal(data.X, X) and data.feature_names == ["p", "q", "r", "s"]
        assert data.class_names == ["c1", "c10", "c2"] and data.y.tolist() == [2, 2, 1, 1, 0, 0]

    def test_a_file_comes_before_the_network_but_not_before_what_is_bundled(self, tmp_path):
        for name in ("diabetes", "iris"):
            np.savez(tmp_path / f"{name}.npz", X=X, y=y)
        assert load_dataset("diabetes", data_home=tmp_path).description == PAPER_DATASETS["diabetes"].description
        assert load_dataset("diabetes", data_home=tmp_path).X.shape == (6, 4)
        assert load_dataset("iris", data_home=tmp_path).X.shape == (150, 4)

    @pytest.mark.parametrize("name", ["../mine", "sub/mine", "", "..", "/etc/passwd"])
    def test_a_name_is_no_way_out_of_the_folder(self, tmp_path, name):
        np.savez(tmp_path / "mine.npz", X=X, y=y)
        (tmp_path / "sub").mkdir()
        with raised(ParameterError, parameter="name", value=name, reason=Reason.UNKNOWN_CHOICE):
            load_dataset(name, data_home=tmp_path / "sub")

    def test_what_is_not_there(self, tmp_path):
        with raised(ParameterError, parameter="name", value="nothing", reason=Reason.UNKNOWN_CHOICE):
            load_dataset("nothing", data_home=tmp_path)
        with pytest.raises(NotADirectoryError):
            load_dataset("nothing", data_home=tmp_path / "none")
        with pytest.raises(DatasetUnavailable) as caught:
            load_dataset("PCMAC", data_home=tmp_path)
        assert (caught.value.data_set, caught.value.cause) == ("PCMAC", Cause.NO_SOURCE)
        assert all(f"PCMAC{suffix}" in str(caught.value) for suffix in SUFFIXES)

    @pytest.mark.parametrize(
        ("arrays", "problem", "fields"),
        [
            ({"X": X}, Problem.NO_CLASSES, {}),
            ({"X": np.where(X == 5, np.nan, X), "y": y}, Problem.NOT_FINITE, {"places": (2, 2)}),
            ({"X": X, "y": np.where(y == 1, np.nan, y)}, Problem.UNLABELLED_ROWS, {"count": 2, "bound": 6}),
        ],
        ids=["no classes", "a value missing", "classes missing"],
    )
    def test_files_that_cannot_be_used(self, tmp_path, arrays, problem, fields):
        np.savez(tmp_path / "bad.npz", **arrays)
        with pytest.raises(TableError) as caught:
            load_file(tmp_path / "bad.npz", limits=Limits(max_cells=5000))
        assert (caught.value.problem, caught.value.file) == (problem, "bad.npz")
        assert {name: getattr(caught.value, name) for name in fields} == fields

    @pytest.mark.parametrize(
        ("X", "problem"),
        [
            (np.array([{}] * 6, dtype=object), VariableProblem.OBJECTS),
            (np.zeros((6, 1000)), VariableProblem.TOO_MANY_ENTRIES),
        ],
    )
    def test_a_vector_is_no_table_where_the_matrix_cannot_be_read(self, tmp_path, X, problem):
        np.savez(tmp_path / "bad.npz", X=X, y=y)
        with pytest.raises(TableError) as caught:
            load_file(tmp_path / "bad.npz", limits=Limits(max_cells=5000))
        assert caught.value.problem is Problem.NO_TABLE
        assert [(variable.name, variable.problem) for variable in caught.value.value] == [("X", problem)]

    def test_a_matrix_of_similarities_is_no_table(self, tmp_path):
        lines = "\n".join(",".join(map(str, row)) for row in np.eye(6) + 0.5)
        (tmp_path / "eye.csv").write_text(lines + "\n", encoding="utf-8")
        with pytest.raises(TableError) as caught:
            load_file(tmp_path / "eye.csv")
        assert (caught.value.problem, caught.value.matrix) == (Problem.NOT_FEATURES, "similarity")
