"""Files made from results: labels, matrices, parameters, and a report in one HTML file."""

from rnse_core.exports.files import (
    indicator_csv,
    labels_csv,
    matrix_npz,
    neutralise,
    parameters_json,
    read_matrix_npz,
)
from rnse_core.exports.html_report import ReportFigure, ReportTable, html_report

__all__ = [
    "ReportFigure",
    "ReportTable",
    "html_report",
    "indicator_csv",
    "labels_csv",
    "matrix_npz",
    "neutralise",
    "parameters_json",
    "read_matrix_npz",
]
