"""Numbers on the command line that are out of range: one plain sentence, at once, whichever option has them."""

import numpy as np
import pytest

from rnse_core.cli import main

HUGE = str(10**30)
BILLION = "1000000000"


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "points.csv"
    rows = np.concatenate([rng.normal(0, 0.2, (15, 2)), rng.normal(5, 0.2, (15, 2))])
    path.write_text("a,b,class\n" + "".join(f"{a},{b},{'pq'[i // 15]}\n" for i, (a, b) in enumerate(rows)))
    return path


def cases():
    compare, sweep, cluster = ["--methods", "K-Means"], ["--alphas", "1", "--betas", "1"], ["--clusters", "2"]
    for command, rest in (("compare", compare), ("sweep", sweep)):
        for option, values in {
            "--jobs": ("0", "-2", BILLION, HUGE),
            "--seeds": ("0", "-1", BILLION, HUGE),
            "--clusters": ("0", "-1", BILLION, HUGE),
            "--timeout": ("0", "-1", "nan", "inf", "-inf"),
        }.items():
            for value in values:
                yield command, [*rest, option, value]
    for option, bad in {"--alphas": ("0", "-1", "nan", "inf"), "--betas": ("-1", "nan", "inf")}.items():
        for value in bad:
            yield "sweep", [*sweep, option, "1", value]
    for option, values in {
        "--clusters": ("0", "-1", BILLION, HUGE),
        "--alpha": ("0", "-1", "nan", "inf", "1e300", "1e-300"),
        "--beta": ("-1", "nan", "inf", "1e300"),
        "--neighbors": ("0", "-1"),
        "--seed": ("-1", str(2**32), HUGE),
    }.items():
        for value in values:
            yield "cluster", [*cluster, option, value]
    for value in ("-1", BILLION, HUGE):
        yield "cluster", [*cluster, "--read", f"skip_lines={value}"]
    for value in ("-1", "0"):
        yield "cluster", [*cluster, "--read", f"sample_rows={value}"]


@pytest.mark.parametrize(("command", "options"), list(cases()), ids=lambda part: str(part)[-60:])
def test_a_number_out_of_range_is_one_sentence(table, capsys, monkeypatch, command, options):
    """And, where it is so whatever the file holds, before the file is read."""
    if options[-2] != "--read" and not (options[-2] == "--clusters" and int(options[-1]) > 0):
        monkeypatch.setattr(f"rnse_core.cli.{'cluster' if command == 'cluster' else 'compare'}.read_table", None)
    # Numbers that begin with a dash and are no plain numbers would be taken for options.
    given = [f"{options[-2]}={options[-1]}"] if options[-1] == "-inf" else options[-2:]
    assert main([command, str(table), *options[:-2], *given, "--quiet"]) == 1
    printed, said = capsys.readouterr()
    assert printed == ""
    # An error of the reading may be followed by one way out, without the number.
    said, *ways_out = said.splitlines()
    assert said.startswith("rnse: ") and said.endswith(".") and len(said) < 300
    assert len(ways_out) <= (options[-2] == "--read") and all("without --read" in way for way in ways_out)
    if options[-2].startswith("--") and options[-2] != "--read":
        assert options[-2] in said


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("compare", ["--methods", "K-Means", "--jobs", "-1"]),
        ("compare", ["--methods", "K-Means", "--jobs", "1", "--timeout", "1e300"]),
        ("cluster", ["--clusters", "2", "--neighbors", BILLION, "--graph", "knn"]),
        ("cluster", ["--clusters", "2", "--seed", str(2**32 - 1)]),
        ("cluster", ["--clusters", "2", "--read", f"sample_rows={BILLION}"]),
    ],
)
def test_a_number_that_is_only_large_is_used(table, command, options):
    seeds = ["--label", "class", "--seeds", "1"] if command == "compare" else []
    assert main([command, str(table), *options, *seeds, "--quiet"]) == 0
