"""Tables whose columns may be the points: genes, compounds or wavelengths in the rows, samples in the columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from rnse_core.tables.columns import TypedColumn, is_row_number, surely_numbers_rows
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import present_values
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason

_FEWEST_COLUMNS = 3
_FEWEST_ROWS = 8
# A shorter table may hold a few wavelengths or genes of more samples, where all names say so.
_FEWEST_OF_ALL = 3
_MOSTLY = 0.8
_COMPARED = 200
# Names of columns of which nearly all differ in their numbers only.
_NUMBERS = re.compile(r"\d+")
# What the first column names where the columns are samples.
_MEASURED = re.compile(
    r"(?:.*[_ .#/-])?(?:genes?|gene[_ ]?ids?|gene[_ ]?symbols?|gene[_ ]?names?|symbols?|id[_ ]?ref|probes?"
    r"|probe[_ ]?ids?|probe[_ ]?sets?|transcripts?(?:[_ ]?ids?)?|ensembl.*|entrez.*|hgnc.*"
    r"|otus?(?:[_ ]?ids?)?|asvs?(?:[_ ]?ids?)?"
    r"|features?(?:[_ ]?ids?)?|tax(?:on|a|onomy)|species[_ ]?name|genus|peptides?|proteins?(?:[_ ]?ids?)?|uniprot.*"
    r"|compounds?|metabolites?|lipids?|mirnas?|cpgs?|snps?|rs[_ ]?ids?|peaks?|bins?|loc(?:us|i)|merkmale?|parameter"
    r"|variable|analytes?|verbindung(?:en)?|prot[ée]ines?|g[eè]nes?|genes?)",
    re.IGNORECASE,
)
_GENE_ID = re.compile(
    r"ENS[A-Z]*[GTP]\d{6,}(?:\.\d+)?|\d+(?:_[a-z])*_at|OTU[_ ]?\d+|ASV[_ ]?\d+|cg\d{8}|rs\d{3,}|[NX][MR]_\d+(?:\.\d+)?"
    r"|AT[1-5CM]G\d{5}|FBgn\d+|WBGene\d+|ILMN_\d+|A_\d+_P\d+|hsa-(?:miR|let)-.*|K\d{5}|[OPQ]\d[A-Z0-9]{3}\d|HMDB\d+|M\d+T\d+"
)
_SAMPLE = re.compile(
    r"(?:.*[_ .-])?(?:samples?|s|gsm|[sed]rr|patient|pat|pt|subject|subj|mouse|rat|donor|cell|spectrum|spektrum|probe"
    r"|control|ctrl|case|tumou?r|normal|wt|ko|mut|treat|treated|rep|replicate|run|lane|specimen|individual|isolate"
    r"|échantillon|echantillon|muestra|amostra|campione|monster|próbka)[_ .-]?[a-z]?\d+.*"
    r"|TCGA-.*|.*\.(?:bam|raw|mzml|d|cel)",
    re.IGNORECASE,
)
# Above a column of wavelengths, the name of the names beside it.
_SAMPLES = re.compile(
    r"(?:samples?|spectr(?:um|a)|spektr(?:um|en)|proben?|échantillons?|muestras?|amostras?|campioni?e?|curves?)"
    r"(?:[ _-]?(?:names?|ids?|no\.?|nr\.?|namen?|bezeichnung))?|name",
    re.IGNORECASE,
)
_AXIS = re.compile(
    r".*(?:wave ?length|wave ?number|raman ?shift|frequency|2 ?theta|2θ|two ?theta|m/z|chemical ?shift|binding ?energy"
    r"|photon ?energy|wellenl(?:ä|ae)nge|wellenzahl|frequenz|longueur d['’]onde|nombre d['’]onde|fréquence"
    r"|longitud de onda|número de onda|frecuencia|comprimento de onda|frequência|lunghezza d['’]onda|frequenza"
    r"|golflengte|długość fali|длина волны|波长|波長|\(nm\)|\[nm\]|/ ?nm|cm-1|cm\^-1|cm⁻¹|\bppm\b).*|nm|λ|lambda",
    re.IGNORECASE,
)


def leave_out_axes(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Leave out a first column of wavelengths and the like, and its copies beside each curve; ask about it.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns that the user wants to use.
    log : Log
    """
    axis = columns[0] if columns else None
    if axis is None or axis.role != "feature":
        return
    if not _is_axis(axis) and is_row_number(axis) and surely_numbers_rows(axis):
        return
    others = [column for column in columns[1:] if column.role == "feature" and column.type == "number"]
    is_short = axis.values is not None and len(axis.values) < _FEWEST_ROWS
    if not _is_monotone(axis) or (is_short and not (_is_axis(axis) and _numbered(others))):
        return
    copies = [] if is_short else [column for column in others if _are_equal(column, axis)]
    if len(others) - len(copies) < 2 or not (copies or _is_axis(axis)):
        return
    left_out = [column for column in (axis, *copies) if column.name not in keep]
    if not left_out:
        return
    for column in left_out:
        column.ignore(RoleReason.AXIS)
    names = tuple(column.name for column in left_out)
    log.note(NoteKind.IGNORED, names, reason=RoleReason.AXIS)
    if axis in left_out:
        options = (
            Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names}),
            Option(OptionKind.KEEP, {"keep": (axis.name,)}),
        )
        log.ask(Question(QuestionKind.AXIS, options, columns=(axis.name,)))


def ask_about_orientation(columns: Sequence[TypedColumn], n_rows: int, log: Log) -> None:
    """Ask whether the rows or the columns are the points, where names say that it may be the columns.

    The first column names what is measured, by its own name or by identifiers of genes and the like, or holds an axis
    such as wavelengths; or the other columns are named as samples. These are alike in their names or their size.

    Parameters
    ----------
    columns : sequence of TypedColumn
    n_rows : int
    log : Log
    """
    if n_rows < _FEWEST_OF_ALL or any(note.kind in (NoteKind.TRANSPOSED, NoteKind.SPREAD) for note in log.report):
        return
    free = [column for column in columns if column.role == "feature"]
    if not free or free[0] is not columns[0]:
        return
    first, others = free[0], free[1:]
    is_axis = _is_monotone(first) and _is_axis(first)
    names = first.raw.text() if first.values is None and first.n_distinct == n_rows else []
    copies = [column for column in others if _are_equal(column, first)] if is_axis else []
    numeric = [column for column in others if column.type == "number" and column not in copies]
    samples = [column for column in numeric if _SAMPLE.fullmatch(column.name)]
    are_samples = len(samples) >= max(_FEWEST_COLUMNS, _MOSTLY * len(numeric) - 1)
    is_short = n_rows < _FEWEST_ROWS
    if is_short and not (are_samples or _numbered(numeric)):
        return
    is_axis = is_axis or (are_samples and _is_monotone(first) and _SAMPLES.fullmatch(first.name.strip()) is not None)
    chosen = samples if are_samples else numeric if is_axis else _alike(numeric)
    if len(chosen) < _FEWEST_COLUMNS - is_axis or is_short != (n_rows < len(chosen)):
        return
    measured = bool(names) and (
        _MEASURED.fullmatch(first.name.strip()) is not None
        or sum(_GENE_ID.fullmatch(name.strip()) is not None for name in names[:_COMPARED])
        >= _MOSTLY * len(names[:_COMPARED])
    )
    if not (is_axis or measured or (names and are_samples and not is_short)):
        return
    left_out = [
        column
        for column in columns[1:]
        if column not in chosen and (column.role, column.reason) != ("ignored", RoleReason.AS_ASKED)
    ]
    turned: dict[str, Any] = {"transpose": True}
    if left_out:
        turned["ignore"] = tuple(column.name for column in left_out)
    options = (
        Option(OptionKind.ROWS_ARE_POINTS, {"transpose": False}, count=n_rows),
        Option(OptionKind.COLUMNS_ARE_POINTS, turned, count=len(chosen)),
    )
    log.ask(Question(QuestionKind.ORIENTATION, options))


def _is_axis(column: TypedColumn) -> bool:
    return _AXIS.fullmatch(column.name.strip()) is not None


def _is_monotone(column: TypedColumn) -> bool:
    if column.type != "number" or column.values is None or len(column.values) < _FEWEST_OF_ALL or column.n_missing:
        return False
    steps = np.diff(column.values)
    return bool((steps > 0).all() or (steps < 0).all())


def _are_equal(column: TypedColumn, axis: TypedColumn) -> bool:
    """Return whether a column holds the numbers of another one; curves that end sooner have empty cells there."""
    if column.values is None or axis.values is None:
        return False
    filled = np.isfinite(column.values)
    return bool(filled.sum() >= _FEWEST_ROWS and np.array_equal(column.values[filled], axis.values[filled]))


def _alike(columns: Sequence[TypedColumn]) -> list[TypedColumn]:
    """Return the columns whose names differ in numbers only, or all of them where their numbers are of one size."""
    if numbered := _numbered(columns):
        return numbered
    sizes = [_size(column.values) for column in columns if column.values is not None]
    if len(sizes) > _FEWEST_COLUMNS and min(sizes) > 0 and max(sizes) <= 3 * min(sizes):
        return list(columns)
    return []


def _numbered(columns: Sequence[TypedColumn]) -> list[TypedColumn]:
    """Return the columns whose names differ in numbers only, where they are most of all; else none."""
    stems = Counter(_NUMBERS.sub("0", column.name) for column in columns)
    stem, count = stems.most_common(1)[0] if stems else ("", 0)
    if count < max(_FEWEST_COLUMNS, _MOSTLY * len(columns) - 1) or "0" not in stem:
        return []
    return [column for column in columns if _NUMBERS.sub("0", column.name) == stem]


def _size(values: FloatArray) -> float:
    finite = np.abs(present_values(values))
    return float(finite.mean()) if finite.size else 0.0
