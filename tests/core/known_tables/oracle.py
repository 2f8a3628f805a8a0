"""Whether a reading gives the known table, at once or by the answers that it offers."""

from dataclasses import dataclass, field

import numpy as np

from rnse_core.tables import TableError, read_table, sample_names

_MOST_READINGS = 120


@dataclass
class Verdict:
    """What reading a file gave.

    `outcome` is "exact", "asked" (answers give the table), "refused" (answers to an error do), "silent" (another
    table, and no answer gives the right one) or "stuck" (an error, and no answer gives the table).
    """

    outcome: str
    steps: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    wrong: str = ""

    @property
    def is_fault(self):
        return self.outcome in ("silent", "stuck")


def judge(data, is_right, *, answers=2, ways_out=3, name=""):
    """Read a file, and follow the offered answers until `is_right`, a function of the table, returns no complaint."""
    first = None
    queue, seen, n_read = [({}, [])], [], 0
    while queue and n_read < _MOST_READINGS:
        keywords, steps = queue.pop(0)
        if keywords in seen:
            continue
        seen.append(keywords)
        n_read += 1
        try:
            table = read_table(data, name=name, **keywords)
        except TableError as error:
            table, options, kinds = None, error.options, [f"error {error.problem}"]
            wrong = f"{error}"
        else:
            options = [option for question in table.questions for option in question.options]
            kinds = [str(question.kind) for question in table.questions]
            wrong = is_right(table)
        if first is None:
            first = Verdict("silent" if table is not None else "stuck", questions=kinds, wrong=wrong)
        if table is not None and not wrong:
            first.steps = steps
            was_table = first.outcome == "silent"
            first.outcome = ("asked" if was_table else "refused") if steps else "exact"
            return first
        if len(steps) < (answers if first.outcome == "silent" else ways_out):
            queue += [
                (option.apply(keywords), [*steps, str(option.kind)])
                for option in options
                if option.keywords or option.without
            ]
    return first


def is_the_table(columns, names=None):
    """Return the check of a reading against known columns; `names` are those of rows, where the file has them."""
    values = {column.name: column.values() for column in columns if column.use in ("feature", "optional")}
    needed = [column.name for column in columns if column.use == "feature"]
    labels = [column for column in columns if column.use == "label"]

    def complaint(table):
        if table.kind != "features":
            return f"kind {table.kind}"
        if set(table.feature_names) - set(values):
            return f"features {table.feature_names}"
        X = np.column_stack([values[name] for name in table.feature_names])
        kept = np.all([np.isfinite(values[name]) for name in {*needed, *table.feature_names}], axis=0)
        # What is the same in all rows that are kept is left out.
        if any(len(set(values[name][kept])) > 1 for name in set(needed) - set(table.feature_names)):
            return f"features {table.feature_names}"
        if table.X.shape != (int(kept.sum()), X.shape[1]):
            return f"shape {table.X.shape}, not {X[kept].shape}"
        if not np.array_equal(table.X, X[kept]):
            i, j = np.argwhere(X[kept] != table.X)[0]
            return f"value {table.X[i, j]!r} of {table.feature_names[j]}, not {X[kept][i, j]!r}"
        if labels:
            cells = [str(cell) for cell, keep in zip(labels[0].cells, kept, strict=True) if keep]
            if table.labels is None or table.labels.tolist() != cells:
                return f"labels {table.label_name}"
        if names is not None:
            found = sample_names(table)
            right = [name for name, keep in zip(names, kept, strict=True) if keep]
            if found is None or found.of(table.row_numbers) != right:
                return f"names {None if found is None else found.of(table.row_numbers)[:4]}"
        return ""

    return complaint
