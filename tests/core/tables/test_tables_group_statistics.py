"""Rows of statistics of each group, between the rows of a table, are left out and asked about."""

import numpy as np
import pytest
from readings import note, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

GROUPS = ("a", "b", "c")
STATISTICS = {
    "mean": lambda x: x.mean(0),
    "sd": lambda x: x.std(0, ddof=1),
    "se": lambda x: x.std(0, ddof=1) / np.sqrt(len(x)),
    "cv": lambda x: 100 * x.std(0, ddof=1) / x.mean(0),
    "n": lambda x: np.full(x.shape[1], len(x)),
    "median": lambda x: np.median(x, axis=0),
    "min": lambda x: x.min(0),
    "max": lambda x: x.max(0),
    "sum": lambda x: x.sum(0),
}


def rows_of(n_rows=5, n_columns=3, seed=0, decimals=2):
    rng = np.random.default_rng(seed)
    return {group: rng.normal(10, 3, (n_rows, n_columns)).round(decimals) for group in GROUPS}


def written(rows, names, *, sep=",", name="{group}{k}", decimals=2, above=False, exact=None):
    """Return a table in which some rows of statistics stand after, or before, the rows of each group."""
    n_columns = len(rows["a"][0])
    lines = [sep.join(["name", *"xyzw"[:n_columns]])]
    for place, (group, values) in enumerate(rows.items(), start=1):
        body = [
            [name.format(group=group, k=k), *(f"{one:.{decimals}f}" for one in row)] for k, row in enumerate(values)
        ]
        foot = [
            [word.format(group=group, k=place), *(f"{one:.2f}" for one in STATISTICS[kind]((exact or rows)[group]))]
            for word, kind in names.items()
        ]
        lines += [sep.join(cells) for cells in ([*foot, *body] if above else [*body, *foot])]
    return "\n".join(lines).encode()


WORDS = [
    {"Mean {group}": "mean", "SE {group}": "se"},
    {"Average group {k}": "mean"},
    {"Mean (n=5)": "mean", "SD (n=5)": "sd"},
    {"Mean": "mean", "SD": "sd"},
    {"{group} mean": "mean", "{group} SD": "sd", "{group} CV%": "cv"},
    {"Mittelwert Gruppe {k}": "mean", "Standardabweichung Gruppe {k}": "sd"},
    {"Mittelwert": "mean", "Stabw.": "sd", "VK %": "cv"},
    {"Moyenne groupe {k}": "mean", "Écart-type groupe {k}": "sd"},
    {"Promedio {group}": "mean", "Desv. est. {group}": "sd", "N {group}": "n"},
    {"Media {group}": "mean", "Error estándar {group}": "se"},
    {"Median ({group})": "median", "Min ({group})": "min", "Max ({group})": "max"},
    {"mean_{group}": "mean", "sem_{group}": "se", "n_{group}": "n"},
    {"{group}-Average": "mean"},
    {"Total {group}": "sum", "Mean {group}": "mean"},
    {"SD {group}": "sd"},
    {"% RSD": "cv"},
    {"x\u0304 {group}": "mean"},
    {"X\u0305 ({group})": "mean", "SD ({group})": "sd"},
    {"M= ({group})": "mean"},
    {"M = {group}": "mean", "SD = {group}": "sd"},
]


@pytest.mark.parametrize("names", WORDS, ids=lambda names: "-".join(names))
@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("n_rows", [2, 3, 5])
def test_named_statistics_of_each_group(names, above, n_rows):
    rows = rows_of(n_rows)
    data = written(rows, names, above=above)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, np.vstack(list(rows.values())))
    assert note(table, NoteKind.TOTAL_ROWS).count == len(GROUPS) * len(names)
    options = question(table, QuestionKind.TOTAL_ROWS).options
    n_samples = n_rows * len(GROUPS)
    assert [read_table(data, **one.keywords).n_rows for one in options] == [
        n_samples,
        n_samples + len(GROUPS) * len(names),
    ]


@pytest.mark.parametrize("sep", ["\t", ";"])
def test_labels_of_the_groups_alone_stand_in_the_names(sep):
    """Rows are named by their group, so that a name repeats and is taken for the class."""
    rows = rows_of(4)
    table = read_table(written(rows, {"Mean": "mean", "SEM": "se"}, sep=sep, name="{group}"))
    np.testing.assert_array_equal(table.X, np.vstack(list(rows.values())))
    assert table.labels is not None and set(table.labels) == set(GROUPS)


def test_the_word_stands_in_the_column_of_replicates():
    rows = rows_of(3)
    lines = ["group,rep,x,y,z"]
    for group, values in rows.items():
        lines += [f"{group},{k}," + ",".join(map(str, row)) for k, row in enumerate(values, start=1)]
        lines += [f"{group},mean," + ",".join(f"{one:.2f}" for one in values.mean(0))]
    table = read_table("\n".join(lines).encode())
    assert table.n_rows == 9 and question(table, QuestionKind.TOTAL_ROWS)


def test_statistics_of_numbers_that_are_rounded_more():
    """A spreadsheet shows one place of the numbers, and computes with all of them."""
    exact = rows_of(4, decimals=6)
    table = read_table(written(exact, {"Mean {group}": "mean", "SD {group}": "sd"}, decimals=1, exact=exact))
    assert table.n_rows == 12 and question(table, QuestionKind.TOTAL_ROWS)


def test_means_that_are_not_the_plain_ones_are_asked_about():
    """Adjusted means of groups lie among their rows."""
    rows = rows_of(5, 2)
    adjusted = {group: np.vstack([values, values.mean(0) + 0.4]) for group, values in rows.items()}
    data = written(rows, {"LS mean {group}": "mean"}, exact=adjusted)
    table = read_table(data)
    asked = question(table, QuestionKind.TOTAL_ROWS)
    assert [read_table(data, **one.keywords).n_rows for one in asked.options] == [18, 15]


def test_a_mean_of_one_row_and_of_a_column_without_numbers():
    rows = rows_of(4)
    rows["b"] = rows["b"][:1]
    table = read_table(written(rows, {"Mean {group}": "mean"}))
    assert table.n_rows == 9


def test_no_name_above_the_statistics():
    rows = rows_of(4)
    table = read_table(written(rows, {"": "mean"}))
    assert table.n_rows == 12 and question(table, QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize("names", [("Good", "Average", "Poor"), ("Min", "Max", "Moe"), ("Se", "SD", "N"), ("A", "All")])
def test_words_that_are_names_or_values(names):
    rng = np.random.default_rng(5)
    lines = [
        f"{names[k % len(names)]},{a:.2f},{b:.2f},{c:.2f}" for k, (a, b, c) in enumerate(rng.normal(9, 3, (40, 3)))
    ]
    table = read_table("\n".join(["word,x,y,z", *lines]).encode())
    assert table.n_rows == 40 and not questions(table, QuestionKind.TOTAL_ROWS)


def test_a_table_of_statistics_only():
    rows = rows_of(5)
    lines = ["name,x,y,z"]
    for group, values in rows.items():
        lines += [
            f"{word} {group}," + ",".join(f"{one:.2f}" for one in STATISTICS[word](values)) for word in ("mean", "sd")
        ]
    table = read_table("\n".join(lines).encode())
    assert table.n_rows == 6 and not questions(table, QuestionKind.TOTAL_ROWS)


def test_the_last_row_of_each_group_is_its_mean():
    rows = rows_of(4)
    table = read_table(written(rows, {"{group}": "mean"}, name="{group}"))
    assert table.n_rows == 12 and question(table, QuestionKind.TOTAL_ROWS)
    values = rows_of(5)
    assert not questions(read_table(written(values, {}, name="{group}")), QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize("word", ["% RSD", "CV {group}"])
def test_a_row_of_percentages_below_the_means(word):
    """The sign makes the columns text until these rows are left out."""
    lines = written(rows_of(3), {"Average {group}": "mean", word: "cv"}).decode().split("\n")
    start = word.split(" ")[0]
    data = "\n".join(
        line.replace(",", "%,").replace("%", "", 1) + "%" if line.startswith(start) else line for line in lines
    )
    table = read_table(data.encode())
    assert table.X.shape == (9, 3) and note(table, NoteKind.TOTAL_ROWS).count == 6
