"""An interrupt of the command line, whenever it comes: one line, and the exit code that shells expect."""

import signal
import subprocess
import sys

import numpy as np
import pytest

STARTS = {
    "as a module": ["-m", "rnse_core.cli"],
    "as the script": ["-c", "import sys; from rnse_core.cli import main; sys.exit(main())"],
}
# What has just been imported when the interrupt comes: from the first moment to where the file is read.
# A package that scipy itself loads only when asked for has no line of its own; its modules have.
MOMENTS = [
    *(("as a module", moment) for moment in ("argparse", "numpy._core.multiarray", "pandas._libs.lib", "sklearn.base")),
    *(("as the script", moment) for moment in ("argparse", "scipy.sparse._base")),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "points.csv"
    np.savetxt(path, np.random.default_rng(0).normal(size=(400, 3)), delimiter=",")
    return path


def interrupted(start, table, is_due):
    """Interrupt a process at the line of its standard error that is due; return its exit code and what it said."""
    run = [sys.executable, "-X", "importtime", *STARTS[start], "cluster", str(table), "--clusters", "2", "--quiet"]
    with subprocess.Popen(run, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = []
        for line in process.stderr:
            if not line.startswith("import time:"):
                said.append(line)
            elif is_due is not None and is_due(line.rsplit("|", 1)[1].strip()):
                is_due = None
                process.send_signal(signal.SIGINT)
    assert is_due is None, "the moment came"
    return process.returncode, "".join(said)


@pytest.mark.parametrize(("start", "moment"), MOMENTS)
def test_an_interrupt_while_libraries_are_imported(start, table, moment):
    assert interrupted(start, table, lambda module: module == moment) == (130, "rnse: stopped\n")


@pytest.mark.parametrize("then", ["pass", "raise ValueError('damaged')"])
def test_an_interrupt_that_a_library_swallows_ends_the_process_too(table, tmp_path, then):
    stand_in = f"import os, signal\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\nexcept BaseException:\n    {then}\n"
    (tmp_path / "pandas.py").write_text(stand_in)
    begin = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
    run = [sys.executable, "-c", begin + STARTS["as the script"][1], "cluster", str(table), "--clusters", "2"]
    done = subprocess.run(run, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "rnse: stopped\n")


def test_an_interrupt_after_the_work_changes_nothing(table):
    script = (
        "import atexit, os, signal, sys\n"
        "from rnse_core.cli import main\n"
        "atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "sys.exit(main())"
    )
    run = [sys.executable, "-c", script, "cluster", str(table), "--clusters", "2", "--quiet"]
    done = subprocess.run(run, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_process_in_the_background_goes_on(table):
    """A shell starts these with interrupts ignored."""
    script = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from rnse_core.cli import main\n"
        "code = main()\n"
        "assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN\n"
        "sys.exit(code)"
    )
    run = [sys.executable, "-c", script, "cluster", str(table), "--clusters", "2", "--quiet"]
    assert subprocess.run(run).returncode == 0
