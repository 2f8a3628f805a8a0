"""Files made from results.

Modules: `files` (labels and indicator as CSV, matrices as npz, parameters as JSON), `frames` (tables of results as
CSV), `headers` (what new columns are called), `html_report` (a report in one HTML file, from
the template ``report.html``).
"""

from rnse_core.exports.files import (
    confidence_columns,
    indicator_csv,
    labels_csv,
    matrix_npz,
    neutralise,
    parameters_json,
    read_matrix_npz,
)
from rnse_core.exports.frames import neutralised_csv
from rnse_core.exports.headers import renamed_sentence, result_headers
from rnse_core.exports.html_report import ReportFigure, ReportTable, html_report

__all__ = [
    "ReportFigure",
    "ReportTable",
    "confidence_columns",
    "html_report",
    "indicator_csv",
    "labels_csv",
    "matrix_npz",
    "neutralise",
    "neutralised_csv",
    "parameters_json",
    "read_matrix_npz",
    "renamed_sentence",
    "result_headers",
]
