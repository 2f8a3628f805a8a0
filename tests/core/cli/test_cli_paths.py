"""A path that cannot be read is refused in a plain sentence, before the libraries are imported."""

import pickle
import subprocess
import sys

import pytest
from expected import raised

from rnse_core.cli import main
from rnse_core.cli._paths import PathError, PathProblem, check_outputs, check_paths_first

TABLE = "a,b\n" + "".join(f"{i % 2 * 5}.{i},{i}.5\n" for i in range(20))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner.csv").mkdir()
    return tmp_path


WRONG = [
    ("cluster .", ".", PathProblem.IS_FOLDER),
    ("cluster ..", "..", PathProblem.IS_FOLDER),
    ("cluster /", "/", PathProblem.IS_FOLDER),
    ("cluster inner", "inner", PathProblem.IS_FOLDER),
    ("cluster inner/", "inner/", PathProblem.IS_FOLDER),
    ("cluster nosuch.csv", "nosuch.csv", PathProblem.NO_FILE),
    ("cluster nosuch", "nosuch", PathProblem.NO_FILE),
    ("cluster no/such.csv", "no/such.csv", PathProblem.NO_FOLDER),
    ("compare iris nosuch.csv", "nosuch.csv", PathProblem.NO_FILE),
    ("compare some.csv no/such", "no/such", PathProblem.NO_FOLDER),
    ("compare iris .", ".", PathProblem.IS_FOLDER),
    ("sweep inner.csv", "inner.csv", PathProblem.IS_FOLDER),
    ("sweep ./inner", "./inner", PathProblem.IS_FOLDER),
    ("compare iris --data-home no", "no", PathProblem.NO_DATA_HOME),
    ("sweep iris --data-home=some.csv", "some.csv", PathProblem.NO_DATA_HOME),
]


@pytest.mark.parametrize(("arguments", "path", "problem"), WRONG)
def test_at_once(folder, arguments, path, problem):
    given = [*arguments.split(), "--clusters", "2"]
    with raised(PathError, path=path, problem=problem) as caught:
        check_paths_first(given)
    script = f"import sys\nfrom rnse_core.cli import main\nprint(main({given!r}))\nprint('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == f"rnse: {caught.value}\n" and path in done.stderr
    assert done.stdout.split() == ["1", "False"]


@pytest.mark.parametrize(
    ("arguments", "path", "problem"),
    [
        ("cluster --clusters 2 nosuch.csv", "nosuch.csv", PathProblem.NO_FILE),
        ("cluster --clusters 2 .", ".", PathProblem.IS_FOLDER),
        ("cluster --ignore a --clusters 2 /", "/", PathProblem.IS_FOLDER),
        ("sweep inner --clusters 2", "inner", PathProblem.IS_FOLDER),
        ("compare --clusters 2 -- inner", "inner", PathProblem.IS_FOLDER),
    ],
)
def test_wherever_the_path_stands(folder, capsys, arguments, path, problem):
    assert main(arguments.split()) == 1
    assert capsys.readouterr().err == f"rnse: {PathError(path, problem)}\n"


@pytest.mark.parametrize("problem", PathProblem)
def test_every_problem_of_a_path_is_worded(problem):
    error = PathError("some/where.csv", problem)
    assert "some/where.csv" in str(error) and str(error).endswith(".")
    again = pickle.loads(pickle.dumps(error))
    assert (again.path, again.problem, str(again)) == (error.path, problem, str(error))


def test_outputs_that_would_destroy_a_file_or_cannot_be_one(folder):
    (folder / "link.csv").hardlink_to(folder / "some.csv")
    for sources, outputs, path, problem in [
        (["some.csv"], ["some.csv"], "some.csv", PathProblem.TAKEN),
        (["some.csv"], ["link.csv"], "link.csv", PathProblem.TAKEN),
        ([], ["new.csv", "inner/../new.csv"], "inner/../new.csv", PathProblem.TAKEN),
        ([], ["no/such/new.csv"], "no/such/new.csv", PathProblem.NO_OUTPUT_FOLDER),
        ([], ["new.csv", "inner.csv"], "inner.csv", PathProblem.OUTPUT_IS_FOLDER),
    ]:
        with raised(PathError, path=path, problem=problem):
            check_outputs(sources, outputs)
    check_outputs(["some.csv"], ["new.csv", folder / "inner" / "new.csv"])


def test_names_of_data_sets_are_no_paths(folder, capsys):
    """Neither is what a folder of data sets holds."""
    (folder / "iris").mkdir()
    rows = [f"{line},{'class' if k == 0 else k % 2}" for k, line in enumerate(TABLE.splitlines())]
    (folder / "inner" / "my.data.csv").write_text("\n".join(rows), encoding="utf-8")
    rest = ["--methods", "K-Means", "--clusters", "2", "--seeds", "1", "--jobs", "1", "--quiet"]
    assert main(["compare", "iris", *rest]) == 0
    assert main(["compare", "my.data", "--data-home", "inner", *rest]) == 0
    assert main(["compare", "nosuch", *rest]) == 1
    said = capsys.readouterr().err
    assert "'nosuch'" in said and "iris" in said


def test_options_are_explained_before_any_path(folder, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["cluster", "--help"])
    assert ended.value.code == 0
