"""Turn a user's file into a clean matrix of numbers, with labels and a report of every decision."""

from rnse_core.tables.arrays import Variable
from rnse_core.tables.errors import Option, TableError
from rnse_core.tables.model import Choices, Column, Limits, Question, Suggestion, Table
from rnse_core.tables.read import list_variables, read_table

__all__ = [
    "Choices",
    "Column",
    "Limits",
    "Option",
    "Question",
    "Suggestion",
    "Table",
    "TableError",
    "Variable",
    "list_variables",
    "read_table",
]
