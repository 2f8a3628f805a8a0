"""`make app` on a desktop: it serves the app without a question and opens it, or says what to do."""

import shutil
import signal
import socket
import sys
from pathlib import Path

import psutil
import pytest
from terminal import ROOT, desktop_terminal, free_port

STARTS = ("Makefile", "app.py", ".streamlit", "pages", "rnse_core", "tools")
# The environment exists: what is tried is the start and not the installation.
INSTALLED = ("make", "-o", ".venv/.app", "app")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What starts the app, in a folder whose name has blanks and a letter outside ASCII."""
    folder = tmp_path_factory.mktemp("My Übung") / "rnse with blanks"
    folder.mkdir()
    for name in STARTS:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def test_the_first_start_serves_the_app_opens_it_and_ends_without_an_error(project: Path, tmp_path: Path) -> None:
    port = free_port()
    address = f"http://localhost:{port}"
    with desktop_terminal([*INSTALLED, f"PORT={port}"], project, home=tmp_path / "home") as terminal:
        terminal.wait_until_healthy(address, seconds=180)
        terminal.wait_until_opened(address, seconds=180)
        assert address in terminal.text
        # To the server alone, since make would take the same signal for an error of its own.
        for server in psutil.Process(terminal.process.pid).children(recursive=True):
            server.send_signal(signal.SIGINT)
        assert terminal.process.wait(timeout=180) == 0, terminal.text
        assert not [word for word in ("Aborted", "Error", "Traceback") if word in terminal.text]


def test_a_taken_port_ends_in_a_line_with_another_one(project: Path, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with desktop_terminal([*INSTALLED, f"PORT={port}"], project, home=tmp_path / "home") as terminal:
            assert terminal.process.wait(timeout=180) != 0
            assert f"Port {port}" in terminal.text
            assert "make app PORT=" in terminal.text
            assert "Traceback" not in terminal.text
