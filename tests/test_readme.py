"""What the README tells a reader to do works, and its tables are those of the stored results."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from expected import warned

from rnse_core import RNSE, read_table
from rnse_core.exceptions import ComponentsWarning
from rnse_core.experiments.paper_results import SHIPPED
from rnse_core.preprocessing import scale_features

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_runs_as_printed(code, capsys):
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[1:] == ["[1. 1. 1.]", "1.0"]


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake (\w+)", README))
    assert {"app", "test", "bench"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_command_line_writes_the_labels(tmp_path):
    command = re.search(r"`rnse (cluster [^`]*) --output labels.csv`", README)[1].split()
    output = tmp_path / "labels.csv"
    run = [sys.executable, "-m", "rnse_core.cli", *command, "--output", str(output)]
    subprocess.run(run, cwd=ROOT, check=True, capture_output=True)
    lines = output.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "row,cluster"
    assert len(lines) == 151


def test_the_sweep_prints_its_table():
    command = re.search(r"`rnse (sweep [^`]*)`", README)[1].split()
    run = [sys.executable, "-m", "rnse_core", *command, "--jobs", "1"]
    done = subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True)
    assert len([line for line in done.stdout.splitlines() if line.startswith("|")]) == 2 + 3


def test_what_is_said_of_alpha_is_so():
    """The components and the non-zeros per row of the scaled iris table."""
    X = scale_features(read_table(ROOT / "sample_data" / "iris.csv").X, "zscore")
    small, useful, large = (RNSE(3, alpha=alpha, random_state=0) for alpha in (0.1, 1.0, 100.0))
    with warned(ComponentsWarning, n_components=51):
        small.fit(X)
    words = " ".join(README.split())
    assert f"{small.n_components_} components and {small.history_[-1]['nonzeros_per_row']:.1f} non-zeros" in words
    useful.fit(X)
    assert f"{useful.n_components_} component and {useful.history_[-1]['nonzeros_per_row']:.1f} non-zeros" in words
    assert large.fit(X).history_[-1]["nonzeros_per_row"] == len(X)


def test_links_lead_to_files():
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_tables_are_those_of_the_results():
    script = ROOT / "benchmarks" / "update_readme.py"
    assert subprocess.run([sys.executable, script, "--check"], cwd=ROOT, check=False).returncode == 0
    for name in re.findall(r"<!-- results: (\w+) -->", README):
        stored = ROOT / "benchmarks" / "results" / f"{name}.json"
        assert (SHIPPED if name.startswith("paper_") else stored).exists(), name


def test_references_cover_the_docstrings():
    doi_pattern = r"doi\.org/([^\s\]);,`]+)"
    dois = {doi.rstrip(".") for doi in re.findall(doi_pattern, README)}
    for path in (ROOT / "rnse_core").rglob("*.py"):
        for doi in re.findall(doi_pattern, path.read_text(encoding="utf-8")):
            assert doi.rstrip(".") in dois, (path.name, doi)
