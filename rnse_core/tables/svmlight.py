"""Files of svmlight and libsvm: a label and the entries of a sparse row on each line."""

from __future__ import annotations

import re
from io import BytesIO

import pandas as pd

from rnse_core.tables.frames import check_size
from rnse_core.tables.line_starts import count_lines
from rnse_core.tables.model import Limits

_NUMBER = rb"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_LINE = re.compile(rb"\s*" + _NUMBER + rb"(?:\s+qid:\d+)?(?:\s+\d+:" + _NUMBER + rb")*\s*(?:#.*)?")
_LINES = 20
_BEGINNING = b"0123456789+-."


def is_svmlight(start: bytes) -> bool:
    """Return whether the first lines are labels with numbered entries.

    Parameters
    ----------
    start : bytes
        The beginning of a file.
    """
    whole = start.rpartition(b"\n")[0] or start  # the last line may be cut
    lines = [line for line in whole.split(b"\n") if line.strip() and not line.startswith(b"#")][:_LINES]
    if len(lines) < 2 or 2 * sum(b":" in line for line in lines) < len(lines):
        return False
    return all(_LINE.fullmatch(line.rstrip(b"\r")) for line in lines)


def read_svmlight(data: bytes, name: str, limits: Limits, sample_rows: int | None) -> pd.DataFrame:
    """Read such a file with the reader of scikit-learn; what no line has is zero.

    Raises
    ------
    TableError
        When it would be too large as a table.
    """
    from sklearn.datasets import load_svmlight_file

    # The reader of scikit-learn keeps all entries before their rows are counted.
    check_size(count_lines(data, _BEGINNING), 1, name, limits, sample_rows)
    X, y = load_svmlight_file(BytesIO(data))
    check_size(X.shape[0], X.shape[1] + 1, name, limits, sample_rows)
    frame = pd.DataFrame(X.toarray(), columns=[f"feature {k}" for k in range(1, X.shape[1] + 1)])
    frame.insert(0, "label", y)
    return frame
