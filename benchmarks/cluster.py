"""Time and memory of a fit in one process, and of the same fit on a dask cluster of two workers on this machine.

The samples are three moons in a .npy file. Each fit has a process of its own. Memory is what its resident set grew by,
at its peak: of the process that calls `fit`, and of the larger of the workers. With two workers on a machine of two
cores nothing can be quicker; what is shown is what the cluster costs, and what the driver is spared.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from _common import parser, print_table, store
from _moons import moons

from rnse_core import RNSE

N_WORKERS = 2


def status(name: str) -> float:
    """A line of the status of this process, in megabytes: VmRSS is what it holds now, VmHWM the most it ever held."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1e3
    raise LookupError(name)


def cpu() -> float:
    return time.process_time()


def measured(fit: Any, everyone: Any) -> dict[str, Any]:
    """Run a fit; `everyone(function, *args)` returns what a function returns in each process of the workers."""
    held, worked, driver_held, driver_worked = everyone(status, "VmRSS"), everyone(cpu), status("VmRSS"), cpu()
    started = time.perf_counter()
    model = fit()
    seconds = time.perf_counter() - started
    workers = [after - before for after, before in zip(everyone(status, "VmHWM"), held, strict=True)]
    shares = [after - before for after, before in zip(everyone(cpu), worked, strict=True)]
    return {
        "seconds": seconds,
        "core seconds": cpu() - driver_worked + sum(shares),
        "driver MB": status("VmHWM") - driver_held,
        "worker MB": max(workers, default=0.0),
        "K MB": 12 * model.affinity_matrix_.nnz / 1e6,
        "labels": model.labels_,
        "objective": model.objective_,
    }


def local(path: str, answers: Any) -> None:
    X = np.load(path)
    answers.put(measured(lambda: RNSE(3, graph="knn", random_state=0).fit(X), lambda *_: []))


def on_cluster(path: str, rows_per_block: int, answers: Any) -> None:
    import distributed

    from rnse_core.distributed import rows_of_file

    with (
        distributed.LocalCluster(n_workers=N_WORKERS, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.run(__import__, "rnse_core")
        model = RNSE(3, executor="dask", random_state=0)
        answers.put(
            measured(
                lambda: model.fit(rows_of_file(path, rows_per_block)),
                lambda function, *args: list(client.run(function, *args).values()),
            )
        )


def in_own_process(target: Any, *args: Any) -> dict[str, Any]:
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    process = context.Process(target=target, args=(*args, answers))
    process.start()
    answer: dict[str, Any] = answers.get()
    process.join()
    return answer


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--sizes", type=int, nargs="+", default=[100_000])
    p.add_argument("--blocks", type=int, default=4)
    args = p.parse_args()
    rows = []
    for n in args.sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "X.npy")
            np.save(path, moons(n)[0])
            found = {
                "one process": in_own_process(local, path),
                f"{N_WORKERS} workers": in_own_process(on_cluster, path, -(-n // args.blocks)),
            }
        labels, objective = found["one process"]["labels"], found["one process"]["objective"]
        for where, one in found.items():
            same = {
                "other labels": int(np.count_nonzero(one.pop("labels") != labels)),
                "objective off by": abs(one.pop("objective") / objective - 1.0),
            }
            rows.append({"n": n, "fit": where, **one, **same})
    print_table(rows)
    store(args.json, rows)


if __name__ == "__main__":
    main()
