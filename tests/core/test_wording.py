"""Words that go with numbers, in every sentence of the pages, the command line and comparisons."""

import ast
import re
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rnse_core.wording import counted, format_bytes, listed_sizes, short_names

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("pages", "rnse_core")
SOURCES = sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py"))
# What the program counts. A number that is computed may be 1, so it gets its noun from `counted`.
NOUNS = (
    "arrays|cells|classes|clusters|columns|components|cores|data sets|decisions|dimensions|edges|entries|features|fits|"
    "iterations|labels|means|methods|neighbours|pairs|points|records|results|rounds|rows|runs|samples|seeds|values"
)
PLURAL = re.compile(rf" (?:\w+ )?(?:{NOUNS})\b")
# Bounds are far above 1.
BOUND = re.compile(r"(?:\w+\.)?[A-Z_]+|.*\.max_\w+|.*\.bound|lie|where|max_\w+|.*most.*|.*limit.*", re.DOTALL)


def is_told(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("report_stage", "call_in_stage")


def plurals(source):
    """Yield the line and the words of each number in an f-string that a plural stands behind."""
    tree = ast.parse(source)
    # What a fit is at is told where it takes time, that is, of many.
    told = {part for call in ast.walk(tree) if is_told(call) for part in ast.walk(call)}
    for node in ast.walk(tree):
        if node in told:
            continue
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        for before, number, words in zip([None, *parts], parts, parts[1:], strict=False):
            # What is drawn from a whole, "10 of the 500 points", is less than the whole; "8 x 8 entries" are many.
            of_a_whole = isinstance(before, ast.Constant) and before.value.endswith((" of the ", " x "))
            if of_a_whole or not isinstance(number, ast.FormattedValue) or not isinstance(words, ast.Constant):
                continue
            expression = ast.unparse(number.value)
            if PLURAL.match(words.value) and not BOUND.fullmatch(expression) and "counted(" not in expression:
                yield node.lineno, f"{{{expression}}}{words.value[:30]}"


def test_a_number_that_may_be_one_gets_its_noun_from_counted():
    found = [(path.name, *plural) for path in SOURCES for plural in plurals(path.read_text(encoding="utf-8"))]
    assert found == []


def test_the_look_finds_what_it_is_for():
    assert [words for _, words in plurals('f"{len(x):,} cells without"; f"{n} printed values"; f"{MOST} rows"')] == [
        "{len(x)} cells without",
        "{n} printed values",
    ]


def test_one_and_many():
    assert counted(1, "row") == "1 row"
    assert counted(0, "row") == "0 rows"
    assert counted(1200, "class", "classes") == "1,200 classes"


def test_of_many_sizes_the_largest_ten_are_named():
    assert listed_sizes(np.arange(1, 300)) == "299, 298, 297, 296, 295, 294, 293, 292, 291, 290, ..."
    assert listed_sizes(np.array([3, 1200])) == "1,200, 3"


def test_of_many_sizes_equal_ones_are_counted():
    assert listed_sizes([2] * 9 + [40] + [1] * 31) == "40, 9 of size 2, 31 of size 1"
    assert listed_sizes([2, 2, 2]) == "2, 2, 2", "few are listed"


def test_amounts_of_memory_have_units():
    assert format_bytes(1.5 * 2**30) == "1.5 GB"
    assert format_bytes(20 * 2**20) == "20 MB"
    assert format_bytes(115_200) == "112 kB"


@given(st.lists(st.text(max_size=6), max_size=12), st.integers(2, 5))
def test_short_names_differ_where_the_names_do(names, limit):
    short = short_names(names, limit)
    assert len(short) == len(names)
    assert len(set(short)) == len(set(names))
    assert len({*zip(names, short, strict=True)}) == len(set(names))


def test_names_that_fit_stay_and_those_that_agree_are_numbered():
    assert short_names(["a", "abcdef", "abcdeg", "xyzuvw"], 5) == ["a", "abcd… (1)", "abcd… (2)", "xyzu…"]
