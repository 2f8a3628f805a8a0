"""What a file leaves open reaches the command line, with the option for each answer."""

import io
import json
import shlex

import numpy as np
import pandas as pd
import pytest

from rnse_core.cli import main
from rnse_core.cli._hints import as_option
from rnse_core.tables import NoteKind, OptionKind, QuestionKind, read_table

N = 60
# They are said with the columns that are left out; see the test of these.
WITH_COLUMNS = (QuestionKind.CONVERSION, QuestionKind.WORDS)


def write(path, header, lines, encoding="utf-8"):
    path.write_text("\n".join([header, *lines] if header else lines) + "\n", encoding=encoding)


def npz(path, **arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    path.write_bytes(stream.getvalue())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A file for each kind of question, named after it."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(0, 0.2, (N // 2, 3)), rng.normal(5, 0.2, (N // 2, 3))])
    groups = np.repeat([0, 1, 2], N // 3)
    rows = [",".join(f"{value:.3f}" for value in row) for row in points]
    without_c = [row.rpartition(",")[0] for row in rows]
    S = np.kron(np.eye(2), np.ones((5, 5))) - np.eye(10)

    def file(kind, ending="csv"):
        return tmp_path / f"{kind}.{ending}"

    write(file(QuestionKind.CLASS_NUMBERS), "a,b,c,group", [f"{row},{k}" for row, k in zip(rows, groups, strict=True)])
    coded = [f"{row},99" if k % 4 == 0 else rows[k] for k, row in enumerate(without_c)]
    write(file(QuestionKind.MISSING_CODES), "a,b,c", coded)
    gaps = [f"{row}," if k == 3 else rows[k] for k, row in enumerate(without_c)]
    write(file(QuestionKind.MISSING_VALUES), "a,b,c", gaps)
    write(file(QuestionKind.LABEL_COLUMN), "a,b,c,region", [f"{row},{'nesw'[k % 4]}" for k, row in enumerate(rows)])
    write(file(QuestionKind.SYMMETRIC_MATRIX), "", [",".join(map(str, row)) for row in S.tolist()])
    S[0, 1] = 0.5
    write(file(QuestionKind.ASYMMETRIC_MATRIX), "", [",".join(map(str, row)) for row in S.tolist()])
    write(file(QuestionKind.HEADER), "2019,2020,x", rows)
    write(file(QuestionKind.DELIMITER), "", [f"{k % 2 * 5},x-{k};{k % 7}" for k in range(N)])
    write(file(QuestionKind.COMMA), "a;b", [f"{1 + k % 2 * 5},{100 + k};{k % 7}" for k in range(N)])
    write(file(QuestionKind.ENCODING), "łódź,b,c", rows, "cp1250")
    marks = [('"' if k == 3 else "") + f"n{k}" + ('"' if k == 9 else "") + f",{row}" for k, row in enumerate(rows)]
    write(file(QuestionKind.QUOTES), "name,a,b,c", marks)
    write(file(QuestionKind.POINT), "a,b", [f"{900 + k if k % 2 else f'6.{100 + k}'},{k % 7}" for k in range(N)])
    write(file(QuestionKind.ROW_NAMES), ",a,b,c", [f"{(k * 7) % N + 3},{row}" for k, row in enumerate(rows)])
    write(file(QuestionKind.IDENTIFIERS), "customer_id,a,b,c", [f"{k * 7 % N + 500},{r}" for k, r in enumerate(rows)])
    write(file(QuestionKind.CODES), "bin,a,b,c", [f"{1 + k % 3}E{k % 4},{row}" for k, row in enumerate(rows)])
    write(file(QuestionKind.CASE_WEIGHTS), "wgt,a,b,c", [f"{1 + k % 7 / 10},{row}" for k, row in enumerate(rows)])
    write(file(QuestionKind.DECLARED), "C#a,C#b,mC#c", rows)
    write(file(QuestionKind.SIDE_BY_SIDE), "a,b,,a,d", [f"{row},,{row}" for row in without_c])
    results = [f"{row},{k % 2},0.{99 - k * 7 % N}" for k, row in enumerate(rows)]
    write(file(QuestionKind.EARLIER_RESULT), "a,b,c,cluster,confidence", results)
    write(file(QuestionKind.TICKS), "a,b,c,tv", [f"{row},{'x' if k % 3 else ''}" for k, row in enumerate(rows)])
    write(file(QuestionKind.TOTAL_ROWS), "a,b,c,name", [*(f"{row},n{k}" for k, row in enumerate(rows)), "9,9,9,Total"])
    edges = [f"{i + half},{j + half},1" for half in (0, 5) for i in range(5) for j in range(i)]
    write(file(QuestionKind.EDGES), "source,target,weight", [*edges, "0,5,0.1"])
    triangle = [",".join(str(abs(i - j)) if j <= i else "" for j in range(8)) for i in range(8)]
    write(file(QuestionKind.TRIANGLE), ",".join("pqrstuvw"), triangle)
    with pd.ExcelWriter(file(QuestionKind.SHEET, "xlsx")) as book:
        for sheet in ("first", "second"):
            pd.DataFrame(points, columns=list("abc")).to_excel(book, sheet_name=sheet, index=False)
    with pd.ExcelWriter(file(QuestionKind.HIDDEN, "xlsx")) as book:
        pd.DataFrame(points, columns=list("abc")).to_excel(book, sheet_name="only", index=False)
        for row in range(20, 30):
            book.sheets["only"].row_dimensions[row].hidden = True
    days = [20240000 + 100 * (1 + k * 5 % 12) + 1 + k * 7 % 28 for k in range(N)]
    write(file(QuestionKind.NUMBER_DATES), "when,a,b,c", [f"{day},{row}" for day, row in zip(days, rows, strict=True)])
    write(file(QuestionKind.ROW_NUMBERS), "a,b,c,count", [f"{row},{20 + k}" for k, row in enumerate(rows)])
    with_sum = [f"{p:.3f},{q:.3f},{r:.3f},{round(p, 3) + round(q, 3) + round(r, 3):.3f}" for p, q, r in points.tolist()]
    write(file(QuestionKind.SUM_COLUMNS), "a,b,c,total", with_sum)
    long = [f"s{k},{'abc'[j]},{value:.3f}" for k, row in enumerate(points.tolist()) for j, value in enumerate(row)]
    write(file(QuestionKind.LONG_TABLE), "subject,variable,value", long)
    unknown = [f"{row},k.A." if k == 3 else rows[k] for k, row in enumerate(without_c)]
    write(file(QuestionKind.MISSING_WORDS), "a,b,c", unknown)
    pets = [f"{row},{('cat', 'dog', '?')[k % 3]},{'xyz'[k // 20]}" for k, row in enumerate(rows)]
    write(file(QuestionKind.ANSWERS), "a,b,c,pet,species", pets)
    hours = [f"{row},{k * 7 % 24}" for k, row in enumerate(rows)]
    write(file(QuestionKind.CYCLIC), "a,b,c,hour", hours)
    kinds = ("Setosa", "setosa", "Virginica")
    write(file(QuestionKind.SAME_WORDS), "a,b,c,species", [f"{row},{kinds[k % 3]}" for k, row in enumerate(rows)])
    grouped = [f"{f'g{k // 6}' if k % 6 == 0 else ''},{row}" for k, row in enumerate(rows)]
    write(file(QuestionKind.REPEATED_CELLS), "region,a,b,c", grouped)
    write(file(QuestionKind.PART), "a,b,c", [*rows, "", "x,y", *without_c[::2]])
    write(file(QuestionKind.LINES_BELOW), "name,a,b,c", [*(f"n{k},{row}" for k, row in enumerate(rows)), "", "more,,,"])
    write(file(QuestionKind.EXTRA_NAME), "a,b,c,comment", rows)
    blanks = [line.replace(",", " ") for line in rows]
    write(file(QuestionKind.BLANK_IN_NAME), "a b last one", blanks)
    write(file(QuestionKind.AXIS), "wavelength,a,b,c", [f"{400.5 + 2 * k},{row}" for k, row in enumerate(rows)])
    wells = [
        f"{letter},{','.join(f'{3 * (k > 6) + 0.1 * rng.random():.3f}' for k in range(12))}" for letter in "ABCDEFGH"
    ]
    write(file(QuestionKind.PLATES), f",{','.join(map(str, range(1, 13)))}", wells)
    write(file(QuestionKind.CONDENSED), "", [f"{abs(i - j):.1f}" for i in range(10) for j in range(i)])
    vectors = [json.dumps({"a": row[0], "place": row[1:]}) for row in points.round(3).tolist()]
    write(file(QuestionKind.VECTORS, "jsonl"), "", vectors)
    pairs = [f"{row},{90 + k * 7 % 40}/{60 + k * 5 % 30}" for k, row in enumerate(rows)]
    write(file(QuestionKind.SEVERAL_NUMBERS), "a,b,c,pressure", pairs)
    npz(file(QuestionKind.VARIABLE, "npz"), X=points, Z=points[:, :2])
    npz(file(QuestionKind.ORIENTATION, "npz"), X=points.T, y=groups)
    return tmp_path


def run(command, path, *options):
    rest = {
        "cluster": [],
        "compare": ["--methods", "K-Means", "--seeds", "1", "--jobs", "1"],
        "sweep": ["--alphas", "1", "--betas", "1", "--jobs", "1"],
    }[command]
    return main([command, str(path), "--clusters", "2", *rest, *options])


def named(folder, kind):
    """The name of the file with a question, and the question."""
    (name,) = [path.name for path in folder.iterdir() if path.stem == kind]
    (question,) = [question for question in read_table(name).questions if question.kind is kind]
    return name, question


def lines_about(question, said):
    """The lines that name the columns of a question and the option of every answer."""
    parts = [f"`{column}`" for column in question.columns]
    parts += [as_option(option.keywords) for option in question.options if option.keywords]
    return [line for line in said.splitlines() if line.startswith("rnse: ") and all(part in line for part in parts)]


@pytest.mark.parametrize("kind", [kind for kind in QuestionKind if kind not in WITH_COLUMNS])
def test_a_question_names_the_option_of_each_answer_and_each_option_answers_it(folder, capsys, kind):
    name, question = named(folder, kind)
    assert run("cluster", name) == 0
    (line,) = lines_about(question, capsys.readouterr().err)
    for option in question.options:
        if option.keywords:
            assert run("cluster", name, "--quiet", *shlex.split(as_option(option.keywords))) == 0
            said = capsys.readouterr().err
            assert line not in said and not lines_about(question, said)


@pytest.mark.parametrize("command", ["cluster", "compare", "sweep"])
def test_a_class_column_of_numbers(folder, capsys, command):
    """What changes the clusters of all rows is asked even where all else is quiet, by every command."""
    name, question = named(folder, QuestionKind.CLASS_NUMBERS)
    assert run(command, name, "--quiet") == 0
    assert len(lines_about(question, capsys.readouterr().err)) == 1
    for way in (["--label", "group"], ["--no-label"]):
        assert run(command, name, "--quiet", *way) == 0
        assert lines_about(question, capsys.readouterr().err) == []


@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_a_class_column_of_numbers_is_named_where_classes_are_missing(folder, capsys, command):
    """A comparison without --clusters needs classes; one more data set that has them changes nothing."""
    name, _ = named(folder, QuestionKind.CLASS_NUMBERS)
    stem = name.partition(".")[0]
    for others in ([], ["iris"]) if command == "compare" else ([],):
        assert main([command, *others, name, "--jobs", "1", "--quiet"]) == 1
        last = capsys.readouterr().err.splitlines()[-1]
        assert all(part in last for part in (repr(stem), "--clusters", "`group`")) and last.endswith("--label group")
    assert main([command, name, "--jobs", "1", "--quiet", "--no-label"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert repr(stem) in line and "--clusters" in line and "--label" not in line


@pytest.mark.parametrize("command", ["cluster", "compare"])
def test_codes_are_missing_or_ordinary_values_as_the_option_says(folder, capsys, command):
    name, question = named(folder, QuestionKind.MISSING_CODES)
    assert run(command, name, "--quiet") == 0
    (line,) = lines_about(question, capsys.readouterr().err)
    assert "99" in line and "15" in line
    for option in question.options:
        assert run(command, name, *shlex.split(as_option(option.keywords))) == 0
        left_out = "15 rows" in capsys.readouterr().err
        assert left_out == (option.kind is OptionKind.MISSING_CODES)


def test_a_value_that_is_too_large_beside_a_code_that_is_told_about(folder, capsys):
    """The option to leave it out keeps what the column was told to leave out before."""
    lines = (folder / f"{QuestionKind.MISSING_CODES}.csv").read_text(encoding="utf-8").splitlines()
    lines[2] = f"{lines[2].rpartition(',')[0]},3e200"
    write(folder / "slip.csv", "", lines)
    assert run("cluster", "slip.csv", "--quiet", "--read", 'missing_in={"c": ["99"]}') == 0
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "3e+200" in line]
    assert "row 2" in line and "`c`" in line
    options = shlex.split(line[line.rindex(" --") :])
    assert options == ["--read", 'missing_in={"c": ["99", "3e+200"]}']
    assert run("cluster", "slip.csv", *options) == 0
    said = capsys.readouterr().err
    assert "= 3e+200" not in said and "16 rows" in said


def test_rows_with_missing_values_are_asked_about_unless_all_should_be_quiet(folder, capsys):
    name, question = named(folder, QuestionKind.MISSING_VALUES)
    assert run("cluster", name, "--quiet") == 0
    assert lines_about(question, capsys.readouterr().err) == []


def test_a_guessed_encoding_with_a_single_answer_is_not_asked_about(folder, capsys):
    write(folder / "cafe.csv", "café,b", [f"{k % 2 * 5},{k}.5" for k in range(20)], "latin-1")
    table = read_table("cafe.csv")
    assert [note.values for note in table.report if note.kind is NoteKind.ENCODING_GUESSED] == [("cp1252",)]
    assert run("cluster", "cafe.csv") == 0
    said = capsys.readouterr().err
    assert "cp1252" in said and "encoding=" not in said


def test_the_features_used_are_listed(folder, capsys):
    name, _ = named(folder, QuestionKind.CLASS_NUMBERS)
    assert run("cluster", name, "--no-label") == 0
    assert "`a`, `b`, `c` and `group`." in capsys.readouterr().err
    assert run("compare", name, "--label", "group") == 0
    assert "`a`, `b` and `c`." in capsys.readouterr().err
    assert run("cluster", named(folder, QuestionKind.SYMMETRIC_MATRIX)[0]) == 0
    assert any("similarity matrix" in line for line in capsys.readouterr().err.splitlines())


def test_a_long_list_of_features_is_cut(tmp_path, capsys):
    rng = np.random.default_rng(0)
    header = ",".join(f"c{j}" for j in range(40))
    np.savetxt(tmp_path / "wide.csv", rng.normal(size=(30, 40)), delimiter=",", header=header, comments="")
    assert run("cluster", tmp_path / "wide.csv") == 0
    assert "`c9` and 30 more.\n" in capsys.readouterr().err


def test_keywords_are_written_as_options():
    assert as_option({"label_column": "my group"}) == "--label 'my group'"
    assert as_option({"label_column": "-x"}) == "--label=-x"
    assert as_option({"ignore": ("a", "-b"), "missing": "median"}) == "--missing median --ignore a --ignore=-b"
    assert as_option({"missing_in": {"a": ("-9",)}, "label_column": None}) == (
        """--no-label --read 'missing_in={"a": ["-9"]}'"""
    )
