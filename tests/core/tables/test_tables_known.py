"""One known table, written in many ways, is read as it is, or a question or an error leads to it.

Every two choices of styles stand together in some file. ``python -m known_tables.faults`` reads many more.
"""

import pytest
from known_tables.covering import covering
from known_tables.kinds import KINDS
from known_tables.text import PLAIN, STYLES, written

from rnse_core.tables import read_table


def cases():
    for name, kind in KINDS.items():
        for k, choice in enumerate(covering(kind.choices, seed=1)):
            yield pytest.param(kind, choice, k, id=f"{name}-{k}")


@pytest.mark.parametrize(("kind", "choice", "seed"), list(cases()))
def test_a_known_table_is_found(kind, choice, seed):
    verdict = kind.judged(choice, seed)
    assert not verdict.is_fault, (kind.differences(choice), verdict)


@pytest.mark.parametrize("numbers", STYLES["numbers"])
@pytest.mark.parametrize("n_rows", STYLES["n_rows"])
@pytest.mark.parametrize("extra", ["none", "constant", "code", "comment"])
def test_a_plain_table_raises_no_question(numbers, n_rows, extra):
    data, columns, _ = written({**PLAIN, "numbers": numbers, "n_rows": n_rows, "extra": extra}, seed=n_rows)
    table = read_table(data)
    kinds = {question.kind.value for question in table.questions}
    # A last column of few whole numbers may hold classes.
    assert kinds <= ({"class_numbers"} if numbers in ("small", "zeros") else set())
    assert table.feature_names == [column.name for column in columns if column.use == "feature"]


def test_every_two_choices_meet():
    choices = {"a": [1, 2, 3], "b": "xyz", "c": [True, False]}
    rows = covering(choices, seed=0)
    for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
        assert len({(row[one], row[other]) for row in rows}) == len(choices[one]) * len(choices[other])
    assert len(rows) < 18
