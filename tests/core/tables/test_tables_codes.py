"""Numbers that stand for "no value" are noticed, asked about, and counted as missing where that is the answer."""

import contextlib
import itertools
from pathlib import Path

import numpy as np
import pytest
from readings import notes, question, questions, refused

from rnse_core.datasets import BUNDLED, load_dataset
from rnse_core.tables import (
    MissingCodes,
    Note,
    NoteKind,
    Option,
    OptionKind,
    Problem,
    QuestionKind,
    TableError,
    question_sentence,
    read_table,
)
from rnse_core.tables.missing_codes import find_codes

N = 300


def column_of(kind, seed=0):
    rng = np.random.default_rng(seed)
    return {
        "scale": lambda: rng.uniform(0, 5, N),
        "answers": lambda: rng.integers(1, 6, N).astype(float),
        "binary": lambda: rng.integers(0, 2, N).astype(float),
        "temperatures": lambda: np.round(rng.normal(12, 9, N), 1),
        "incomes": lambda: np.round(np.exp(rng.normal(10.3, 0.7, N))),
        "years": lambda: rng.integers(1950, 2021, N).astype(float),
        "shares": lambda: rng.uniform(0.05, 0.95, N),
        "shifted": lambda: 2000 + rng.normal(0, 10, N),
    }[kind]()


CODES = [
    ("scale", "999999"),
    ("scale", "99"),
    ("scale", "-99"),
    ("scale", "1e20"),
    ("scale", "-1e30"),
    ("scale", "9.969209968386869e36"),  # netCDF
    ("scale", "9.96921e+36"),  # as it is printed
    ("scale", "-3.40282347e+38"),  # the least float32
    ("scale", "-1.797693134862315e308"),  # SPSS
    ("scale", "8.98846567431158e307"),  # Stata
    ("answers", "99"),
    ("answers", "-9"),
    ("answers", "999"),
    ("binary", "-9"),
    ("binary", "99"),
    ("temperatures", "999.9"),
    ("temperatures", "9999.9"),
    ("temperatures", "-9999"),
    ("temperatures", "-999.25"),  # well logs
    ("temperatures", "-32768"),
    ("incomes", "-999999999"),
    ("incomes", "2147483647"),
    ("years", "9999"),
    ("years", "-1"),
    ("years", "99"),
    ("shares", "-1"),
    ("shifted", "-99.99"),
    ("shifted", "-2147483648"),
]


@pytest.mark.parametrize(("kind", "code"), CODES)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_code_is_found_however_often_it_occurs(kind, code, share, dtype):
    x = column_of(kind)
    x[: int(share * N)] = float(code)
    if abs(float(code)) < 1e8 or "e+" in code:  # larger whole numbers are others in single precision
        x = x.astype(dtype).astype(float)
    found = find_codes(x)
    assert found is not None
    assert (found.values, found.n_cells) == ((x[0],), int(share * N))


def test_a_single_cell_that_is_very_far_out():
    x = column_of("scale")
    x[17] = 999999
    assert find_codes(x).values == (999999,)


@pytest.mark.parametrize(
    "codes", [(98, 99), (97, 98, 99), (-8, -9), (-99, 999), (99, 999999), (88, 99, -1e20), (999, 1e30)]
)
def test_several_codes_in_one_column(codes):
    x = column_of("answers")
    for k, code in enumerate(codes):
        x[10 * k : 10 * k + 10] = code
    assert set(find_codes(x).values) == set(codes)


def test_ordinary_values_below_a_code_are_kept():
    x = np.random.default_rng(0).integers(0, 100, N).astype(float)  # 99, 98 and 97 are ages here
    x[:40] = 999
    assert find_codes(x).values == (999,)
    x = np.resize([96.0, 97.0, 98.0, 99.0], N)
    x[:40] = 999
    assert find_codes(x).values == (999,)


def crowded():
    rng = np.random.default_rng(7)
    yield "ages", rng.integers(18, 81, N), 99, 40
    yield "few ages", rng.integers(18, 81, 60), 99, 12
    yield "incomes", np.round(rng.uniform(11, 57, 150)), -9, 30
    yield "hours a week", np.round(rng.normal(38, 9, N)).clip(1, 80), 99, 90
    yield "weights", np.round(rng.normal(70, 12, N), 1).clip(40, 120), 999.9, 20
    yield "days of rain", rng.integers(0, 31, N), 99, 50
    yield "temperatures in a warm place", np.round(rng.uniform(2, 35, N)), -9, 70
    yield "most cells", rng.integers(18, 81, N), 99, 900


@pytest.mark.parametrize(
    ("name", "x", "code", "n_cells"), list(crowded()), ids=lambda part: part if isinstance(part, str) else ""
)
def test_a_code_near_the_others_is_told_by_how_often_it_occurs(name, x, code, n_cells):
    found = find_codes(np.append(x, np.full(n_cells, code)).astype(float))
    assert found is not None and (found.values, found.n_cells) == ((code,), n_cells)


def test_codes_near_the_others_on_both_sides_and_with_another_kind_of_no_answer():
    ages = np.random.default_rng(7).integers(18, 80, N).astype(float)
    assert find_codes(np.concatenate([ages, np.full(40, 99), np.full(45, -9)])).values == (-9, 99)
    assert find_codes(np.concatenate([ages, np.full(40, 99), np.full(25, 98)])).values == (98, 99)
    assert find_codes(np.concatenate([ages, np.full(40, 99), np.full(25, 999)])).values == (99, 999)


def ordinary():
    rng = np.random.default_rng(1)
    yield "ages up to 99", rng.integers(0, 100, N)
    yield "one who is 99", np.append(rng.integers(18, 81, N), 99)
    yield "temperatures with -9", np.round(rng.normal(0, 6, N))
    yield "one day of -9", np.append(np.round(rng.uniform(-3, 20, N)), -9)
    yield "a heat of 99", np.append(np.round(rng.uniform(60, 96, N)), 99)
    yield "years", rng.integers(1900, 2000, N)
    yield "one income of 999999", np.append(np.exp(rng.normal(10.3, 1.3, N)), 999999)
    yield "prices", np.append(np.round(np.exp(rng.normal(2.5, 0.8, N))) - 0.01, 99.99)
    yield "votes", rng.integers(-1, 2, N)
    yield "signs", rng.choice([-1, 1], N)
    yield "minus one and nothing", rng.choice([-1, 0], N)
    yield "standard scores", np.append(rng.normal(size=N), -9)
    yield "correlations", np.append(rng.uniform(-0.8, 0.9, N), -1)
    yield "per cent", np.append(rng.uniform(0, 90, N), 99.9)
    yield "counts in which most are 0", np.append(np.where(rng.random(N) < 0.9, 0, rng.integers(1, 60, N)), 99)
    yield "an outlier that is no code", np.append(rng.uniform(0, 5, N), 123456)
    yield "constant but for one", np.append(np.full(N, 7), 999)
    yield "scores with a ceiling", np.append(rng.integers(40, 99, N), np.full(60, 99))
    yield "scores that thin out below their ceiling", np.minimum(np.round(90 + 9 * rng.normal(size=N)), 99)
    yield "four of 99 years", np.append(rng.integers(18, 81, N), np.full(4, 99))
    yield "99 as often as others", np.append(np.resize([10, 20, 30, 40, 50, 60, 70, 80], N), np.full(50, 99))
    yield "answers from -1", np.append(np.full(200, -1), rng.integers(0, 6, N))
    yield "mostly no", np.append(np.full(N, -1), rng.integers(0, 2, 40))
    yield "ten answers", np.append(rng.integers(0, 11, N), np.full(200, 10))
    yield "rounded", np.append(np.round(rng.normal(0, 3, N), 1), np.full(9, -9.0))
    yield "few scores with a ceiling", np.append(np.arange(70, 94, 2), [97, 98, *[99] * 9])
    yield "a scale from -9", np.append(rng.integers(-8, 1, N), np.full(900, -9))
    yield "too few to tell", np.array([1, 2, 999])
    yield "all codes", np.resize([99, 999, -9], N)
    yield "nothing there", np.full(N, np.nan)
    yield "huge", 1.7e308 * rng.uniform(-1, 1, N)


@pytest.mark.parametrize(("name", "x"), list(ordinary()), ids=lambda part: part if isinstance(part, str) else "")
def test_no_alarm_where_the_value_may_be_one(name, x):
    assert find_codes(np.asarray(x, dtype=float)) is None


@pytest.mark.parametrize("index", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("code", [99, 999, 9999])
def test_the_maximum_of_a_heavy_tail_is_seldom_taken_for_a_code(index, code):
    rng = np.random.default_rng(2)
    alarms = 0
    for _ in range(200):
        x = rng.pareto(index, N)
        x = np.round(x * (code / x.max()))
        alarms += find_codes(x) is not None
    assert alarms <= 10


@pytest.mark.parametrize("name", sorted(BUNDLED))
def test_no_alarm_in_the_tables_that_come_with_scikit_learn(name):
    X = load_dataset(name).X
    assert [j for j in range(X.shape[1]) if find_codes(X[:, j])] == []


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[3] / "sample_data").glob("*.*[!yd]")), ids=lambda p: p.name
)
def test_no_question_about_the_sample_data(path):
    with contextlib.suppress(TableError):  # the one that shows what is refused
        assert not asked(read_table(path))


def csv(**columns):
    return "\n".join([",".join(columns), *map(",".join, itertools.zip_longest(*columns.values()))]).encode() + b"\n"


def survey(n_rows=60):
    rng = np.random.default_rng(3)
    age = [str(value) for value in rng.integers(0, 100, n_rows)]
    age[3] = "99"
    mood = [f"{value:.2f}" for value in rng.uniform(1, 5, n_rows)]
    mood[5] = mood[6] = mood[30] = "99"
    pay = [f"{value:.0f}" for value in rng.normal(3000, 300, n_rows)]
    pay[6] = pay[7] = pay[8] = "-9"
    return csv(age=age, mood=mood, pay=pay)


def asked(table):
    return questions(table, QuestionKind.MISSING_CODES)


def test_nothing_is_changed_but_asked():
    table = read_table(survey())
    assert table.n_rows == 60
    assert table.X[5, 1] == 99 and table.X[6, 2] == -9
    (found,) = asked(table)
    mood, pay = MissingCodes((99.0,), 3), MissingCodes((-9.0,), 3)
    assert (found.columns, found.values) == (("mood", "pay"), (mood, pay))
    assert notes(table, NoteKind.MISSING_CODES) == [
        Note(NoteKind.MISSING_CODES, ("mood",), count=3, values=(mood,)),
        Note(NoteKind.MISSING_CODES, ("pay",), count=3, values=(pay,)),
    ]


def test_a_code_near_the_others_is_asked_about_as_such():
    rng = np.random.default_rng(8)
    ages = [*map(str, rng.integers(18, 81, 200)), *["99"] * 40]
    mood = [f"{value:.2f}" for value in rng.uniform(1, 5, 240)]
    table = read_table(csv(age=ages, mood=mood))
    (found,) = asked(table)
    assert (found.columns, found.values) == (("age",), (MissingCodes((99.0,), 40, far=False),))
    assert read_table(csv(age=ages, mood=mood), **found.options[1].keywords).n_rows == 200
    mood[:4] = ["999"] * 4
    (found,) = asked(read_table(csv(age=ages, mood=mood)))
    assert [codes.far for codes in found.values] == [False, True]


def test_the_answers():
    data = survey()
    (found,) = asked(read_table(data))
    no, yes, only_mood, only_pay = found.options
    kept = read_table(data, **no.keywords)
    assert kept.n_rows == 60 and not asked(kept)
    both = read_table(data, **yes.keywords)
    assert not asked(both)
    # The 99 that is an age stays.
    assert both.row_numbers.tolist() == [k for k in range(1, 61) if k not in (6, 7, 8, 9, 31)]
    assert both.X[3, 0] == 99
    one = read_table(data, **only_mood.keywords)
    assert one.n_rows == 57
    (rest,) = asked(one)
    assert (rest.columns, rest.values) == (("pay",), (MissingCodes((-9.0,), 3),))
    assert read_table(data, **rest.options[1].apply(only_mood.keywords)).n_rows == 55
    assert only_pay == Option(OptionKind.MISSING_CODES_OF_COLUMN, {"missing_in": {"pay": ("-9",)}}, count=1)


def test_a_column_that_is_told_about_is_not_asked_about():
    table = read_table(survey(), missing_in={"mood": []}, missing_values=["-9"])
    assert not asked(table) and table.n_rows == 57


def test_many_columns_are_one_question():
    rng = np.random.default_rng(4)
    columns = {f"q{j}": [str(v) for v in rng.integers(1, 6, 50)] for j in range(9)}
    for cells in columns.values():
        cells[:4] = ["999"] * 4
    found = question(read_table(csv(**columns)), QuestionKind.MISSING_CODES)
    assert [option.kind for option in found.options] == [OptionKind.ORDINARY_NUMBERS, OptionKind.MISSING_CODES]
    assert read_table(csv(**columns), **found.options[1].keywords).n_rows == 46


@pytest.mark.parametrize(
    ("other", "code"), [("{:.2f}", "9999.9"), ("{:.2f}", "9.9999e3"), ("${:.2f}", "$9999.90"), ("{:.2f}%", "-999%")]
)
def test_however_the_numbers_are_written(other, code):
    cells = [other.format(value) for value in np.random.default_rng(5).uniform(1, 5, 40)]
    cells[2:6] = [code] * 4
    data = csv(x=cells, y=[str(k % 7) for k in range(40)])
    convert = {} if other == "{:.2f}" else {"convert": {"x": "auto"}}
    (found,) = asked(read_table(data, **convert))
    answered = read_table(data, **found.options[1].apply(convert))
    assert answered.n_rows == 36 and answered.X[:, 0].max() < 6
    assert next(c for c in answered.columns if c.name == "x").n_missing == 4


def test_with_a_decimal_comma():
    cells = [f"{value:.2f}".replace(".", ",") for value in np.random.default_rng(5).uniform(1, 5, 40)]
    cells[2:6] = ["9999,9"] * 4
    data = "\n".join(["x;y", *(f"{cell};{k % 7}" for k, cell in enumerate(cells))]).encode()
    (found,) = asked(read_table(data))
    assert read_table(data, **found.options[1].keywords).n_rows == 36


def test_an_array_file(tmp_path):
    A = np.random.default_rng(6).uniform(0, 5, (50, 3)).astype(np.float32)
    A[:4, 1] = 9999.9
    np.save(tmp_path / "a.npy", A)
    (found,) = asked(read_table(tmp_path / "a.npy"))
    assert (found.columns, found.values) == (("column 2",), (MissingCodes((float(np.float32(9999.9)),), 4),))
    assert "9999.9 " in question_sentence(found)  # in the digits of its precision
    assert read_table(tmp_path / "a.npy", **found.options[1].keywords).row_numbers.tolist() == list(range(5, 51))


def test_distances_labels_and_ignored_columns_are_not_asked_about():
    D = np.abs(np.subtract.outer(np.arange(12.0), np.arange(12.0)))
    D[0, 11] = D[11, 0] = 999
    data = "\n".join(",".join(map(str, row)) for row in D).encode()
    assert not asked(read_table(data))
    assert not asked(read_table(survey(), label_column="mood", ignore=["pay"]))


def test_a_column_that_is_not_there_is_refused():
    error = refused(survey(), missing_in={"nothing": ["9"]})
    assert (error.problem, error.column, error.keyword) == (Problem.UNKNOWN_COLUMN, "nothing", "missing_in")


def test_answers_for_columns_add_up():
    first = Option(OptionKind.MISSING_CODES, {"missing_in": {"a": ("9",)}})
    second = Option(OptionKind.MISSING_CODES, {"missing_in": {"b": ("-1",)}})
    assert second.apply(first.apply({})) == {"missing_in": {"a": ("9",), "b": ("-1",)}}


def test_a_code_of_one_column_is_none_of_the_measurements_of_another():
    rows = [f"{20 + k * 7 % 40},{1500 + k * 7919 % 90001},{k * 5 % 11 - 5}\n" for k in range(20)]
    rows[3], rows[8] = "-999,1700,-2\n", "33,-999,-3\n"
    asked = question(read_table(("age,income,change\n" + "".join(rows)).encode()), QuestionKind.MISSING_CODES)
    assert asked.columns == ("age", "income")


def test_nines_below_zero_are_asked_about_however_near_they_lie():
    rows = [f"{200 + k * 37 % 700},{1500 + k * 7919 % 90001}\n" for k in range(20)]
    rows[3], rows[8] = "-999,1700\n", "330,-999\n"
    asked = question(read_table(("width,income\n" + "".join(rows)).encode()), QuestionKind.MISSING_CODES)
    assert asked.columns == ("width", "income")
    rows[9] = "-20,-5000\n"
    assert not questions(read_table(("width,income\n" + "".join(rows)).encode()), QuestionKind.MISSING_CODES)
