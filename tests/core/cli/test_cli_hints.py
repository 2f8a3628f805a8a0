"""What a file leaves open reaches the command line, with the option for each answer."""

import shlex

import numpy as np
import pytest

from rnse_core.cli import main
from rnse_core.cli._hints import as_option

N = 60


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(0, 0.2, (N // 2, 3)), rng.normal(5, 0.2, (N // 2, 3))])
    groups = np.repeat([0, 1, 2], N // 3)
    rows = [",".join(f"{value:.3f}" for value in row) for row in points]
    texts = {
        "group.csv": ("a,b,c,group", [f"{row},{group}" for row, group in zip(rows, groups, strict=True)]),
        "coded.csv": ("a,b,c", [f"{row.rpartition(',')[0]},99" if k % 4 == 0 else row for k, row in enumerate(rows)]),
        "gaps.csv": ("a,b,c", [f"{row.rpartition(',')[0]}," if k == 3 else row for k, row in enumerate(rows)]),
        "regions.csv": ("a,b,c,region", [f"{row},{'nesw'[k % 4]}" for k, row in enumerate(rows)]),
    }
    for name, (header, lines) in texts.items():
        (tmp_path / name).write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    np.savetxt(tmp_path / "square.csv", np.kron(np.eye(2), np.ones((5, 5))), delimiter=",")
    return tmp_path


def run(command, path, *options):
    rest = {
        "cluster": [],
        "compare": ["--methods", "K-Means", "--seeds", "1", "--jobs", "1"],
        "sweep": ["--alphas", "1", "--betas", "1", "--jobs", "1"],
    }[command]
    return main([command, path, "--clusters", "2", *rest, *options])


def questions(capsys):
    """The questions that were printed; what a fit warns of stands beside them."""
    return [line for line in capsys.readouterr().err.splitlines() if "As it is read: " in line]


def last_option(sentence):
    """The last option of a sentence, as the shell hands it on."""
    return shlex.split(sentence[sentence.rindex(" --") :])


@pytest.mark.parametrize("command", ["cluster", "compare", "sweep"])
@pytest.mark.parametrize("way", [["--label", "group"], ["--no-label"]])
def test_a_class_column_of_numbers(folder, capsys, command, way):
    assert run(command, "group.csv", "--quiet") == 0
    (said,) = questions(capsys)
    assert said == (
        "rnse: Does column `group` hold class labels? Only a few different values occur there. As it is read: No, "
        "cluster on it (to confirm: --no-label). Otherwise: Take the labels from `group`: --label group"
    )
    assert run(command, "group.csv", "--quiet", *way) == 0
    assert questions(capsys) == []


@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_a_class_column_of_numbers_is_named_where_classes_are_missing(folder, capsys, command):
    """A comparison without --clusters needs classes; one more data set that has them changes nothing."""
    for others in ([], ["iris"]) if command == "compare" else ([],):
        assert main([command, *others, "group.csv", "--jobs", "1", "--quiet"]) == 1
        assert capsys.readouterr().err.splitlines()[-1] == (
            "rnse: The data set 'group' has no classes; say how many clusters to look for (--clusters 3), or take the "
            "labels from `group`: --label group"
        )
    assert main([command, "group.csv", "--jobs", "1", "--quiet", "--no-label"]) == 1
    assert capsys.readouterr().err == (
        "rnse: The data set 'group' has no classes; say how many clusters to look for (--clusters 3).\n"
    )


@pytest.mark.parametrize("command", ["cluster", "compare"])
@pytest.mark.parametrize("confirm", [True, False])
def test_codes_for_missing_values(folder, capsys, command, confirm):
    assert run(command, "coded.csv", "--quiet") == 0
    (said,) = questions(capsys)
    assert said.startswith(
        "rnse: Is 99 (15 cells) in column `c` a code for missing values? It lies far outside the other"
    )
    options = (
        shlex.split(said[said.index(" --read") : said.index(")", said.index(" --read"))])
        if confirm
        else last_option(said)
    )
    assert run(command, "coded.csv", "--quiet", *options) == 0
    assert questions(capsys) == []
    run(command, "coded.csv", *options)
    assert ("15 rows with missing values left out" in capsys.readouterr().err) != confirm


def test_a_value_that_is_too_large_beside_a_code_that_is_told_about(folder, capsys):
    """The option to leave it out keeps what the column was told to leave out before."""
    lines = (folder / "coded.csv").read_text(encoding="utf-8").splitlines()
    lines[2] = f"{lines[2].rpartition(',')[0]},3e200"
    (folder / "slip.csv").write_text("\n".join(lines), encoding="utf-8")
    assert run("cluster", "slip.csv", "--quiet", "--read", 'missing_in={"c": ["99"]}') == 0
    (said,) = [line for line in capsys.readouterr().err.splitlines() if "double precision" in line]
    assert said.startswith("rnse: Data row 2 of column `c` = 3e+200 is so large")
    assert last_option(said) == ["--read", 'missing_in={"c": ["99", "3e+200"]}']
    assert run("cluster", "slip.csv", *last_option(said)) == 0
    said = capsys.readouterr().err
    assert "double precision" not in said and "16 rows with missing values left out" in said


def test_rows_with_missing_values(folder, capsys):
    hint = (
        "What should be done about missing values? As it is read: Leave out the 1 row with missing values (to confirm: "
    )
    assert run("cluster", "gaps.csv") == 0
    (said,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("rnse: ")]
    assert said.startswith(
        f"rnse: {hint}--missing drop). Otherwise: Fill in the median of the column: --missing median; or: "
    )
    for option in (["--missing", "drop"], last_option(said), ["--quiet"]):
        assert run("cluster", "gaps.csv", *option) == 0
        assert "rnse: " not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("regions.csv", "Which column holds the labels? As it is read: Take the labels from `region`"),
        ("square.csv", "The table is a square symmetric matrix; what is it? As it is read: A similarity"),
    ],
)
def test_all_else_that_is_open(folder, capsys, name, words):
    assert run("cluster", name, "--quiet") == 0
    (said,) = questions(capsys)
    assert said.startswith(f"rnse: {words}")
    confirm = said[said.index("(to confirm: ") + 13 : said.index("). Otherwise")]
    for option in (shlex.split(confirm), last_option(said)):
        run("cluster", name, "--quiet", *option)
        assert words not in capsys.readouterr().err


def test_a_question_with_a_single_answer_is_not_asked(folder, capsys):
    text = (folder / "gaps.csv").read_text(encoding="utf-8").replace("a,", "café,", 1)
    (folder / "cafe.csv").write_text(text, encoding="latin-1")
    assert run("cluster", "cafe.csv") == 0
    said = capsys.readouterr().err
    assert "it was read as cp1252, which is a guess" in said and "Which of these words" not in said
    assert "What should be done about missing values?" in said


def test_the_features_used_are_listed(folder, capsys):
    assert run("cluster", "group.csv", "--no-label") == 0
    assert "\nClustered on `a`, `b`, `c` and `group`.\n" in capsys.readouterr().err
    assert run("compare", "group.csv", "--label", "group") == 0
    assert "\nClustered on `a`, `b` and `c`.\n" in capsys.readouterr().err
    assert run("cluster", "square.csv") == 0
    assert "\nClustered on the similarity matrix as a whole.\n" in capsys.readouterr().err


def test_a_long_list_of_features_is_cut(tmp_path, capsys):
    rng = np.random.default_rng(0)
    header = ",".join(f"c{j}" for j in range(40))
    np.savetxt(tmp_path / "wide.csv", rng.normal(size=(30, 40)), delimiter=",", header=header, comments="")
    assert run("cluster", str(tmp_path / "wide.csv")) == 0
    assert (
        "Clustered on `c0`, `c1`, `c2`, `c3`, `c4`, `c5`, `c6`, `c7`, `c8`, `c9` and 30 more.\n"
        in capsys.readouterr().err
    )


def test_keywords_are_written_as_options():
    assert as_option({"label_column": "my group"}) == "--label 'my group'"
    assert as_option({"label_column": "-x"}) == "--label=-x"
    assert as_option({"ignore": ("a", "-b"), "missing": "median"}) == "--missing median --ignore a --ignore=-b"
    assert as_option({"missing_in": {"a": ("-9",)}, "label_column": None}) == (
        """--no-label --read 'missing_in={"a": ["-9"]}'"""
    )
