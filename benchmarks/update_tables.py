"""Write the tables of stored results into the documents, between their markers; with --check only compare."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rnse_core.experiments import ONE_CLUSTER, against_printed, read_results

HERE = Path(__file__).resolve().parent
DOCUMENTS = (HERE.parent / "README.md", HERE.parent / "docs" / "results.md")
# The short table: a usual method, NCuts on two graphs, a learned graph of another kind, and RNSE.
SHORT = ("K-Means", "NCuts", "NCuts (kNN)", "CLR (L2)", "RNSE")

# Fits whose cost benchmarks/auto.py measures.
RUNS = ("C given", "C unknown")


def markdown(header: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join(["---"] + ["---:"] * (len(header) - 1)) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def fit_time(results: dict[str, Any]) -> str:
    rows = [
        [
            r["data"],
            f"{r['n']:,}",
            f"{r['SpectralClustering s']:.3f}",
            f"{r['RNSE s']:.3f}",
            f"{r['ratio']:.2f}",
            f"{r['ratio of core seconds']:.2f}",
            f"{r['paper preset s']:.1f}, {r['paper preset s'] / r['RNSE s']:.0f} x" if "paper preset s" in r else "",
        ]
        for r in results["rows"]
    ]
    names = [
        "data",
        "n",
        "SpectralClustering, s",
        "RNSE, s",
        "ratio",
        "ratio of core seconds",
        "the paper's settings, s",
    ]
    return markdown(names, rows)


def projection(results: dict[str, Any]) -> str:
    rows = []
    for r in results["rows"]:
        newton = r["Newton s"]
        cells = [r["data"], f"{r['alpha']:g}", f"{newton:.3f} s, {r['Newton error']:.0e}, {r['Newton steps']} steps"]
        cells += [f"{r[f'{n} s'] / newton:.1f} x, {r[f'{n} error']:.0e}" for n in ("20 sweeps", "200 sweeps")]
        rows.append(cells)
    return markdown(
        ["data and n", "alpha", "Newton: time, row-sum error", "20 Dykstra sweeps", "200 Dykstra sweeps"], rows
    )


def memory(results: dict[str, Any]) -> str:
    names = ["Newton projection", "20 Dykstra sweeps", "RNSE fit from X", "the same, float32"]
    rows = [[f"{r['n']:,}", f"{r['alpha']:g}", *(f"{r[name]:.2f}" for name in names)] for r in results["rows"]]
    return markdown(["n", "alpha", *names], rows)


def shapes(results: dict[str, Any]) -> str:
    rows = []
    for r in results["rows"]:
        error = "–" if r["standard error"] is None else f"{r['standard error']:.3f}"
        rows.append([r["method"], f"{r['mean ARI']:.3f}", error, f"{r['draws']}", f"{r['seconds']:.0f}"])
    header = ["method", f"mean ARI over {results['rows'][0]['sets']} sets", "standard error", "draws", "seconds a draw"]
    return markdown(header, rows)


def auto(results: dict[str, Any]) -> str:
    rows = []
    for r in results["rows"]:
        mean = f"{r['mean ARI']:.3f} ± {r['standard error']:.3f}"
        ahead = f"{r['auto is ahead by']:+.3f} ± {r['its standard error']:.3f}" if r["its standard error"] else ""
        exact = f"{r['exact C']:.0%}" if isinstance(r["exact C"], float) else ""
        rows.append([r["C"], r["method"], mean, ahead, exact, f"{r['seconds']:.2f}"])
    header = [
        "C",
        "method",
        f"mean ARI over {results['rows'][0]['sets']} sets",
        "auto is ahead by",
        "exact C",
        "seconds",
    ]
    return markdown(header, rows)


def auto_short(results: dict[str, Any]) -> str:
    """The means alone, and of NCuts the best variant."""
    best = max((r for r in results["rows"] if r["method"].startswith("NCuts")), key=lambda r: r["mean ARI"])
    shown = [r for r in results["rows"] if not r["method"].startswith("NCuts") or r is best]
    return markdown(
        ["number of clusters", "method", "mean ARI", "exact C"],
        [
            [r["C"], r["method"], f"{r['mean ARI']:.3f}", f"{r['exact C']:.0%}" if r["C"] == "unknown" else ""]
            for r in shown
        ],
    )


def auto_structure(results: dict[str, Any]) -> str:
    rows = [
        [r["data"], "yes" if r["clusters"] else "no", f"{r['called clear']} of {r['draws']}"]
        for r in results["about"]["structure"]
    ]
    return markdown(["data", "clusters", "called clear"], rows)


def auto_costs(results: dict[str, Any]) -> str:
    rows = [
        [r["data"], f"{r['n']:,}", f"{r['default s']:.3f}", *(f"{r[f'{run}, default fits']:.1f}" for run in RUNS)]
        for r in results["about"]["costs"]
    ]
    return markdown(["data", "n", "default fit, s", *(f"{run}, default fits" for run in RUNS)], rows)


def paper_table(score: str) -> str:
    """Our means with the printed ones in brackets, for the one scaling that every method can take."""
    frame, _ = read_results()
    compared = against_printed(frame[frame["preprocessing"] == "minmax"], score)
    rows = []
    for name, group in compared.groupby("dataset", sort=False):
        rows.append([str(name), *map(_paper_cell, group.itertuples()), f"{group['majority'].iloc[0]:.1f}"])
    return markdown(["data", *dict.fromkeys(compared["method"]), ONE_CLUSTER], rows)


def short_table() -> str:
    """Our accuracy of a few methods, and what the paper prints for RNSE."""
    frame, _ = read_results()
    compared = against_printed(frame[frame["preprocessing"] == "minmax"], "accuracy")
    rows = []
    for name, group in compared.groupby("dataset", sort=False):
        of = group.set_index("method")
        cells = [_percent(of["mean"][method]) for method in SHORT]
        rows.append([str(name), *cells, _percent(of["printed"]["RNSE"]), _percent(of["majority"]["RNSE"])])
    return markdown(["data", *SHORT, "RNSE, printed", ONE_CLUSTER], rows)


def _percent(value: float) -> str:
    return "–" if value != value else f"{value:.1f}"


def _paper_cell(one: Any) -> str:
    ours = "–" if one.runs == 0 else f"{one.mean:.1f}"
    return f"{ours} ({one.printed:.1f})" if one.printed == one.printed else f"{ours} (–)"


def methods(results: dict[str, Any]) -> str:
    names = list(results["rows"][0])
    rows = [[_number(r[name]) for name in names] for r in results["rows"]]
    return markdown(names, rows)


def _number(value: Any) -> str:
    return (
        f"{value:.3g}"
        if isinstance(value, float) and value < 100
        else f"{value:.0f}"
        if isinstance(value, float)
        else str(value)
    )


def page_times(results: dict[str, Any]) -> str:
    times = ["first paint", "first figure", "figures", "whole page"]
    rows = [[r["page"], f"{r['n']:,}", *(f"{r[f'{time} ms']:.0f}" for time in times)] for r in results["rows"]]
    return markdown(["page", "n", *(f"{time}, ms" for time in times)], rows)


def browser_times(results: dict[str, Any]) -> str:
    moved = [r for r in results["rows"] if "drawn ms" in r]
    times = ["sent", "came", "drawn", "server CPU", "browser CPU"]
    rows = [[r["page"], f"{r['n']:,}", *(f"{r[f'{time} ms']:.0f}" for time in times), _load(r)] for r in moved]
    return markdown(["page", "n", *(f"{time}, ms" for time in times), "load"], rows)


def browser_players(results: dict[str, Any]) -> str:
    played = [r for r in results["rows"] if "frames / s" in r]
    rows = [[r["page"], f"{r['first frame s']:.1f}", f"{r['frames / s']:.0f}", _load(r)] for r in played]
    return markdown(["page", "first frame, s", "frames / s", "load"], rows)


def _load(row: dict[str, Any]) -> str:
    return f"{row['load before']:.1f} to {row['load after']:.1f}"


def scaling(results: dict[str, Any]) -> str:
    names = ["method", "noise", "n", "seconds", "peak GB", "ARI", "Newton steps", "row-sum error"]
    rows = []
    for r in results["rows"]:
        error = r["row-sum error"]
        cells = [r["method"], f"{r['noise']:g}", f"{r['n']:,}", _number(r["seconds"]), _number(r["peak GB"])]
        cells += [_fixed(r["ARI"], 3), str(r["Newton steps"]), f"{error:.0e}" if isinstance(error, float) else error]
        rows.append(cells)
    return markdown(names, rows)


def cluster(results: dict[str, Any]) -> str:
    names = [
        "n",
        "fit",
        "seconds",
        "core seconds",
        "driver MB",
        "worker MB",
        "K MB",
        "other labels",
        "objective off by",
    ]
    rows = []
    for r in results["rows"]:
        measured = [_number(r[name]) for name in names[2:7]]
        rows.append([f"{r['n']:,}", r["fit"], *measured, f"{r['other labels']:,}", f"{r['objective off by']:.0e}"])
    return markdown(names, rows)


def peers(results: dict[str, Any]) -> str:
    """Core seconds alone: those of the clock depend on what else the machine does."""
    names = ["data", "method", "core seconds", "peak GB", "ARI", "clusters"]
    rows = []
    for r in results["rows"]:
        measured = [_number(r[name]) for name in names[2:4]]
        rows.append([r["data"], r["method"], *measured, _fixed(r["ARI"], 3), str(r["clusters"])])
    return markdown(names, rows)


def plans(results: dict[str, Any]) -> str:
    names = ["n", "features", "way", "seconds", "model s", "differs by"]
    rows = []
    for r in results["rows"]:
        cells = [f"{r['n']:,}", str(r["features"]), r["way"], _number(r["seconds"]), _number(r["model s"])]
        rows.append([*cells, f"{r['differs by']:.0e}"])
    return markdown(names, rows)


def starts(results: dict[str, Any]) -> str:
    names = list(results["rows"][0])
    rows = []
    for r in results["rows"]:
        distances = [_scientific(r[name]) for name in names[3:5]]
        rows.append([f"{r['n']:,}", r["start"], _number(r["seconds"]), *distances, _fixed(r["ARI"], 3)])
    return markdown(names, rows)


def reading(results: dict[str, Any]) -> str:
    rows = [
        [
            r["table"],
            f"{r['rows']:,} x {r['columns']:,}",
            f"{r['MB']:.0f}",
            *(f"{r[name]:,.0f}" for name in ("read_csv rows/s", "read_table rows/s")),
            f"{r['ratio']:.1f}",
        ]
        for r in results["rows"]
    ]
    return markdown(["table", "size", "MB", "read_csv, rows/s", "read_table, rows/s", "ratio of the times"], rows)


def edge_lists(results: dict[str, Any]) -> str:
    rows = [
        [
            r["list"],
            f"{r['edges']:,}",
            f"{r['MB']:.0f}",
            *(f"{r[name]:.2f}" for name in ("read_csv core s", "read_table core s")),
        ]
        for r in results["rows"]
    ]
    return markdown(["list", "edges", "MB", "read_csv, core s", "read_table, core s"], rows)


def graphs(results: dict[str, Any]) -> str:
    rows = []
    for r in results["rows"]:
        about = f"{r['nodes']:,}, {r['blocks']} blocks, degree {r['edges of a node']}, {r['inside']:.0%} inside"
        degrees = "alike" if r["degrees"] == "alike" else "heavy tail"
        rows.append([about, degrees, r["method"], f"{r['clusters']}", f"{r['ARI']:.3f}", f"{r['core s']:.1f}"])
    return markdown(["nodes", "degrees", "method", "clusters", "ARI", "core seconds"], rows)


def _fixed(value: Any, digits: int) -> str:
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def _scientific(value: Any) -> str:
    return f"{value:.1e}" if isinstance(value, float) else str(value)


TABLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "auto": auto,
    "fit_time": fit_time,
    "scaling": scaling,
    "cluster": cluster,
    "starts": starts,
    "peers": peers,
    "plans": plans,
    "projection": projection,
    "memory": memory,
    "shapes": shapes,
    "methods": methods,
    "page_times": page_times,
    "browser_times": browser_times,
    "load": methods,
    "upload_memory": methods,
    "reading": reading,
    "edge_lists": edge_lists,
    "graphs": graphs,
}


# Further tables of one results file.
PARTS: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "auto_short": ("auto", auto_short),
    "auto_structure": ("auto", auto_structure),
    "auto_costs": ("auto", auto_costs),
    "browser_times_players": ("browser_times", browser_players),
}
# From the records that the library ships.
PAPER_TABLES: dict[str, Callable[[], str]] = {
    "paper_short": short_table,
    "paper_accuracy": partial(paper_table, "accuracy"),
    "paper_purity": partial(paper_table, "purity"),
}


def updated(text: str) -> str:
    """A document's text with every table made anew from its results file."""
    for name, make in PAPER_TABLES.items():
        text = _replaced(text, name, make)
    for name, (file, render) in {**{name: (name, make) for name, make in TABLES.items()}, **PARTS}.items():
        path = HERE / "results" / f"{file}.json"
        if path.exists():
            text = _replaced(text, name, lambda r=render, path=path: r(json.loads(path.read_text(encoding="utf-8"))))
    return text


def _replaced(text: str, name: str, render: Callable[[], str]) -> str:
    pattern = re.compile(rf"(<!-- results: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not pattern.search(text):
        return text
    table = render()
    return pattern.sub(lambda m: f"{m[1]}{table}\n{m[2]}", text)


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--check", action="store_true", help="exit with 1 when a document is out of date")
    args = p.parse_args()
    stale = False
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        new = updated(text)
        stale |= new != text
        if not args.check:
            document.write_text(new, encoding="utf-8")
    return int(args.check and stale)


if __name__ == "__main__":
    sys.exit(main())
