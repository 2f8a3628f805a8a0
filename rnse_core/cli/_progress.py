"""A progress bar of plain text."""

from __future__ import annotations

import time
from typing import Any, TextIO

from rnse_core.experiments import Progress
from rnse_core.memory import format_bytes

_WIDTH = 30
# Where lines stay, as in a log, one is written only so often.
_SECONDS_BETWEEN_LINES = 10.0


class ProgressBar:
    """Shows how far a run is, on one line of a terminal, or on a line now and then in a log.

    Parameters
    ----------
    stream : file
    quiet : bool, default=False
        Show nothing, only count.
    """

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self.stream = stream
        self.quiet = quiet
        self.new = 0
        self.overwrites = stream.isatty()
        self.length = 0
        self.shown = -_SECONDS_BETWEEN_LINES

    def show(self, record: dict[str, Any], progress: Progress) -> None:
        """Show the newest record; to be called by `compare`."""
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
        """Show how much of a file was fetched."""
        of_all = f" of {format_bytes(total)}" if total else ""
        self._write(f"Fetching: {format_bytes(done)}{of_all}", done == total)

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.overwrites and self.length:
            self.stream.write("\n")
            self.length = 0

    def _write(self, text: str, last: bool) -> None:
        now = time.monotonic()
        if self.quiet or not (self.overwrites or last or now - self.shown >= _SECONDS_BETWEEN_LINES):
            return
        self.shown = now
        if self.overwrites:
            self.stream.write("\r" + text.ljust(self.length))
            self.length = len(text)
        else:
            self.stream.write(text + "\n")
        self.stream.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
