"""A path that cannot be read is refused in a plain sentence, before the libraries are imported."""

import subprocess
import sys

import pytest

from rnse_core.cli import main

TABLE = "a,b\n" + "".join(f"{i % 2 * 5}.{i},{i}.5\n" for i in range(20))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner.csv").mkdir()
    return tmp_path


WRONG = [
    ("cluster .", "`.` is a folder; give the name of a file with a table."),
    ("cluster ..", "`..` is a folder; give the name of a file with a table."),
    ("cluster /", "`/` is a folder; give the name of a file with a table."),
    ("cluster inner", "`inner` is a folder; give the name of a file with a table."),
    ("cluster inner/", "`inner/` is a folder; give the name of a file with a table."),
    ("cluster nosuch.csv", "`nosuch.csv` cannot be read: there is no such file."),
    ("cluster nosuch", "`nosuch` cannot be read: there is no such file."),
    ("cluster no/such.csv", "`no/such.csv` cannot be read: there is no folder `no`."),
    ("compare iris nosuch.csv", "`nosuch.csv` cannot be read: there is no such file."),
    ("compare some.csv no/such", "`no/such` cannot be read: there is no folder `no`."),
    ("compare iris .", "`.` is a folder; give the name of a file with a table."),
    ("sweep inner.csv", "`inner.csv` is a folder; give the name of a file with a table."),
    ("sweep ./inner", "`./inner` is a folder; give the name of a file with a table."),
    ("compare iris --data-home no", "There is no folder 'no' to look for data sets in."),
    ("sweep iris --data-home=some.csv", "There is no folder 'some.csv' to look for data sets in."),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_at_once(folder, arguments, words):
    command = f"import sys\nfrom rnse_core.cli import main\nprint(main({[*arguments.split(), '--clusters', '2']!r}))"
    script = f"{command}\nprint('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == f"rnse: {words}\n"
    assert done.stdout.split() == ["1", "False"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("cluster --clusters 2 nosuch.csv", "`nosuch.csv` cannot be read: there is no such file."),
        ("cluster --clusters 2 .", "`.` is a folder; give the name of a file with a table."),
        ("cluster --ignore a --clusters 2 /", "`/` is a folder; give the name of a file with a table."),
        ("sweep inner --clusters 2", "`inner` is a folder; give the name of a file with a table."),
        ("compare --clusters 2 -- inner", "`inner` is a folder; give the name of a file with a table."),
    ],
)
def test_wherever_the_path_stands(folder, capsys, arguments, words):
    assert main(arguments.split()) == 1
    assert capsys.readouterr().err == f"rnse: {words}\n"


def test_names_of_data_sets_are_no_paths(folder, capsys):
    """Neither is what a folder of data sets holds."""
    (folder / "iris").mkdir()
    rows = [f"{line},{'class' if k == 0 else k % 2}" for k, line in enumerate(TABLE.splitlines())]
    (folder / "inner" / "my.data.csv").write_text("\n".join(rows), encoding="utf-8")
    rest = ["--methods", "K-Means", "--clusters", "2", "--seeds", "1", "--jobs", "1", "--quiet"]
    assert main(["compare", "iris", *rest]) == 0
    assert main(["compare", "my.data", "--data-home", "inner", *rest]) == 0
    assert main(["compare", "nosuch", *rest]) == 1
    assert "choose one of iris" in capsys.readouterr().err


def test_options_are_explained_before_any_path(folder, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["cluster", "--help"])
    assert ended.value.code == 0
