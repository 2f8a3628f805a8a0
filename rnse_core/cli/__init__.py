"""The command line: cluster a table, compare methods, or sweep alpha and beta, without a browser."""

# Nothing is imported up here: an interrupt that comes meanwhile would end in a traceback.
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str or None, default=None
        None means those of the process, which then ends with the command.

    Returns
    -------
    int
        0 on success, 1 when the input cannot be used, 130 when interrupted; argparse itself exits with 2.
    """
    try:
        from rnse_core.cli._commands import run

        code = run(arguments)
    except KeyboardInterrupt:
        import sys

        from rnse_core.cli._interrupts import STOPPED, STOPPED_CODE

        print(STOPPED, file=sys.stderr)
        code = STOPPED_CODE
    if arguments is None:
        from rnse_core.cli._interrupts import end_quietly

        end_quietly(code)
    return code
