"""Core seconds of `read_table` on lists of a million edges, beside `pandas.read_csv`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
from _common import parser, print_table, store

from rnse_core.tables import read_table

N_EDGES, N_NODES = 1_000_000, 100_000
# What each row is, the first line, and what `read_csv` is told that `read_table` finds.
CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "two columns of numbers, tabs (SNAP)": ("{0}\t{1}", "# FromNodeId\tToNodeId", {"sep": "\t"}),
    "names and weights, commas": ("user{0},user{1},{2}", "source,target,weight", {}),
    "names and weights, spaces (STRING)": (
        "9606.ENSP{0:011d} 9606.ENSP{1:011d} {2}", "protein1 protein2 combined_score", {"sep": " "}
    ),
}  # fmt: skip


def content(row: str, first_line: str) -> bytes:
    rng = np.random.default_rng(0)
    ends = np.sort(rng.integers(0, N_NODES, N_EDGES)).tolist(), rng.integers(0, N_NODES, N_EDGES).tolist()
    weights = rng.integers(150, 1000, N_EDGES).tolist()
    return "\n".join([first_line, *(row.format(*edge) for edge in zip(*ends, weights, strict=True)), ""]).encode()


def measured(name: str, path: str) -> dict[str, Any]:
    """Read one list, and measure it, in this process, which has done nothing else."""
    told = CASES[name][2]
    data = Path(path).read_bytes()
    started = time.process_time()
    pd.read_csv(BytesIO(data), **told)
    pandas = time.process_time() - started
    started = time.process_time()
    table = read_table(data)
    seconds = time.process_time() - started
    assert table.is_sparse
    return {
        "list": name,
        "edges": N_EDGES,
        "MB": len(data) / 1e6,
        "read_csv core s": pandas,
        "read_table core s": seconds,
        "ratio": seconds / pandas,
    }


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--only", nargs=2, metavar=("LIST", "FILE"), help="measure one list, and print it as JSON")
    args = p.parse_args()
    if args.only:
        print(json.dumps(measured(*args.only)))
        return
    rows = []
    with TemporaryDirectory() as folder:
        path = Path(folder, "edges")
        for name, (row, first_line, _) in CASES.items():
            path.write_bytes(content(row, first_line))
            command = [sys.executable, __file__, "--only", name, str(path)]
            rows.append(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    print_table(rows)
    store(args.json, rows, pandas=pd.__version__)


if __name__ == "__main__":
    main()
