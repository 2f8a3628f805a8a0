"""Rows of totals and other statistics above, below and between the rows of a table are asked about."""

import numpy as np
import pandas as pd
import pytest
from readings import note, question, questions

from rnse_core.datasets import BUNDLED, load_dataset
from rnse_core.tables import NoteKind, QuestionKind, read_table
from rnse_core.tables.row_statistics import statistics_at_the_end, subtotals

N = 40
X = np.random.default_rng(3).normal([5, 20], [2.5, 1], (N, 2)).round(2)
VALUES = {
    "sum": X.sum(0),
    "mean": X.mean(0),
    "sd": X.std(0, ddof=1),
    "min": X.min(0),
    "max": X.max(0),
    "n": np.array([N, N]),
    "median": np.median(X, axis=0),
    "q1": np.quantile(X, 0.25, axis=0),
    "q3": np.quantile(X, 0.75, axis=0),
    "var": X.var(0, ddof=1),
}


def line(name, values, sep=","):
    cells = [f"{int(value)}" if value == N else f"{value:.2f}" for value in values]
    return sep.join([*([] if name is None else [name]), *cells])


def table_of(foot, *, above=False, named=True):
    body = [line(f"s{k}" if named else None, row) for k, row in enumerate(X)]
    rows = [*foot, *body] if above else [*body, *foot]
    return "\n".join(["name,a,b" if named else "a,b", *rows]).encode()


WORDS = [
    {"Mean": "mean", "SD": "sd", "Min": "min", "Max": "max", "N": "n"},
    {"count": "n", "mean": "mean", "std": "sd", "min": "min", "25%": "q1", "50%": "median", "75%": "q3", "max": "max"},
    {"Mittelwert": "mean", "Standardabweichung": "sd", "Anzahl": "n"},
    {"Summe": "sum", "Median": "median", "Varianz": "var"},
    {"moyenne": "mean", "écart-type": "sd", "Médiane": "median", "Effectif": "n"},
    {"Std. Dev.": "sd", "Average:": "mean"},
    {"Std": "sd"},
    {"Max": "max"},
    {"N": "n"},
    {"1st Qu.": "q1", "3rd Qu.": "q3"},
    {"TOTAL": "sum"},
    {"Promedio": "mean", "Desviación estándar": "sd"},
]


@pytest.mark.parametrize("words", WORDS, ids=lambda words: "-".join(words))
@pytest.mark.parametrize("above", [False, True])
def test_named_rows_of_statistics(words, above):
    data = table_of([line(word, VALUES[kind]) for word, kind in words.items()], above=above)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, X)
    assert note(table, NoteKind.TOTAL_ROWS).count == len(words)
    options = question(table, QuestionKind.TOTAL_ROWS).options
    assert [read_table(data, **one.keywords).n_rows for one in options] == [N, N + len(words)]
    assert not any(questions(read_table(data, **one.keywords), QuestionKind.TOTAL_ROWS) for one in options)


@pytest.mark.parametrize(
    "kinds", [["mean", "sd"], ["sum"], ["n", "mean", "sd", "min", "q1", "median", "q3", "max"], ["mean"]]
)
@pytest.mark.parametrize("above", [False, True])
def test_rows_of_statistics_without_a_name(kinds, above):
    data = table_of([line(None, VALUES[kind]) for kind in kinds], above=above, named=False)
    np.testing.assert_array_equal(read_table(data).X, X)
    blank = table_of([line("", VALUES[kind]) for kind in kinds], above=above)
    np.testing.assert_array_equal(read_table(blank).X, X)


def test_names_that_are_words_of_statistics_by_chance_are_rows():
    """Max and Min are names of persons, and Total one of products, until their numbers say otherwise."""
    names = [f"s{k}" for k in range(N - 1)]
    for at, name in [(0, "Max"), (N - 1, "Max"), (20, "Min"), (7, "Total Cereal"), (N - 1, "N")]:
        body = [line(one, row) for one, row in zip([*names[:at], name, *names[at:]], X, strict=True)]
        table = read_table("\n".join(["name,a,b", *body]).encode())
        assert table.n_rows == N and not questions(table, QuestionKind.TOTAL_ROWS), name


def test_an_ordinary_last_row_is_no_statistic():
    rng = np.random.default_rng(0)
    alarms = 0
    for _ in range(300):
        likert = rng.integers(1, 6, (60, 4)).astype(float)
        alarms += statistics_at_the_end(list(likert.T))
        alarms += len(subtotals(list(rng.integers(0, 2, (60, 3)).astype(float).T)))
        alarms += len(subtotals(list(rng.poisson(2, (12, 2)).astype(float).T)))
    assert alarms == 0


@pytest.mark.parametrize("name", sorted(BUNDLED))
def test_no_alarm_in_the_tables_that_come_with_scikit_learn(name):
    A = load_dataset(name).X
    for turned in (A, A[::-1]):
        columns = list(turned.T)
        assert statistics_at_the_end(columns) == 0 and subtotals(columns) == []


def blocks(name_of, *, grand="Grand total", below=True):
    """Four blocks of ten rows with their sums."""
    lines = ["region,item,a,b"]
    for k in range(4):
        part = X[10 * k : 10 * k + 10]
        own = [f"Region {k},P{j},{a},{b}" for j, (a, b) in enumerate(part)]
        total = f"{name_of(k)},,{part[:, 0].sum():.2f},{part[:, 1].sum():.2f}"
        lines += [*own, total] if below else [total, *own]
    if grand is not None:
        lines.append(f"{grand},,{X[:, 0].sum():.2f},{X[:, 1].sum():.2f}")
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    "data",
    [
        blocks(lambda k: f"Region {k} subtotal"),
        blocks(lambda k: f"Total region {k}"),
        blocks(lambda k: f"Zwischensumme {k}", grand="Summe"),
        blocks(lambda k: "Subtotal", grand=None),
        blocks(lambda k: "", grand=""),
        blocks(lambda k: f"Region {k}", grand=None),
        blocks(lambda k: f"Region {k} total", grand=None, below=False),
        blocks(lambda k: "", grand=None, below=False),
    ],
)
def test_subtotals(data):
    table = read_table(data, label_column=None)
    np.testing.assert_array_equal(table.X, X)
    assert table.labels is None
    drop, keep = question(table, QuestionKind.TOTAL_ROWS).options
    assert read_table(data, **keep.keywords).n_rows > N == read_table(data, **drop.keywords).n_rows


def test_large_tables_are_looked_at_in_little_time():
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(200_000, 3)), columns=list("abc"))
    names = [f"name {k}" for k in range(200_000)]
    table = read_table(frame.assign(name=names, d=np.arange(200_000) % 7))
    assert table.n_rows == 200_000 and not questions(table, QuestionKind.TOTAL_ROWS)
