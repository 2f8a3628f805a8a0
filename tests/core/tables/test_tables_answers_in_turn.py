"""Answers to different questions, one after the other: a table, or an error that offers what leads to one."""

import random
from pathlib import Path

import pytest
from known_tables.covering import covering
from known_tables.text import STYLES, written
from readings import refused

from rnse_core.cli import main
from rnse_core.tables import OptionKind, Problem, TableError, option_text, read_table
from rnse_core.tables.questions import Option

CASES = Path(__file__).parent / "cases"
SAMPLES = Path(__file__).parents[3] / "sample_data"
FILES = [*CASES.iterdir(), *(path for path in SAMPLES.iterdir() if path.suffix in (".csv", ".txt", ".npz"))]
WALKS = 3
STEPS = 3
MOST_WAYS_OUT = 3


def leads_to_a_table(source, keywords, steps=MOST_WAYS_OUT):
    try:
        read_table(source, **keywords)
    except TableError as error:
        assert error.options, (keywords, str(error))
        assert all(option_text(option) for option in error.options)
        changed = [option.apply(keywords) for option in error.options]
        return steps > 0 and any(leads_to_a_table(source, one, steps - 1) for one in changed)
    return True


def walk(source, rng):
    """Give answers at random, each to another question than the one before."""
    keywords, asked = {}, None
    for _ in range(STEPS):
        try:
            table = read_table(source, **keywords)
        except TableError as error:
            assert leads_to_a_table(source, keywords), (keywords, str(error))
            return
        answers = [
            (question.kind, option)
            for question in table.questions
            for option in question.options[1:]
            if question.kind is not asked
        ]
        if not answers:
            return
        asked, answer = rng.choice(answers)
        keywords = answer.apply(keywords)
    assert leads_to_a_table(source, keywords), keywords


@pytest.mark.parametrize("path", sorted(FILES), ids=lambda path: path.name)
def test_of_samples_and_cases(path):
    for seed in range(WALKS):
        walk(path, random.Random(seed))


@pytest.mark.parametrize(("seed", "choice"), list(enumerate(covering(STYLES, seed=2))))
def test_of_known_tables(seed, choice):
    data, *_ = written(choice, seed)
    walk(data, random.Random(seed))


WORDS = b"size,colour,x\n" + b"".join(b"%c,%c,%d\n" % (b"SML"[k % 3], b"rb"[k % 2], k * k % 7) for k in range(8))


@pytest.mark.parametrize(
    "answer",
    [
        {"one_hot": ("size",)},
        {"ordinal": {"size": ("S", "M", "L")}},
        {"ignore": ("size",), "keep": ("x",)},
        {"label_column": "colour"},
        {"convert": ("x",)},
    ],
    ids=lambda answer: "-".join(answer),
)
def test_what_is_said_of_columns_that_lose_their_names(answer):
    keywords = {**answer, "header": False}
    error = refused(WORDS, **keywords)
    assert error.problem is Problem.UNKNOWN_COLUMN
    assert {option.kind for option in error.options} == {OptionKind.WITHOUT_KEYWORD}
    changed = [option.apply(keywords) for option in error.options]
    assert {"header": False} in changed and answer in changed
    read_table(WORDS, **changed[0])


def test_two_answers_about_one_column():
    data = b"size,x\n" + b"".join(b"%d cm,%d\n" % (k % 3, k) for k in range(8))
    order = ("0 cm", "1 cm", "2 cm")
    keywords = {"convert": {"size": "auto"}, "ordinal": {"size": order}, "ignore": ()}
    found = [option.apply(keywords) for option in refused(data, **keywords).options]
    assert found[:2] == [{"ordinal": {"size": order}, "ignore": ()}, {"convert": {"size": "auto"}, "ignore": ()}]


def test_a_large_file_is_not_read_again_for_each_offer():
    data = b"a,b\n" + b"".join(b"%d,%d\n" % (k % 97, k % 89) for k in range(200_000))
    keywords = {"one_hot": ("a",), "ignore": ("c",), "drop_totals": False, "missing": "zero"}
    error = refused(data, **keywords)
    assert [option.without for option in error.options] == [{"ignore": ("c",)}, dict.fromkeys(keywords, ())]


def test_keywords_are_taken_back_before_others_are_merged():
    option = Option(OptionKind.WITHOUT_KEYWORD, {"ticks": ("d",)}, without={"convert": ("a",), "ticks": (), "kind": ()})
    given = {"convert": ("a", "b"), "ticks": ("c",), "kind": "gower", "header": True}
    assert option.apply(given) == {"convert": {"b": "auto"}, "ticks": ("d",), "header": True}
    assert given["convert"] == ("a", "b")


def test_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "words.csv"
    path.write_bytes(WORDS)
    arguments = ["cluster", str(path), "--clusters", "2", "--ignore", "size", "--read", "header=false"]
    assert main(arguments) != 0
    said = capsys.readouterr().err
    assert "without --ignore" in said and "--read header=..." in said


def test_no_answer_takes_the_last_feature_away():
    alone = [["id", "age", "likes"], *([k, 20 + k * 2 + k % 3 // 2, "xy"[k % 2]] for k in range(1, 13))]
    beside = [[*row, "z" if k == 0 else k * k % 7] for k, row in enumerate(alone)]
    offered = {}
    for name, rows in (("alone", alone), ("beside", beside)):
        table = read_table("\n".join(",".join(map(str, row)) for row in rows).encode(), label_column=None)
        assert "age" in table.feature_names
        offered[name] = [option.keywords for question in table.questions for option in question.options]
    assert {"ignore": ("age",)} in offered["beside"] and {"ignore": ("age",)} not in offered["alone"]
