"""The column of labels: found, asked about, and chosen."""

import io

import numpy as np
import pytest
from lines import rows
from readings import column, note, question, questions, refused

from rnse_core.tables import (
    Note,
    NoteKind,
    Option,
    OptionKind,
    Problem,
    QuestionKind,
    RoleReason,
    confirmed_classes,
    read_table,
)

LABEL_QUESTIONS = QuestionKind.LABEL_COLUMN, QuestionKind.CLASS_NUMBERS


def test_a_text_column_in_which_values_repeat_is_the_label_column():
    table = read_table(rows("x,kind of thing", "1,a", "2,b", "3,a", "5,b"))
    assert table.label_name == "kind of thing" and table.labels.tolist() == ["a", "b", "a", "b"]
    assert column(table, "kind of thing").role == "label" and column(table, "kind of thing").n_distinct == 2
    assert table.choices.label_column == "kind of thing"
    reason = RoleReason.REPEATED_TEXT
    assert note(table, NoteKind.LABEL_COLUMN) == Note(NoteKind.LABEL_COLUMN, ("kind of thing",), reason=reason)


@pytest.mark.parametrize("name", ["label", "Class", "TARGET", "cluster", "ground_truth"])
def test_numbers_under_the_name_of_a_label_are_labels(name):
    table = read_table(rows(f"x,{name}", "1,1", "2,01", "3,1.0", "5,2", "7,2"))
    assert table.labels.tolist() == ["1", "01", "1.0", "2", "2"]


def test_coordinates_are_no_labels():
    assert read_table(rows("x,y", *(f"{k * k % 11},{k % 3}" for k in range(20)))).label_name is None


def test_many_different_numbers_under_the_name_of_a_label_are_none():
    assert read_table(rows("x,label", *(f"{k % 7},{k * 7 % 60}" for k in range(120)))).label_name is None


def test_a_measurement_under_the_name_of_a_label_is_none():
    assert read_table(rows("x,target", "1,1.5", "2,2.5", "3,0.5")).label_name is None


def test_labels_that_look_missing_stay_as_they_are():
    table = read_table(rows("x,label", "1,NA", "2,None", "3,NA", "4,nan", "7,"))
    assert table.labels.tolist() == ["NA", "None", "NA", "nan", ""]


def test_rows_without_a_label_are_kept_and_marked():
    table = read_table(rows("x,y,who", "1,2,a", "2,9,", "3,1,a", "5,7,  ", "8,8,b"))
    assert table.n_rows == 5
    assert table.labelled.tolist() == [True, False, True, False, True]
    assert column(table, "who").n_missing == 2
    assert note(table, NoteKind.UNLABELLED_ROWS).count == 2


def test_labels_follow_their_rows_when_others_are_left_out():
    table = read_table(rows("x,y,label", "1,2,a", ",9,b", "3,1,c", "5,7,a"))
    assert table.labels.tolist() == ["a", "c", "a"]


def test_without_labels_no_row_is_labelled():
    table = read_table(rows("x,y", "1,2", "3,5"))
    assert table.labels is None and not table.labelled.any()


def test_spaces_around_labels_are_taken_away_and_reported():
    table = read_table(b"x, who\n1, a\n2, b\n3, a\n5, a\n")
    assert table.labels.tolist() == ["a", "b", "a", "a"]
    assert Note(NoteKind.LABELS_TRIMMED, ("who",), count=2) in table.report


def test_several_candidates_raise_a_question():
    data = rows("x,city,colour", "1,a,r", "2,b,s", "3,a,s", "5,b,r")
    table = read_table(data)
    assert table.label_name == "colour"
    asked = question(table, QuestionKind.LABEL_COLUMN)
    options = asked.options
    assert asked.columns == ("colour", "city")
    assert read_table(data, **options[1].keywords).label_name == "city"
    assert read_table(data, **options[-1].keywords).label_name is None


def test_a_label_column_found_by_its_values_alone_raises_a_question():
    guessed = rows("x,city", "1,a", "2,b", "3,a", "5,b")
    table = read_table(guessed)
    assert table.label_name == "city"
    take, none = question(table, QuestionKind.LABEL_COLUMN).options
    assert read_table(guessed, **none.keywords).label_name is None
    answered = read_table(guessed, **take.keywords)
    assert answered.label_name == "city"
    assert not questions(answered, *LABEL_QUESTIONS)


def test_a_label_column_found_by_its_name_is_asked_about_and_sets_no_number_of_clusters_until_it_is_confirmed():
    data = rows("x,class", "1,a", "2,b", "3,a", "5,")
    table = read_table(data)
    assert table.label_name == "class" and confirmed_classes(table) is None
    take, none = question(table, QuestionKind.LABEL_COLUMN).options
    confirmed = read_table(data, **take.keywords)
    assert confirmed_classes(confirmed) == 2
    assert confirmed_classes(confirmed, [0, 2]) == 1
    assert confirmed_classes(confirmed, [3]) is None
    assert confirmed_classes(read_table(data, **none.keywords)) is None


def test_a_vector_of_labels_is_confirmed_by_its_name():
    stream = io.BytesIO()
    np.savez(stream, X=np.arange(12.0).reshape(6, 2) ** 2, y=np.array([0, 0, 1, 1, 2, 2]))
    table = read_table(stream.getvalue(), name="a.npz")
    assert table.label_name == "y" and confirmed_classes(table) is None
    take = question(table, QuestionKind.LABEL_COLUMN).options[0]
    assert confirmed_classes(read_table(stream.getvalue(), name="a.npz", **take.keywords)) == 3


def test_the_last_of_several_answers_is_no_label_column():
    words = ("never", "rarely", "often", "always")
    answers = [",".join(words[(row * k) % 4] for k in (1, 2, 3)) for row in range(20)]
    data = rows("q1,q2,q3,age", *(f"{words},{row * row % 50}" for row, words in enumerate(answers)))
    assert read_table(data).label_name is None
    beside = rows("q1,q2,q3,city,age", *(f"{words},{'ab'[k % 2]},{k * k % 50}" for k, words in enumerate(answers)))
    assert read_table(beside).label_name == "city"


@pytest.mark.parametrize("last", [str, lambda k: "yes" if k else "no"])
def test_a_last_column_of_few_values_is_asked_about(last):
    data = rows("x,y,z", *(f"{k * k % 11}.5,{k * k % 7}.5,{last(k % 2)}" for k in range(20)))
    table = read_table(data)
    assert table.feature_names == ["x", "y", "z"]
    asked = question(table, QuestionKind.CLASS_NUMBERS)
    assert asked.columns == ("z",) and asked.options[1] == Option(OptionKind.LABEL_COLUMN, {"label_column": "z"})
    assert not questions(read_table(data, label_column=None), *LABEL_QUESTIONS)


def answers(n_columns, highest, n_rows=40):
    """Answers from 1 to `highest`, not each of which occurs everywhere."""
    rng = np.random.default_rng(0)
    return [rng.integers(1 + (j % 3 == 1), highest + 1, n_rows).astype(str) for j in range(n_columns)]


@pytest.mark.parametrize("highest", [2, 5, 10])
@pytest.mark.parametrize("with_age", [False, True])
def test_one_of_many_columns_alike_is_not_asked_about(highest, with_age):
    columns = answers(8, highest)
    if highest == 2:
        columns = [np.where(np.arange(40) % (j + 2) == 0, "1", "2") for j in range(8)]
    if with_age:
        columns.insert(0, np.char.add((np.arange(40) * 7 % 50).astype(str), ".5"))
    header = ",".join(f"q{j}" for j in range(len(columns)))
    assert not questions(read_table(rows(header, *map(",".join, zip(*columns, strict=True)))), *LABEL_QUESTIONS)


@pytest.mark.parametrize("classes", [("0", "1"), ("2", "4"), ("10", "20", "30")])
def test_classes_beside_answers_stand_out(classes):
    columns = [*answers(8, 10), np.resize(classes, 40)]
    header = ",".join(f"q{j}" for j in range(9))
    table = read_table(rows(header, *map(",".join, zip(*columns, strict=True))))
    assert question(table, QuestionKind.CLASS_NUMBERS).columns == ("q8",)


def test_a_first_and_a_last_column_are_one_question():
    data = rows("g,x,y,h", *(f"{k % 2},{k * k % 11}.5,{k * k % 7}.5,{k % 3}" for k in range(20)))
    asked = question(read_table(data), QuestionKind.CLASS_NUMBERS)
    assert asked.columns == ("g", "h")
    assert asked.options == (
        Option(OptionKind.CLUSTER_ON, {"label_column": None}, count=2),
        Option(OptionKind.LABEL_COLUMN, {"label_column": "g"}),
        Option(OptionKind.LABEL_COLUMN, {"label_column": "h"}),
    )


def test_the_user_chooses_the_label_column():
    data = rows("x,y,who", "1,2,a", "2,9,a", "3,1,b")
    assert read_table(data, label_column="y").labels.tolist() == ["2", "9", "1"]
    assert read_table(data, label_column=None).labels is None
    error = refused(data, label_column="whom")
    assert (error.problem, error.column, error.keyword) == (Problem.UNKNOWN_COLUMN, "whom", "label_column")
    assert error.choices == ("x", "y", "who")
    error = refused(data, label_column="who", ignore=["who"])
    assert (error.problem, error.column) == (Problem.LABELS_IGNORED, "who")


def test_a_column_called_auto_can_be_the_label_column():
    assert read_table(rows("auto,x", "1,2", "3,5")).label_name == "auto"


def test_one_label_for_all_is_no_label_column_unless_asked_for():
    data = rows("x,y,who", "1,2,a", "2,9,a", "3,1,a")
    assert read_table(data).label_name is None
    assert read_table(data, label_column="who").labels.tolist() == ["a", "a", "a"]


@pytest.mark.parametrize("name", ["Type", "label", "class", "species"])
def test_one_class_of_all_rows_is_no_label(name):
    table = read_table(rows(f"a,b,{name}", *(f"{k * 7 % 11},{k * 5 % 13},Undirected" for k in range(30))))
    assert table.label_name is None
    assert column(table, name).reason is RoleReason.CONSTANT
