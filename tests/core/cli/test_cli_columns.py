"""Columns that nobody asked to leave out: always named, with the option that keeps them."""

import shlex

import numpy as np
import pytest

from rnse_core.cli import main
from rnse_core.tables import RoleReason, read_table

N_ROWS = 3000


def written(path, cells, header="a,b,x"):
    rng = np.random.default_rng(0)
    a = np.repeat([0.0, 5.0], len(cells) // 2) + rng.normal(0, 0.1, len(cells))
    lines = [f"{a[i]},{rng.normal()},{cell}" for i, cell in enumerate(cells)]
    path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return path


def run(command, path, *options):
    rest = ["--methods", "K-Means", "--seeds", "1", "--jobs", "1"] if command == "compare" else ["--graph", "knn"]
    return main([command, str(path), "--clusters", "2", *rest, *options, "--quiet"])


def options_in(sentence):
    """The options that a sentence ends with, as the shell hands them on."""
    return shlex.split(sentence[sentence.rindex("--read") :])


@pytest.mark.parametrize("command", ["cluster", "compare"])
@pytest.mark.parametrize("name", ["x", 'the x, it\'s "far"'])
def test_one_text_cell_far_down(tmp_path, capsys, command, name):
    cells = [f"{i % 7 + 0.5}" for i in range(N_ROWS)]
    cells[2500] = "n.v."
    quoted_name = '"' + name.replace('"', '""') + '"'
    path = written(tmp_path / "long.csv", cells, f"a,b,{quoted_name}")
    assert run(command, path) == 0
    (said,) = capsys.readouterr().err.splitlines()
    parts = f"`{name}`", " 1 of its 3,000 cells", "`n.v.`", "line 2,502"
    assert said.startswith("rnse: ") and all(part in said for part in parts)
    assert run(command, path, *options_in(said)) == 0
    assert capsys.readouterr().err == ""


def test_the_line_is_that_of_the_file_wherever_blank_lines_and_quotation_marks_are(tmp_path, capsys):
    rows = "".join(f"{i % 2 * 5}.{i},{i}.5\n" for i in range(40))
    path = tmp_path / "odd.csv"
    path.write_text(f'a,x\n"1.5","2.5"\n\n{rows}1.5,"two\nlines"\n\n2.5,bad\n', encoding="utf-8")
    assert run("cluster", path) == 0
    said = capsys.readouterr().err
    assert all(part in said for part in ("2 of its 43 cells", "`two lines`", "line 44;"))


def test_several_such_columns_and_their_options_together(tmp_path, capsys):
    rng = np.random.default_rng(0)
    rows = [[f"{i % 2 * 5 + rng.normal(0, 0.1):.3f}" for _ in range(14)] for i in range(30)]
    for j in range(1, 14):
        rows[-j][j] = "oops"
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join(row) for row in [[f"c{j}" for j in range(14)], *rows]), encoding="utf-8")
    assert run("cluster", path) == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 11
    assert said[-1].startswith("rnse: ") and "`c11`, `c12` and `c13`" in said[-1]
    together = [option for line in said for option in options_in(line)]
    assert run("cluster", path, *together) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("cells", "reason", "keyword"),
    [
        ([f"{i % 9} kg" for i in range(30)], RoleReason.TEXT, "convert"),
        ([f"w{i}" for i in range(30)], RoleReason.DISTINCT_TEXT, None),
        (["7"] * 30, RoleReason.CONSTANT, None),
        ([str(i + 1) for i in range(30)], RoleReason.ROW_NUMBERS, "keep"),
        ([["p", "q", "r"][i % 3] for i in range(30)], RoleReason.TEXT, "one_hot"),
        ([""] * 30, RoleReason.EMPTY, None),
    ],
)
def test_each_reason_is_given_with_its_option(tmp_path, capsys, cells, reason, keyword):
    path = written(tmp_path / "some.csv", cells)
    (column,) = [column for column in read_table(path, label_column=None).columns if column.name == "x"]
    assert column.reason is reason
    options = ["--no-label"]
    assert run("cluster", path, *options) == 0
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("rnse: ") and "`x`" in said
    if keyword is None:
        assert "--" not in said
        rest = ["--ignore", "x"]
    else:
        rest = options_in(said)
        assert rest[0] == "--read" and rest[1].startswith(f"{keyword}=")
    assert run("cluster", path, *options, *rest) == 0
    assert capsys.readouterr().err == ""


def test_a_converted_column_that_is_constant_is_not_offered_again(tmp_path, capsys):
    path = written(tmp_path / "some.csv", ["7%"] * 30)
    assert run("cluster", path, "--read", 'convert={"x": "percent"}') == 0
    (said,) = capsys.readouterr().err.splitlines()
    assert "`x`" in said and "--" not in said


def test_only_columns_of_few_values_are_offered_as_0_1_columns(tmp_path, capsys):
    rng = np.random.default_rng(0)
    rows = [f"{rng.normal()},{i % 2 * 5 + rng.normal():.3f},w{i % 25},{'pqr'[i % 3]}" for i in range(60)]
    path = tmp_path / "some.csv"
    path.write_text("\n".join(["a,b,x,z", *rows]), encoding="utf-8")
    assert run("cluster", path, "--no-label") == 0
    (said,) = capsys.readouterr().err.splitlines()
    assert "`x` and `z`" in said and options_in(said) == ["--read", 'one_hot=["z"]']


def test_columns_left_out_as_asked_and_labels_are_not_mentioned(tmp_path, capsys):
    path = written(tmp_path / "some.csv", [f"w{i // 10}" for i in range(30)], header="a,b,class")
    assert run("cluster", path, "--ignore", "b") == 0
    assert capsys.readouterr().err == ""


def test_files_are_named_where_there_are_several(tmp_path, capsys):
    for name in ("one.csv", "two.csv"):
        written(tmp_path / name, ["7"] * 30)
    files = [str(tmp_path / "one.csv"), str(tmp_path / "two.csv")]
    rest = ["--methods", "K-Means", "--clusters", "2", "--seeds", "1", "--jobs", "1", "--quiet"]
    assert main(["compare", *files, *rest]) == 0
    said = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1] for line in said] == [" one.csv", " two.csv"]
