"""The command line: cluster a table, compare methods, or sweep alpha and beta.

- ``_commands``: the parser and the end of a run; ``cluster`` and ``compare``: the commands.
- ``_paths``, ``_numbers``: checks of arguments before a file is read; ``_reading``: the options for reading a file.
- ``_hints``, ``_sentences``: tables, and errors of the library, in terms of options.
- ``_output``, ``_progress``: lines, files and progress; ``_interrupts``: Ctrl-C.
"""

# Nothing is imported at the top: an interrupt during such an import would end in a traceback.
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str or None, default=None
        None means those of the process, which ends with the command.

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
