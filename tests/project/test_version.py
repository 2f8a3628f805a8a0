"""The version has one source, which is cheap to read and needs no installation."""

import subprocess
import sys
from pathlib import Path

import rnse_core

ROOT = Path(__file__).resolve().parents[2]


def test_the_version_of_a_checkout_that_is_not_installed() -> None:
    # -S leaves all installed packages out, and with them every dependency.
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import rnse_core; print(rnse_core.__version__)"
    done = subprocess.run([sys.executable, "-S", "-E", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == rnse_core.__version__


def test_the_command_line_prints_it() -> None:
    command = [sys.executable, "-m", "rnse_core", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == rnse_core.__version__
