"""Seconds and peak memory of every method on blobs of growing size, one fit each in a process of its own."""

from __future__ import annotations

from _common import parser, print_table, store
from sklearn.datasets import make_blobs

from rnse_core.experiments import METHODS, compare


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--sizes", type=int, nargs="+", default=[500, 1000, 2000])
    p.add_argument("--timeout", type=float, default=900.0, help="seconds for each fit")
    args = p.parse_args()
    data = {str(n): make_blobs(n, 20, centers=5, cluster_std=6.0, random_state=0) for n in args.sizes}
    # Min-max: the one scaling that every method can take.
    frame = compare(data, list(METHODS), seeds=1, preprocess="minmax", timeout=args.timeout, n_jobs=1)
    rows = []
    for method, group in frame.groupby("method", sort=False):
        row: dict[str, object] = {"method": str(method)}
        for one in group.itertuples():
            done = one.status == "ok"
            row[f"s, n = {one.dataset}"] = float(one.seconds) if done else one.status
            row[f"MB, n = {one.dataset}"] = float(one.peak_bytes) / 2**20 if done else one.status
        row[f"ARI, n = {args.sizes[0]}"] = float(group["ari"].iloc[0]) if group["status"].iloc[0] == "ok" else "–"
        rows.append(row)
    print_table(rows)
    store(args.json, rows, timeout=args.timeout)


if __name__ == "__main__":
    main()
