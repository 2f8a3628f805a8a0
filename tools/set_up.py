"""Create the environment of the project and install into it; `make` calls this with the system's Python.

It needs the standard library alone, and ends with one sentence where the installation cannot work.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Stands in an environment that is being made, with the number of the process that makes it. Where that process is gone,
# the environment is made anew.
UNFINISHED = ".unfinished"
# What else installs somewhere other than into the environment, or imports from somewhere else.
FOREIGN_SETTINGS = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_USER")
_ELSEWHERE = "Copy the project to a folder that you may write to."


class SetUpError(Exception):
    """The environment cannot be made; the message says what to do."""


def interpreter(environment: Path) -> Path:
    """Return the path of the Python in an environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare(environment: Path) -> None:
    """Make an environment with pip, unless there is one that works.

    Parameters
    ----------
    environment : Path
        An environment that someone else made is used as it is. One that was interrupted, or whose Python is gone, is
        made anew.

    Raises
    ------
    SetUpError
        If another process is making it, the system's Python has no `ensurepip`, or the folder cannot be written to.
    """
    unfinished = environment / UNFINISHED
    if _is_being_made(unfinished):
        raise SetUpError(f"Another set-up of {environment} is running. Try again when it has ended.")
    if environment.exists() and (unfinished.exists() or not _runs(environment)):
        print(f"{environment} is not complete, or its Python is gone: it is made anew", flush=True)
        _remove(environment)
    if environment.exists():
        return
    if importlib.util.find_spec("ensurepip") is None:
        raise SetUpError(
            f"{sys.executable} cannot create environments. On Debian and Ubuntu: sudo apt install python3-venv"
        )
    print(f"Creating {environment} with Python {'.'.join(map(str, sys.version_info[:3]))}", flush=True)
    try:
        environment.mkdir(parents=True)
        unfinished.write_text(str(os.getpid()), encoding="ascii")
    except OSError as error:
        raise SetUpError(f"{environment} cannot be created ({error.strerror}). {_ELSEWHERE}") from error
    if subprocess.call([sys.executable, "-m", "venv", str(environment)], env=_settings()) != 0:
        _remove(environment)
        raise SetUpError(f"Creating {environment} failed; the reason stands above.")


def _is_being_made(unfinished: Path) -> bool:
    # On Windows a signal of 0 would end the process.
    if os.name == "nt" or not unfinished.exists():
        return False
    try:
        maker = int(unfinished.read_text(encoding="ascii"))
        os.kill(maker, 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:  # the process of someone else
        return True
    return maker != os.getpid()


def _runs(environment: Path) -> bool:
    try:
        return subprocess.call([str(interpreter(environment)), "-c", ""], env=_settings()) == 0
    except OSError:
        return False


def _remove(environment: Path) -> None:
    try:
        shutil.rmtree(environment)
    except OSError as error:
        raise SetUpError(f"{environment} cannot be removed ({error.strerror}). {_ELSEWHERE}") from error


def install(environment: Path, extras: str) -> None:
    """Install the project, editable and in the tested versions, with the extras named.

    Raises
    ------
    SetUpError
        If pip fails.
    """
    python = str(interpreter(environment.absolute()))
    settings = {**_settings(), "PIP_USER": "0"}
    # Tools such as uv make environments without pip.
    if subprocess.call([python, "-c", "import pip"], env=settings, stderr=subprocess.DEVNULL) != 0:
        subprocess.call([python, "-m", "ensurepip"], env=settings, stdout=subprocess.DEVNULL)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["-c", "constraints.txt", "-e", f".[{extras}]"]
    if subprocess.call(command, env=settings, cwd=ROOT) != 0:
        raise SetUpError(
            "The packages could not be installed; pip's reason stands above. This step needs a network, a folder that "
            "can be written to, and a version of Python that the packages in constraints.txt support."
        )
    (environment / UNFINISHED).unlink(missing_ok=True)


def _settings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in FOREIGN_SETTINGS}


def main(arguments: Sequence[str] | None = None) -> int:
    """Prepare the environment and install into it; return 0, 1 on failure, or 130 when interrupted."""
    parser = argparse.ArgumentParser(description="Create the environment of the project and install into it.")
    parser.add_argument("environment", type=Path)
    parser.add_argument("extras", help="extras of pyproject.toml with commas between them")
    asked = parser.parse_args(arguments)
    try:
        prepare(asked.environment)
        print(f"Installing rnse-core[{asked.extras}]; the first time takes a few minutes", flush=True)
        install(asked.environment, asked.extras)
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted. The next call starts again.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
