"""Comparisons of a table in which some columns have another scale than the proposed one."""

import numpy as np
import pytest
from sklearn.cluster import KMeans

from rnse_core import read_table
from rnse_core.exceptions import ParameterError
from rnse_core.experiments import ColumnScaled, compare, unpack_labels
from rnse_core.metrics import adjusted_rand_index
from rnse_core.preprocessing import propose_scales, scale_columns

RANDOM = np.random.default_rng(0)
Y = np.repeat(["a", "b"], 40)
# The counts say nothing of the classes, and decide alone where they stay as they are.
X = np.c_[1 + np.floor(np.exp(RANDOM.normal(3, 2, 80))), RANDOM.normal(0, 0.1, 80) + (Y == "b")]
GIVEN = {"0": "raw"}


def labels_of(frame, **where):
    """The labels of the one record of a comparison."""
    for column, value in where.items():
        frame = frame[frame[column] == value]
    (record,) = [one for _, one in frame.iterrows()]
    return unpack_labels(record["labels"], record["n_samples"])


def test_the_methods_get_the_features_in_the_given_scales():
    proposed, given = propose_scales(X), propose_scales(X, given=GIVEN)
    assert [one.scale for one in proposed] == ["log1p", "zscore"]
    for source, scales in (((X, Y), proposed), (ColumnScaled((X, Y), GIVEN), given)):
        frame = compare({"t": source}, "K-Means", seeds=[0], preprocess="auto", n_jobs=1)
        expected = KMeans(2, n_init=10, random_state=0).fit(scale_columns(X, scales)).labels_
        assert adjusted_rand_index(expected, labels_of(frame)) == 1
    assert adjusted_rand_index(Y, labels_of(frame)) < 0.9, "the scale matters here"


def test_a_table_names_its_columns(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("count,level,group\n" + "".join(f"{a:g},{b!r},{c}\n" for (a, b), c in zip(X, Y, strict=True)))
    table = read_table(path, label_column="group")
    options = {"methods": "K-Means", "seeds": [0], "preprocess": "auto", "n_jobs": 1}
    frame = compare(ColumnScaled(table, {"count": "raw"}), **options)
    np.testing.assert_array_equal(labels_of(frame), labels_of(compare({"t": ColumnScaled((X, Y), GIVEN)}, **options)))
    with pytest.raises(ParameterError) as raised:
        compare(ColumnScaled(table, {"counts": "raw"}), **options)
    assert raised.value.value == "counts"


def test_records_know_the_scales_where_they_count(tmp_path):
    options = {"methods": "K-Means", "seeds": [0], "preprocess": ["auto", "zscore"], "n_jobs": 1}
    new = []
    for source in ((X, Y), ColumnScaled((X, Y), GIVEN), ColumnScaled((X, Y), {}), ColumnScaled((X, Y), GIVEN)):
        compare({"t": source}, **options, store=tmp_path / "r.sqlite", on_result=lambda one, _: new.append(one))
    assert [one["preprocessing"] for one in new] == ["auto", "zscore", "auto"]


def test_a_method_without_negative_numbers_looks_at_the_given_scales():
    raw = ColumnScaled((X + 1, Y), {"0": "raw", "1": "raw"})
    status = {
        name: compare({"t": one}, "NMF", seeds=[0], preprocess="auto", n_jobs=1)["status"].iloc[0]
        for name, one in {"proposed": (X + 1, Y), "raw": raw}.items()
    }
    assert status["raw"] == "ok" != status["proposed"]
