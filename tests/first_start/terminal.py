"""A terminal on a desktop, with the home folder of a person who has never started the app."""

import contextlib
import os
import pty
import signal
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Linux and macOS open a page with these. What they are asked for is recorded; no browser is started.
OPENERS = ("xdg-open", "open")


def free_port() -> int:
    """Return a port of this computer that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Terminal:
    """A process in a pseudo-terminal, which nobody types into, and all that it has printed."""

    def __init__(self, process: subprocess.Popen[bytes], opened: Path) -> None:
        self.process = process
        self._opened = opened
        self._printed: list[bytes] = []

    @property
    def text(self) -> str:
        """All that was printed so far."""
        return b"".join(self._printed).decode(errors="replace")

    def read(self, descriptor: int) -> None:
        """Collect the output until the terminal is closed."""
        # Linux answers with an error, and not with an empty read, once all who could write are gone.
        with contextlib.suppress(OSError):
            while chunk := os.read(descriptor, 4096):
                self._printed.append(chunk)

    def wait_until_healthy(self, address: str, seconds: float) -> None:
        """Return once the server at `address` is ready for visitors."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.poll() is None, self.text
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"Nothing is served after {seconds} s. The terminal shows:\n{self.text}")

    def wait_until_opened(self, address: str, seconds: float) -> None:
        """Return once the desktop was asked to open a browser at `address`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._opened.exists():
            time.sleep(0.1)
        assert self._opened.read_text(encoding="utf-8").split() == [address], self.text


@contextlib.contextmanager
def desktop_terminal(command: Sequence[str], folder: Path, home: Path) -> Iterator[Terminal]:
    """Run a command in a folder as a person at a desktop does, and end it with Ctrl+C's signal."""
    programs, opened = home / "bin", home / "opened"
    programs.mkdir(parents=True)
    for name in OPENERS:
        (programs / name).write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n', encoding="utf-8")
        (programs / name).chmod(0o755)
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("STREAMLIT_", "MAKE"))}
    settings |= {"HOME": str(home), "DISPLAY": ":99", "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    keyboard, screen = pty.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=settings, stdin=screen, stdout=screen, stderr=screen, start_new_session=True
    )
    os.close(screen)
    terminal = Terminal(process, opened)
    reader = threading.Thread(target=terminal.read, args=(keyboard,), daemon=True)
    reader.start()
    try:
        yield terminal
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(timeout=180)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=180)
        reader.join(timeout=10)
        os.close(keyboard)
