"""What is asked for about a text, and what is said of where its cells stood."""

from __future__ import annotations

from dataclasses import dataclass, field

from rnse_core.tables.errors import TableError
from rnse_core.tables.fixed_width import parse_widths
from rnse_core.tables.kinds import Problem
from rnse_core.tables.layout import Layout
from rnse_core.tables.long_delimiters import is_long_delimiter
from rnse_core.tables.model import Choices
from rnse_core.tables.stray_quotes import QUOTES


@dataclass(frozen=True)
class TextOrigin:
    """The file of a text that may have been written anew before it is split into cells.

    Parameters
    ----------
    format : {"text", "xlsx"}, default="text"
    variable : str, default=""
        The sheet of a workbook.
    form : str, default=""
        The kind of the note that names the form of a text which is no plain list of cells.
    delimiter, encoding : str, optional
        Of the file; None where they are those of the text.
    """

    format: str = "text"
    variable: str = ""
    form: str = ""
    delimiter: str | None = None
    encoding: str | None = None

    def choices(self, layout: Layout, encoding: str, decimal: str) -> Choices:
        """Return what is true of the file, read as the text is.

        Parameters
        ----------
        layout : Layout
        encoding : str
            Name of the codec of the text.
        decimal : str
        """
        return Choices(
            format=self.format,
            encoding=encoding if self.encoding is None else self.encoding,
            delimiter=layout.delimiter if self.delimiter is None else self.delimiter,
            decimal=decimal,
            header=layout.header,
            skip_lines=layout.skip_lines,
            variable=self.variable,
            form=self.form,
        )


@dataclass(frozen=True)
class TextOptions:
    """What the user asked for about the text; None where it is to be found."""

    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    header: bool | None = None
    skip_lines: int = 0
    drop_bad_rows: bool = False
    sample_rows: int | None = None
    transpose: bool = False
    widths: str | None = None
    part: int | None = None
    drop_notes: bool | None = None
    ignore: tuple[str, ...] = ()
    quotes: str | None = None
    origin: TextOrigin = field(default_factory=TextOrigin)

    def check(self) -> None:
        """Raise TableError for a value that makes no sense."""
        is_long = self.delimiter is not None and is_long_delimiter(self.delimiter)
        is_usable = is_long or len(self.delimiter or "") <= 1
        if self.delimiter is not None and (not is_usable or self.delimiter in ('"', "\n", "\r", "\x1f")):
            raise TableError(Problem.UNUSABLE_VALUE, keyword="delimiter", value=self.delimiter)
        if self.widths is not None and not parse_widths(self.widths):
            raise TableError(Problem.UNUSABLE_VALUE, keyword="widths", value=self.widths)
        if self.quotes not in (None, *QUOTES):
            raise TableError(Problem.UNUSABLE_VALUE, keyword="quotes", value=self.quotes, choices=QUOTES)
        if self.decimal not in (None, ".", ","):
            raise TableError(Problem.UNUSABLE_VALUE, keyword="decimal", value=self.decimal, choices=(".", ","))
        if self.skip_lines < 0:
            raise TableError(Problem.UNUSABLE_VALUE, keyword="skip_lines", value=self.skip_lines, bound=0)
        if self.sample_rows is not None and self.sample_rows < 2:
            raise TableError(Problem.UNUSABLE_VALUE, keyword="sample_rows", value=self.sample_rows, bound=2)
