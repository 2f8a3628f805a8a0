"""A square matrix of distances as PHYLIP stores it: the number of points, then a name and the numbers of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.records import open_lines

# More points than a matrix of the usual limits has.
_FEWEST, _MOST = 3, 10_000
# A line of the number of points alone is short.
_FIRST = 64


def phylip_square(data: bytes, encoding: str) -> bytes | None:
    """Return the matrix as a text of commas with names of rows and columns; None for any other text.

    The numbers of a point may go on over several lines. Its name may hold blanks.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    bytes or None
        UTF-8.
    """
    lines = (line.strip() for line in open_lines(data, encoding))
    filled = (line for line in lines if line)
    first = next(filled, "")
    if len(first) > _FIRST or not first.isascii() or not first.isdigit():
        return None
    size = int(first)
    if not _FEWEST <= size <= _MOST:
        return None
    stream = CsvText()
    writer = row_writer(stream)
    rows: list[list[str]] = []
    for row in _rows(filled, size):
        if row is None or len(rows) == size:
            return None
        rows.append(row)
    if len(rows) != size:
        return None
    writer.writerow(["", *(row[0] for row in rows)])
    writer.writerows(rows)
    return stream.getvalue().encode()


def _rows(lines: Iterator[str], size: int) -> Iterator[list[str] | None]:
    """Yield the name and the numbers of each point; None where a line is something else."""
    for line in lines:
        tokens = line.split()
        if len(tokens) < 2:  # one number on each line is a column
            yield None
            return
        if len(tokens) > size:  # all on one line: what stands before the numbers is the name
            name, numbers = " ".join(tokens[:-size]), tokens[-size:]
        else:
            n_words = max(1, sum(parse_number(token) is None for token in tokens))
            name, numbers = " ".join(tokens[:n_words]), tokens[n_words:]
        while len(numbers) < size and (more := next(lines, "").split()):
            numbers += more
        yield [name, *numbers] if name and _are_numbers(numbers, size) else None


def _are_numbers(tokens: Sequence[str], size: int) -> bool:
    return len(tokens) == size and all(
        parse_number(token) is not None and token not in STANDARD_MISSING for token in tokens
    )
