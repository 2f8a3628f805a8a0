"""What the documents tell a reader to do works, what they say of results is so, and the README is a front page."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from expected import warned

from rnse_core import RNSE, read_table
from rnse_core.cli import main
from rnse_core.cli._commands import COMMANDS, _parser
from rnse_core.exceptions import ComponentsWarning
from rnse_core.experiments import against_printed, read_results
from rnse_core.experiments.paper_results import SHIPPED
from rnse_core.preprocessing import scale_features

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RESULTS = ROOT / "benchmarks" / "results"


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def texts() -> list[tuple[str, str]]:
    return [(named(path), path.read_text(encoding="utf-8")) for path in DOCUMENTS]


def code(text: str) -> list[str]:
    """The lines of code in a document: those of blocks for a shell, without comments, and single code spans."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    lines = [re.sub(r"(^|\s)#.*", "", line).strip() for block in blocks for line in block.splitlines()]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [*filter(None, lines), *(" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose))]


def commands(program: str) -> list[tuple[str, str]]:
    """The calls of a program in all documents, with the name of the document."""
    calls = [(name, line) for name, text in texts() for line in code(text)]
    return [(name, line) for name, line in calls if re.match(rf"(\.venv/bin/)?{program}\s", line)]


def python_blocks() -> list[tuple[str, str, str]]:
    """Each block of Python, and the text below it that it prints."""
    pattern = re.compile(r"^```python\n(.*?)^```(?:\n+```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)
    return [(name, match[1], match[2] or "") for name, text in texts() for match in pattern.finditer(text)]


@pytest.mark.parametrize(("name", "block", "printed"), python_blocks())
def test_python_prints_what_stands_below_it(name, block, printed, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(block, f"<{name}>", "exec"), {})
    assert capsys.readouterr().out == printed


def test_the_readme_has_a_block_of_ten_lines():
    (block,) = [block for name, block, _ in python_blocks() if name == "README.md"]
    assert len(block.splitlines()) <= 10


def test_the_readme_is_a_front_page():
    assert len(README.splitlines()) <= 160


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    calls = commands("make")
    targets = {word for _, line in calls for word in line.split()[1:] if "=" not in word}
    assert {"app", "test", "docs", "bench"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_a_word_after_make_in_prose_is_no_target():
    assert code("They make S fall apart.") == []
    assert code("Call `make app` or\n\n```sh\nmake test  # make coffee\n```\n") == ["make test", "make app"]


def test_make_help_names_every_target():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, flags=re.MULTILINE)[1].split()
    printed = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert set(re.findall(r"^make (\w+)", printed, flags=re.MULTILINE)) == set(targets) - {"help"}


@pytest.mark.parametrize(("name", "line"), commands("rnse"))
def test_command_lines_are_understood(name, line):
    words = re.sub(r" < .*", "", line).replace("'", "").split()[1:]
    if len(words) == 1:  # the command itself is named, not a call of it
        assert words[0] in COMMANDS
    elif words[-1] != "--help":
        _parser(words).parse_args(words)


@pytest.mark.parametrize(("name", "line"), commands("(python|python3)"))
def test_scripts_that_are_called_exist(name, line):
    script = line.split()[1]
    assert script.startswith("-") or (ROOT / script).exists()


def test_extras_that_are_installed_exist():
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    extras = {extra for _, text in texts() for line in code(text) for extra in re.findall(r"install.*\[(\w+)\]", line)}
    assert extras
    assert extras <= set(known)


def test_command_line_writes_the_labels(tmp_path, monkeypatch):
    (command,) = [line.split() for name, line in commands("rnse cluster") if name == "README.md"]
    output = tmp_path / "labels.csv"
    command = [*command[1 : command.index("--output")], "--output", str(output)]
    monkeypatch.chdir(ROOT)
    assert main(command) == 0
    lines = output.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "row,cluster"
    assert len(lines) == 151


def test_the_sweep_prints_its_table(monkeypatch, capsys):
    (command,) = [line.split()[1:] for name, line in commands("rnse sweep") if name == "README.md"]
    monkeypatch.chdir(ROOT)
    assert main([*command, "--jobs", "1"]) == 0
    assert len([line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]) == 2 + 3


def test_what_is_said_of_alpha_is_so():
    """The components and the non-zeros per row of the scaled iris table."""
    X = scale_features(read_table(ROOT / "sample_data" / "iris.csv").X, "zscore")
    small, useful, large = (RNSE(3, alpha=alpha, random_state=0) for alpha in (0.1, 1.0, 100.0))
    with warned(ComponentsWarning, n_components=51):
        small.fit(X)
    words = " ".join((ROOT / "docs" / "choosing.md").read_text(encoding="utf-8").split())
    assert f"{small.n_components_} components and {small.history_[-1]['nonzeros_per_row']:.1f} non-zeros" in words
    useful.fit(X)
    assert f"{useful.n_components_} component and {useful.history_[-1]['nonzeros_per_row']:.1f} non-zeros" in words
    assert large.fit(X).history_[-1]["nonzeros_per_row"] == len(X)


def test_what_the_readme_says_of_the_scores_is_so():
    frame, _ = read_results()
    compared = against_printed(frame[frame["preprocessing"] == "minmax"], "accuracy")
    means = compared.pivot(index="dataset", columns="method", values="mean")
    shown = means[["K-Means", "NCuts", "NCuts (kNN)", "CLR (L2)", "RNSE"]]
    behind = shown.max(axis=1) - shown["RNSE"]
    last = shown.index[shown["RNSE"] == shown.min(axis=1)]
    words = " ".join(README.split())
    assert f"best in {(behind == 0).sum()} of the {len(shown)} rows" in words
    assert f"within 1.5 points of the best in {((behind > 0) & (behind <= 1.5)).sum()} more" in words
    assert f"last in {len(last)}: {', '.join(last)}." in words
    assert f"The rows are of {shown.index.str.replace('_rebuilt|_2746', '', regex=True).nunique()} data sets" in words
    one_cluster = compared.groupby("dataset")["majority"].first()
    assert f"all samples on {' and '.join(shown.index[shown['RNSE'] <= one_cluster])};" in words


def test_what_the_readme_says_of_times_and_shapes_is_so():
    words = " ".join(README.split())
    rows = {
        name: json.loads((RESULTS / f"{name}.json").read_text())["rows"] for name in ("fit_time", "shapes", "scaling")
    }
    for n in (5000, 1000):
        ratios = [row["ratio"] for row in rows["fit_time"] if row["n"] == n]
        assert f"{min(ratios):.2f} to {max(ratios):.2f} times as long" in words
    scores = {row["method"]: row["mean ARI"] for row in rows["shapes"]}
    best = max(score for method, score in scores.items() if method.startswith("NCuts"))
    assert f"{scores['RNSE exact, k = 20']:.3f} with the defaults, {best:.3f} for the best NCuts" in words
    seconds = [row["seconds"] for row in rows["scaling"] if row["method"] == "RNSE" and row["n"] == 1_000_000]
    assert f"in {min(seconds):.0f} to {max(seconds):.0f} s" in words


def test_links_lead_to_files():
    n_links = 0
    for path in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            if "://" not in link:
                n_links += 1
                places = [path.parent / link, *(path.parent / f"{link}{suffix}" for suffix in (".md", ".rst"))]
                assert any(place.exists() for place in places), (named(path), link)
    assert n_links > 20


def test_tables_are_those_of_the_results():
    script = ROOT / "benchmarks" / "update_tables.py"
    assert subprocess.run([sys.executable, script, "--check"], cwd=ROOT, check=False).returncode == 0
    markers = [name for _, text in texts() for name in re.findall(r"<!-- results: (\w+) -->", text)]
    stored = {path.stem for path in RESULTS.glob("*.json")}
    assert stored <= set(markers)
    for name in markers:
        # Several tables of one file have its name and a word of their own.
        known = SHIPPED.exists() if name.startswith("paper_") else {name, name.rpartition("_")[0]} & stored
        assert known, name


def test_references_cover_the_docstrings():
    doi_pattern = r"doi\.org/([^\s\]);,`]+)"
    references = (ROOT / "docs" / "methods.md").read_text(encoding="utf-8")
    dois = {doi.rstrip(".") for doi in re.findall(doi_pattern, references)}
    for path in (ROOT / "rnse_core").rglob("*.py"):
        for doi in re.findall(doi_pattern, path.read_text(encoding="utf-8")):
            assert doi.rstrip(".") in dois, (path.name, doi)
