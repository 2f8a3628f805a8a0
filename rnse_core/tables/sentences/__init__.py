"""The sentences about a table: notes, questions, options, reasons and problems in words.

Values alone decide what happens to a table. Pages, the command line and reports call these functions to show them.
"""

from rnse_core.tables.sentences._notes import ignored_columns_text, note_sentence
from rnse_core.tables.sentences._parts import role_reason_text, variable_problem_text
from rnse_core.tables.sentences._problems import problem_sentence
from rnse_core.tables.sentences._questions import option_text, question_sentence

__all__ = [
    "ignored_columns_text",
    "note_sentence",
    "option_text",
    "problem_sentence",
    "question_sentence",
    "role_reason_text",
    "variable_problem_text",
]
