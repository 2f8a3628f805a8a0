"""`make app` on a desktop serves the app without a question, and opens it in the browser."""

from pathlib import Path

from terminal import VENV, desktop_terminal, free_port


def test_the_first_start_on_a_desktop_serves_the_app(tmp_path: Path) -> None:
    port = free_port()
    # The environment exists already: what is tried is the start, not the installation.
    installed = ["-o", f"{VENV}/.app", f"VENV={VENV}"]
    with desktop_terminal(["make", *installed, "app", f"PORT={port}"], tmp_path / "home") as terminal:
        address = f"http://localhost:{port}"
        terminal.wait_until_healthy(address, seconds=120)
        assert terminal.opened_addresses == [address]
