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


@pytest.mark.parametrize("mark", ["${:,.2f}", "{:.1f}%"])
def test_a_total_of_amounts_with_marks(mark):
    amounts = np.array([[1250.5, 80.5], [3100.25, 41.5], [975.75, 66.0], [2210.0, 30.5], [640.5, 92.25]])
    rows = [[mark.format(value) for value in row] for row in [*amounts.round(1), amounts.round(1).sum(axis=0)]]
    table = read_table(pd.DataFrame(rows, columns=["a", "b"]).to_csv(index=False).encode())
    assert table.n_rows == 5 and question(table, QuestionKind.TOTAL_ROWS)


WEIGHTED = np.average(X, axis=0, weights=np.arange(1, N + 1)) * [1.07, 1.01]


@pytest.mark.parametrize(
    "name", ["OECD average", "Average of all sites", "Landesdurchschnitt", "Mittelwert aller Orte", "EU mean", "World"]
)
@pytest.mark.parametrize("place", ["end", "middle"])
def test_a_row_that_is_called_a_mean_is_asked_about(name, place):
    lines = table_of([]).decode().split("\n")
    lines.insert(len(lines) if place == "end" else 20, line(name, WEIGHTED))
    data = "\n".join(lines).encode()
    table = read_table(data)
    asked = question(table, QuestionKind.TOTAL_ROWS)
    assert table.n_rows == N + 1
    sizes = [read_table(data, **option.keywords).n_rows for option in asked.options]
    assert sizes == [N + 1, N]


@pytest.mark.parametrize("name", ["World", "All regions", "Alle L\u00e4nder"])
def test_a_total_of_more_rows_than_the_table_has_is_asked_about(name):
    data = table_of([]) + f"\n{line(name, [X[:, 0].sum() * 0.8, X[:, 1].mean()])}".encode()
    assert question(read_table(data), QuestionKind.TOTAL_ROWS).options[1].count == 1


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Average Joe", WEIGHTED),
        ("All Saints", WEIGHTED),
        ("New World", WEIGHTED),
        ("Meaningful", WEIGHTED),
        ("OECD average", X.max(0) * 2),
        ("World", -X.max(0)),
    ],
)
def test_names_with_such_words_alone_are_samples(name, values):
    table = read_table(table_of([]) + f"\n{line(name, values)}".encode())
    assert table.n_rows == N + 1 and not questions(table, QuestionKind.TOTAL_ROWS)


def test_many_rows_with_such_names_are_samples():
    names = [f"{unit} average" for unit in ("EU", "OECD", "G7", "G20", "UN", "ASEAN")]
    data = table_of([]) + ("\n" + "\n".join(line(name, row) for name, row in zip(names, X, strict=False))).encode()
    assert not questions(read_table(data), QuestionKind.TOTAL_ROWS)


def test_a_mean_by_name_goes_with_a_total():
    data = table_of([]) + f"\n{line('OECD average', WEIGHTED)}\n{line('Total', X.sum(0))}".encode()
    table = read_table(data)
    assert table.n_rows == N and question(table, QuestionKind.TOTAL_ROWS).options[0].count == 2


@pytest.mark.parametrize("place", ["first", "last"])
def test_a_total_of_one_column_with_means_of_the_others_is_asked_about(place):
    people = np.random.default_rng(1).integers(500, 90_000, N)
    rates = np.average(X, axis=0, weights=people).round(2)
    body = [f"s{k},{n},{a},{b}" for k, (n, (a, b)) in enumerate(zip(people, X, strict=True))]
    for total, n_asked in ((int(people.sum()), 1), (int(people.sum()) + 1, 0)):
        foot = [f"Deutschland,{total},{rates[0]},{rates[1]}"]
        rows = [*foot, *body] if place == "first" else [*body, *foot]
        table = read_table("\n".join(["name,people,a,b", *rows]).encode())
        assert table.n_rows == N + 1 and len(questions(table, QuestionKind.TOTAL_ROWS)) == n_asked
