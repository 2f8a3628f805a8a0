"""Read a user's file as a clean matrix of numbers, with labels and a note of every decision.

The parts, from the file to the table:

- ``read``: :func:`read_table`, which runs all steps.
- ``source``: the bytes of a file and its format.
- ``text_file``: a text file. ``encoding``, ``layout_detection`` (delimiter, width, header) with its result ``layout``,
  ``decimals``, ``records`` (rows), ``line_blocks`` (plain lines, split many at a time), ``column_buffers``,
  ``kept_cells`` (the cells for previews and exports).
- ``array_file``: an array file. ``arrays`` (``.npy``, ``.npz``), ``matlab``, ``sparse_matrix``, ``variables``.
- ``raw_table``: the columns of either, before anything is decided about them.
- ``cell_types``, ``conversions``, ``columns``, ``column_names``: what cells and columns are.
- ``roles``, ``labels``, ``missing``, ``missing_codes``, ``large_values``: what columns and values are used for.
- ``features``, ``matrices``: the matrix.

What a reading decides, asks and refuses are values: ``model`` (the table), ``notes``, ``questions``, ``problems``,
``errors``, and the enumerations in ``kinds``. ``sentences`` puts them in words. ``consequences`` tells what
each answer changes. ``keywords`` checks the keywords of
:func:`read_table` that come as text.
"""

from rnse_core.tables.consequences import Outcome, WeighedQuestion, outcome_text, weigh_questions
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.errors import TableError
from rnse_core.tables.file_kinds import JsonFault, OtherFormat, VariableProblem
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.labels import confirmed_classes
from rnse_core.tables.listed_variables import list_variables
from rnse_core.tables.model import Choices, Column, Limits, MissingCodes, Suggestion, Table
from rnse_core.tables.notes import Note
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.read import read_table
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.sample_names import SampleNames, sample_names
from rnse_core.tables.sentences import (
    note_sentence,
    option_text,
    question_sentence,
    role_reason_text,
    variable_problem_text,
)
from rnse_core.tables.variables import Variable

__all__ = [
    "Choices",
    "Column",
    "ConversionKind",
    "JsonFault",
    "Limits",
    "MissingCodes",
    "Note",
    "NoteKind",
    "Option",
    "OptionKind",
    "OtherFormat",
    "Outcome",
    "Problem",
    "Question",
    "QuestionKind",
    "RoleReason",
    "SampleNames",
    "Suggestion",
    "Table",
    "TableError",
    "Variable",
    "VariableProblem",
    "WeighedQuestion",
    "confirmed_classes",
    "list_variables",
    "note_sentence",
    "option_text",
    "outcome_text",
    "question_sentence",
    "read_table",
    "role_reason_text",
    "sample_names",
    "variable_problem_text",
    "weigh_questions",
]
