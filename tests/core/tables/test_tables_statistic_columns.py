"""Columns of statistics of the columns before them are left out and asked about."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.tables import QuestionKind, read_table

STATISTICS = {
    "Mean a": lambda x: x.mean(1),
    "SD a": lambda x: x.std(1, ddof=1),
    "SEM": lambda x: x.std(1, ddof=1) / np.sqrt(x.shape[1]),
    "CV (%)": lambda x: 100 * x.std(1, ddof=1) / x.mean(1),
    "Median": lambda x: np.median(x, axis=1),
    "Max": lambda x: x.max(1),
    "Standardabweichung": lambda x: x.std(1, ddof=1),
    "Varianz": lambda x: x.var(1, ddof=1),
}


def written(names, n_parts=3, *, wrong=False, n_groups=2):
    rng = np.random.default_rng(n_parts)
    header, columns, parts = ["gene"], [], []
    for group in range(n_groups):
        X = rng.normal(10, 3, (14, n_parts)).round(2)
        header += [f"g{group}_{k}" for k in range(n_parts)] + [f"{name} {group}" for name in names]
        columns += [*X.T, *(STATISTICS[name](rng.normal(10, 3, X.shape) if wrong else X) for name in names)]
        parts += [*X.T]
    lines = [",".join([f"s{k}", *(f"{one:.2f}" for one in row)]) for k, row in enumerate(zip(*columns, strict=True))]
    return "\n".join([",".join(header), *lines]).encode(), np.stack(parts, axis=1)


@pytest.mark.parametrize("n_parts", [2, 3, 6])
@pytest.mark.parametrize("names", [[name] for name in STATISTICS] + [["Mean a", "SD a"], ["SEM", "CV (%)", "Median"]])
def test_named_statistics_of_the_columns_before(names, n_parts):
    data, parts = written(names, n_parts)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, parts)
    options = question(table, QuestionKind.SUM_COLUMNS).options
    widths = [read_table(data, **option.keywords).n_features for option in options]
    assert widths == [2 * n_parts, 2 * (n_parts + len(names))]


@pytest.mark.parametrize("name", ["SD a", "SEM", "CV (%)", "Median", "Max"])
def test_names_alone_are_features(name):
    table = read_table(written([name], wrong=True)[0])
    assert table.n_features == 8 and not questions(table, QuestionKind.SUM_COLUMNS)
