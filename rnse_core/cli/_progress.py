"""The progress of a command in plain text: a status line, a progress bar, and a clock."""

from __future__ import annotations

import threading
import time
from typing import Any, Self, TextIO

from rnse_core.experiments import Progress
from rnse_core.wording import format_bytes

_WIDTH = 30
# Least seconds between two lines in a log, where they are not overwritten.
_SECONDS_BETWEEN_LINES = 10.0
_SECONDS_PER_TICK = 1.0


class StatusLine:
    """One line of a terminal that is overwritten, or a line from time to time in a log; thread-safe.

    Parameters
    ----------
    stream : file
    quiet : bool, default=False
        Show nothing.
    """

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self.stream = stream
        self.quiet = quiet
        self.overwrites = stream.isatty()
        self._length = 0
        self._shown = time.monotonic()
        self._lock = threading.RLock()

    def show(self, text: str, *, at_once: bool = False) -> None:
        """Show a text in place of the one before; in a log only when some time has passed, or with `at_once`."""
        now = time.monotonic()
        with self._lock:
            due = self.overwrites or at_once or now - self._shown >= _SECONDS_BETWEEN_LINES
            if self.quiet or not due:
                return
            self._shown = now
            if self.overwrites:
                self.stream.write("\r" + text.ljust(self._length))
                self._length = len(text)
            else:
                self.stream.write(text + "\n")
            self.stream.flush()

    def write_line(self, text: str) -> None:
        """Write a line that is not overwritten."""
        if not self.quiet:
            with self._lock:
                self.clear()
                self.stream.write(text + "\n")
                self.stream.flush()

    def clear(self) -> None:
        """Remove the text."""
        with self._lock:
            if self._length:
                self.stream.write("\r" + " " * self._length + "\r")
                self._length = 0

    def end(self) -> None:
        """Keep the text, and begin a new line."""
        if self._length:
            self.stream.write("\n")
            self._length = 0


class Clock:
    """Shows the time that an operation without progress reports has taken; a context manager.

    Parameters
    ----------
    line : StatusLine
    text : str
        The operation; may be changed while it runs.
    """

    def __init__(self, line: StatusLine, text: str) -> None:
        self.line = line
        self.text = text
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.line.clear()

    def _run(self) -> None:
        started = time.monotonic()
        while not self._over.wait(_SECONDS_PER_TICK):
            self.line.show(f"{self.text}: {_clock(time.monotonic() - started)}")


class ProgressBar:
    """Shows the progress of a comparison on one line of a terminal, or a line from time to time in a log.

    Parameters
    ----------
    stream : file
    quiet : bool, default=False
        Show nothing, only count.
    """

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self.line = StatusLine(stream, quiet=quiet)
        self.new = 0
        self._begun = False

    def show(self, record: dict[str, Any], progress: Progress) -> None:
        """Show the newest record; the callback of `compare`."""
        self.new += 1
        filled = _WIDTH * progress.done // progress.total
        parts = [f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {progress.done:,}/{progress.total:,}"]
        if progress.failed:
            parts.append(f"{progress.failed:,} without a result")
        if progress.seconds_left:
            parts.append(f"{_clock(progress.seconds_left)} left")
        seed = "" if record["seed"] is None else f", seed {record['seed']}"
        self._write(
            f"{', '.join(parts)}: {record['method']} on {record['dataset']}{seed}", progress.done == progress.total
        )

    def show_fetch(self, done: int, total: int | None) -> None:
        """Show how many bytes of a file were fetched."""
        of_all = f" of {format_bytes(total)}" if total else ""
        self._write(f"Fetching: {format_bytes(done)}{of_all}", done == total)

    def end(self) -> None:
        """Keep the text of the bar, and begin a new line."""
        self.line.end()

    def _write(self, text: str, last: bool) -> None:
        self.line.show(text, at_once=last or not self._begun)
        self._begun = True


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
