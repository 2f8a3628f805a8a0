"""Tables of results as CSV, Markdown and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.experiments.scores import find_score
from rnse_core.experiments.summary import ResultTable
from rnse_core.exports.files import neutralise

FORMATS = (".csv", ".md", ".tex")
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|~#$])")
ONE_CLUSTER = "one cluster"


def write_tables(tables: Sequence[ResultTable], suffix: str) -> str:
    """Write tables in the format that belongs to a file suffix.

    Parameters
    ----------
    tables : sequence of ResultTable
    suffix : {".csv", ".md", ".tex"}

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If the suffix is not one of these.
    """
    if suffix == ".csv":
        return tables_csv(tables)
    if suffix not in FORMATS:
        message = f"Tables are written to files that end in {', '.join(FORMATS)}, not in {suffix!r}."
        raise ParameterError("suffix", suffix, Reason.UNKNOWN_CHOICE, choices=tuple(FORMATS), message=message)
    return "\n".join(table_markdown(table) if suffix == ".md" else table_latex(table) for table in tables)


def tables_csv(tables: Sequence[ResultTable]) -> str:
    """Write tables with one line per score, data set and method, and unrounded numbers.

    Text that a spreadsheet would take for a formula gets a leading apostrophe.

    Parameters
    ----------
    tables : sequence of ResultTable

    Returns
    -------
    str
        The columns score, data, method, mean, std, runs, planned and one_cluster; a missing value is an empty cell. For
        a sweep, the two parameters replace the columns data and method.

    Raises
    ------
    ValueError
        If some tables are of a sweep and others of a comparison.
    """
    stream = CsvText()
    writer = row_writer(stream)
    heads = {_key_names(table) for table in tables}
    if len(heads) > 1:
        message = "A table of a sweep and one of a comparison do not go into one CSV file."
        raise InputError("tables", Reason.INCOMPATIBLE, message=message)
    writer.writerow(["score", *heads.pop(), "mean", "std", "runs", "planned", "one_cluster"])
    for table in tables:
        for row in table.mean.index:
            for method in table.mean.columns:
                cells = (table.mean, table.std, table.runs, table.planned)
                numbers = [cell.loc[row, method] for cell in cells] + [table.majority[row]]
                writer.writerow(
                    [
                        table.score,
                        *_keys(table, row, method),
                        *("" if pd.isna(number) else repr(number.item()) for number in map(np.float64, numbers[:2])),
                        *map(int, numbers[2:4]),
                        "" if pd.isna(numbers[4]) else repr(float(numbers[4])),
                    ]
                )
    return stream.getvalue()


def _key_names(table: ResultTable) -> tuple[str, str]:
    return ("data", "method") if table.numbers is None else (str(table.numbers[0].name), str(table.numbers[1].name))


def _keys(table: ResultTable, row: Any, column: Any) -> tuple[str, str]:
    if table.numbers is None:
        return neutralise(str(row)), neutralise(str(column))
    return repr(float(table.numbers[0][row])), repr(float(table.numbers[1][column]))


def table_markdown(table: ResultTable) -> str:
    """Write a table in Markdown, the best of each row in bold and the second underlined.

    Parameters
    ----------
    table : ResultTable

    Returns
    -------
    str
    """

    def marked(text: str, place: int) -> str:
        return {1: f"**{text}**", 2: f"<u>{text}</u>"}.get(place, text)

    header, body = _grid(table, _markdown, marked, "±", "–")
    lines = [f"{_markdown(caption(table))}\n", _line(header), _line(["---", *["---:"] * (len(header) - 1)])]
    return "\n".join([*lines, *map(_line, body), *(f"\n{_markdown(note)}" for note in notes(table)), ""])


def table_latex(table: ResultTable) -> str:
    """Write a table in LaTeX with the rules of the package booktabs, the best in bold and the second underlined.

    Parameters
    ----------
    table : ResultTable

    Returns
    -------
    str
        A ``table`` environment.
    """

    def marked(text: str, place: int) -> str:
        return {1: f"\\textbf{{{text}}}", 2: f"\\underline{{{text}}}"}.get(place, text)

    header, body = _grid(table, latex_text, marked, r"\,$\pm$\,", "--")
    rows = [" & ".join(cells) + r" \\" for cells in body]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex_text(' '.join([caption(table), *notes(table)]))}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
            r"\toprule",
            " & ".join(header) + r" \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def latex_text(text: str) -> str:
    """Escape the characters that are special in LaTeX."""
    return "".join(_LATEX.get(letter, letter) for letter in " ".join(text.splitlines())).replace("±", r"$\pm$")


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", " ".join(text.splitlines()))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def caption(table: ResultTable) -> str:
    """Return a sentence on what the numbers are."""
    score = find_score(table.score)
    unit = f" in {score.unit}" if score.unit else ""
    several = bool((table.runs > 1).to_numpy().any())
    spread = " ± standard deviation over the runs" if several else ""
    direction = "higher" if score.higher_is_better else "lower"
    title = f"{table.title}. " if table.title else ""
    return f"{title}{score.title[0].upper()}{score.title[1:]}{unit}: mean{spread}; {direction} is better."


def notes(table: ResultTable) -> list[str]:
    """Return remarks on a table: deterministic methods, runs without a result, and scores that are not defined."""
    remarks = []
    fixed = [str(method) for method, always in table.deterministic.items() if always and table.runs[method].max() == 1]
    if fixed:
        remarks.append(f"One run, since nothing in it is random: {', '.join(fixed)}.")
    gaps = [
        f"{_place(table, row, method)} ({table.failed.loc[row, method]} of {table.planned.loc[row, method]})"
        for row in table.failed.index
        for method in table.failed.columns
        if table.failed.loc[row, method]
    ]
    if gaps:
        some = ((table.failed > 0) & (table.runs > 0)).to_numpy().any()
        remarks.append(f"Runs without a result: {', '.join(gaps)}{'; * marks a mean of the others' if some else ''}.")
    without = table.planned - table.failed > table.runs
    if without.to_numpy().any():
        score = find_score(table.score)
        if score.needs_classes:
            rows = ", ".join(str(row) for row in without.index[without.any(axis=1)])
            remarks.append(f"There are no classes, so no {score.title}, for {rows}.")
        else:
            methods = ", ".join(str(method) for method in without.columns[without.any(axis=0)])
            remarks.append(f"Not recorded: {score.title} of {methods}.")
    if table.nothing_to_find.any():
        score = find_score(table.score)
        rows = ", ".join(map(str, table.nothing_to_find.index[table.nothing_to_find]))
        where = "" if table.best_of_all else f" for {rows}"
        remarks.append(
            f"There is one class{where}: nothing to find, and no best; {score.title} is {score.of_one_class}."
        )
    if table.majority.notna().any():
        remarks.append(f"The column {ONE_CLUSTER} is the score of one cluster of all samples.")
    return remarks


def _place(table: ResultTable, row: object, method: object) -> str:
    """Name a cell: by method and data set, or in a sweep by the values of both parameters."""
    return f"{row} and {method}" if table.best_of_all else f"{method} on {row}"


def rank_printed(values: FloatArray, digits: int, higher_is_better: bool) -> IntArray:
    """Rank values as they are printed: 1 for the best, 2 for the second best, 0 for the others.

    Parameters
    ----------
    values : ndarray of shape (n,)
        NaN is not ranked.
    digits : int
        Printed decimals; values that are printed alike share a rank.
    higher_is_better : bool

    Returns
    -------
    ndarray of shape (n,)
    """
    printed = np.array([float(f"{value:.{digits}f}") for value in values])
    order = np.unique(printed[~np.isnan(printed)])
    if higher_is_better:
        order = order[::-1]
    places = np.zeros(len(printed), dtype=np.intp)
    for place, value in enumerate(order[:2], start=1):
        places[printed == value] = place
    return places


def _places(values: FloatArray, table: ResultTable) -> IntArray:
    """Return the ranks of all cells, within each row or within the whole table; none where there is nothing to find."""
    score = find_score(table.score)
    values = np.where(table.nothing_to_find.to_numpy()[:, None], np.nan, values)
    groups = [values.ravel()] if table.best_of_all else list(values)
    places: IntArray = np.concatenate(
        [rank_printed(group, score.digits, score.higher_is_better) for group in groups], dtype=np.intp
    )
    return places.reshape(values.shape)


def table_cells(table: ResultTable, plus_minus: str = " ± ", dash: str = "–") -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the cells of a table as text, and their ranks.

    Parameters
    ----------
    table : ResultTable
    plus_minus, dash : str
        Text before a standard deviation, and in place of a missing value.

    Returns
    -------
    texts : DataFrame of shape (n_rows, n_columns)
        Means with their standard deviations, and the score of a single cluster where it is defined.
    places : DataFrame of shape (n_rows, n_columns)
        1 for the best and 2 for the second best of a row as printed, or of the table for a sweep; 0 for the others.
    """
    score = find_score(table.score)
    values = table.mean.to_numpy(dtype=float) * score.factor
    spreads = table.std.to_numpy(dtype=float) * score.factor

    def written(value: float, spread: float = np.nan) -> str:
        if np.isnan(value):
            return dash
        text = f"{value:.{score.digits}f}"
        return text if np.isnan(spread) else f"{text}{plus_minus}{spread:.{score.digits}f}"

    texts = pd.DataFrame(np.vectorize(written, otypes=[object])(values, spreads), table.mean.index, table.mean.columns)
    places = pd.DataFrame(_places(values, table), texts.index, texts.columns)
    if table.majority.notna().any():
        texts[ONE_CLUSTER] = [written(float(value) * score.factor) for value in table.majority]
        places[ONE_CLUSTER] = 0
    return texts, places


def _grid(
    table: ResultTable, escape: Callable[[str], str], marked: Callable[[str, int], str], plus_minus: str, dash: str
) -> tuple[list[str], list[list[str]]]:
    """Return the header and the cells as text."""
    texts, places = table_cells(table, plus_minus, dash)
    starred = ((table.failed > 0) & table.mean.notna()).reindex(columns=texts.columns, fill_value=False)
    body = []
    for row, cells, ranks, stars in zip(
        texts.index, texts.to_numpy(), places.to_numpy(), starred.to_numpy(), strict=True
    ):
        line = [
            marked(text, place) + (escape("*") if star else "")
            for text, place, star in zip(cells, ranks, stars, strict=True)
        ]
        body.append([escape(str(row)), *line])
    return [escape(str(name)) for name in ("data", *texts.columns)], body
