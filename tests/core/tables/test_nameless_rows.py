"""Rows without a name whose numbers are statistics of rows with one are left out and asked about."""

import numpy as np
import pytest
from readings import note, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

SMALL = {"A": ([1, 3, 5, 7, 9, 11], [3, 6, 2, 5, 1, 7]), "B": ([21, 23, 25], [23, 26, 29]), "C": ([4, 8, 9], [1, 1, 7])}


def written(blocks, sep=",", n_columns=2, name="{block}{k}", above=False, blank=False, first=""):
    lines = [sep.join([*([first] if first else []), "plot", *"np"[:n_columns]])]
    number = 0
    for block, columns in blocks.items():
        body = []
        for k, row in enumerate(zip(*columns[:n_columns], strict=True)):
            number += 1
            cells = [name.format(block=block, k=k, number=number), *map(str, row)]
            body.append(sep.join([*([block] if first else []), *cells]))
        means = [f"{np.mean(column):.2f}" for column in columns[:n_columns]]
        foot = sep.join([*([block] if first else []), "", *means])
        lines += [foot, *body] if above else [*body, foot]
        lines += [sep * n_columns] * blank
    return "\n".join(lines).encode()


def check(data, n_samples, n_summaries):
    table = read_table(data, label_column=None)
    assert table.n_rows == n_samples
    assert note(table, NoteKind.TOTAL_ROWS).count == n_summaries
    options = question(table, QuestionKind.TOTAL_ROWS).options
    assert [read_table(data, label_column=None, **one.keywords).n_rows for one in options] == [
        n_samples,
        n_samples + n_summaries,
    ]


@pytest.mark.parametrize("sep", [",", ";", "\t"])
@pytest.mark.parametrize("keywords", [
    {}, {"above": True}, {"blank": True}, {"first": "site"},
], ids=str)  # fmt: skip
def test_after_or_before_each_block(keywords, sep):
    check(written(SMALL, sep, **keywords), 12, 3)


def test_numbers_of_rows_are_names_too():
    table = read_table(written(SMALL, name="{number}"), label_column=None)
    assert (table.n_rows, note(table, NoteKind.TOTAL_ROWS).count) == (12, 3)


def test_in_one_column_of_numbers():
    blocks = {name: ([place * 10 + k**2 for k in range(9)],) for place, name in enumerate("ABC")}
    check(written(blocks, n_columns=1), 27, 3)


@pytest.mark.parametrize("above", [False, True])
def test_at_one_end_for_all(above):
    check(written({"A": SMALL["A"]}, above=above), 6, 1)


def test_a_nameless_row_with_other_numbers_is_one_of_the_others():
    data = written({"A": SMALL["A"]}).replace(b",6.00,4.00", b",6,3")
    assert not questions(read_table(data, label_column=None), QuestionKind.TOTAL_ROWS)
    assert read_table(data, label_column=None).n_rows == 7
