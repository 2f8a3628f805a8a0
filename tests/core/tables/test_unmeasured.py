"""Zeros of signals that were not measured are asked about; lists of words are no edges without a question."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.tables import OptionKind, QuestionKind, option_text, read_table

N = 60
RNG = np.random.default_rng(4)


def proteins(names, share, low=1e5, high=1e9, marks=True):
    """A table as MaxQuant writes it, in which a share of the signals is 0."""
    signals = np.exp(RNG.uniform(np.log(low), np.log(high), (N, len(names)))).round()
    signals[RNG.random(signals.shape) < share] = 0
    more = ["Reverse", "Potential contaminant"] if marks else []
    rows = [["Protein IDs", *names, *more]]
    for k, row in enumerate(signals.astype(np.int64).tolist()):
        marked = ["+" if k % 13 == 0 else "", "+" if k % 7 == 0 else ""]
        rows.append([f"P{k:05d}", *map(str, row), *(marked if marks else [])])
    return "\n".join("\t".join(row) for row in rows).encode(), signals


NAMES = {
    "MaxQuant": ["Intensity A", "Intensity B", "Intensity C"],
    "LFQ": ["LFQ intensity A", "LFQ intensity B", "LFQ intensity C"],
    "iBAQ": ["iBAQ s1", "iBAQ s2", "iBAQ s3"],
    "FragPipe": ["s1 MaxLFQ Intensity", "s2 MaxLFQ Intensity", "s3 MaxLFQ Intensity"],
    "MZmine": ["s1.mzML Peak area", "s2.mzML Peak area", "s3.mzML Peak area"],
    "Spectronaut": ["s1.PG.Quantity", "s2.PG.Quantity", "s3.PG.Quantity"],
    "TMT": ["Reporter_intensity_1", "Reporter_intensity_2", "Reporter_intensity_3"],
}


@pytest.mark.parametrize("program", NAMES)
@pytest.mark.parametrize("share", [0.2, 0.4, 0.8])
@pytest.mark.parametrize("marks", [True, False])
def test_zeros_of_signals_are_asked_about(program, share, marks):
    data, signals = proteins(NAMES[program], share, marks=marks)
    table = read_table(data)
    asked = question(table, QuestionKind.MISSING_CODES)
    assert set(asked.columns) == set(NAMES[program])
    assert asked.options[0].kind is OptionKind.ORDINARY_NUMBERS
    np.testing.assert_array_equal(table.X, signals)
    assert bool(questions(table, QuestionKind.TICKS)) == marks
    for option in asked.options:
        answered = read_table(data, **option.keywords)
        assert (option_text(option) and not questions(answered, QuestionKind.MISSING_CODES)) or len(option.keywords) < 3
        assert answered.n_rows >= 2
    counted = read_table(data, **asked.options[1].keywords)
    assert not (counted.X == 0).any()


@pytest.mark.parametrize("missing", ["drop", "median", "zero"])
def test_an_answer_keeps_what_was_said_of_missing_values(missing):
    data, _ = proteins(NAMES["LFQ"], 0.4)
    way = question(read_table(data, missing=missing), QuestionKind.MISSING_CODES).options[1]
    assert "missing" not in way.keywords
    assert read_table(data, **way.apply({"missing": missing})).n_rows >= 2


@pytest.mark.parametrize(
    ("names", "low", "high", "share"),
    [
        (["Intensity A", "Intensity B"], 1e5, 1e9, 0),
        (["pixel intensity 1", "pixel intensity 2"], 1, 255, 0.5),
        (["species abundance 1", "species abundance 2"], 1, 900, 0.6),
        (["sales A", "sales B"], 1e3, 1e7, 0.6),
    ],
)
def test_other_zeros_are_numbers(names, low, high, share):
    assert not questions(read_table(proteins(names, share, low, high)[0]), QuestionKind.MISSING_CODES)


WORDS = [f"{one}{two}" for one in ("th", "o", "an", "w") for two in ("e", "f", "d", "as", "it")]
FORMS = "run run,ran run,runs run,dog dog,dogs dog,cat cat,cats cat,be be,is be,was be,go go,went go"
LEMMAS = [tuple(pair.split(" ")) for pair in FORMS.split(",")]


@pytest.mark.parametrize("mark", [" ", "\t", ",", ";"])
@pytest.mark.parametrize("first", ["", "word{}count\n"])
@pytest.mark.parametrize("count_first", [True, False])
def test_counts_of_words_are_no_edges(mark, first, count_first):
    rows = [[word, str(k * 37 % 91 + 3)][:: -1 if count_first else 1] for k, word in enumerate(WORDS)]
    table = read_table((first.format(mark) + "".join(mark.join(row) + "\n" for row in rows)).encode())
    assert table.kind == "features" and table.n_rows == len(WORDS) and not questions(table, QuestionKind.EDGES)


@pytest.mark.parametrize("mark", [" ", "\t", ","])
@pytest.mark.parametrize("pairs", [LEMMAS, [(b, a) for a, b in LEMMAS], [*LEMMAS, ("x", "x"), ("y", "y"), ("z", "z")]])
def test_words_with_their_base_forms_are_a_question(mark, pairs):
    data = "".join(
        mark.join((one, other, str(k * 37 % 50 + 1))) + "\n" for k, (one, other) in enumerate(pairs)
    ).encode()
    table = read_table(data)
    assert table.kind == "features" and table.n_rows == len(pairs)
    asked = question(table, QuestionKind.EDGES)
    for option in asked.options:
        assert read_table(data, **option.keywords).kind == ("features" if option is asked.options[0] else "similarity")


@pytest.mark.parametrize("mark", ["\t", ",", ";"])
def test_few_weighted_pairs_are_a_question(mark):
    pairs = ["ann bob 2", "bob cid 3", "cid ann 1", "cid dee 5"]
    data = "\n".join(line.replace(" ", mark) for line in pairs).encode()
    table = read_table(data)
    asked = question(table, QuestionKind.EDGES)
    assert table.kind == "features" and read_table(data, kind="edges").n_rows == 4
    assert all(read_table(data, **option.keywords).n_rows == 4 for option in asked.options)
