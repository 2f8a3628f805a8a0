"""The known table as text, in the styles of many programs."""

import csv
import gzip
import io
from dataclasses import replace

from known_tables.columns import WORDS, known_table, row_names

#: The choices; the first value of each is the plainest.
STYLES = {
    "numbers": ["floats", "small", "large", "signed", "tiny", "percent", "thirds", "mixed", "zeros"],
    "classes": ["none", "words", "numbers", "first"],
    "extra": ["none", "identifier", "code", "date", "year", "ticks", "answers", "scale", "constant", "comment"],
    "n_rows": [24, 7, 12, 61],
    "language": ["en", "de", "fr"],
    "missing": [None, "", "NA", "NaN", "-", ".", "?", "n/a", "#N/A", "NULL", "-999"],
    "delimiter": [",", ";", "\t", "|", " "],
    "decimal": [".", ","],
    "thousands": ["", "group", " ", "'"],
    "quotes": ["minimal", "all", "words", "single", "spaced", "guarded"],
    "header": ["words", "none", "from 0", "from 1", "years", "wavelengths", "dates", "capitals"],
    "index": ["none", "pandas", "R", "R short", "names", "names short", "named", "numbered"],
    "encoding": ["utf-8", "utf-8-sig", "utf-16", "cp1252", "one line in latin-1"],
    "line_end": ["\n", "\r\n", "\r"],
    "above": ["none", "title", "title and blank", "comments", "sep"],
    "units": [False, True],
    "trailing": [False, True],
    "blank_lines": ["none", "end", "between"],
    "below": ["none", "total", "total without word", "header again", "remark"],
    "padding": [False, "left", "right"],
    "packed": [False, True],
}

PLAIN = {name: values[0] for name, values in STYLES.items()}


def settled(style):
    """Return the style without what no program writes, or nobody could read."""
    style = dict(style)
    blanks = style["delimiter"] == " "
    if blanks:
        style["padding"] = False
        style["trailing"] = False
        style["missing"] = "NA" if style["missing"] == "" else style["missing"]
        if style["extra"] in ("ticks", "comment"):
            style["extra"] = "none"
        if style["index"] in ("pandas", "names"):
            style["quotes"] = "all"  # the name of the index is empty
        if style["quotes"] in ("minimal", "spaced", "single"):
            style["quotes"] = "words"
        if style["thousands"] == " ":
            style["thousands"] = ""
        if style["above"] == "sep":
            style["above"] = "none"
    if style["quotes"] == "spaced" and style["padding"]:
        style["padding"] = False
    if style["below"] == "remark" and blanks and style["encoding"] == "utf-16":
        style["below"] = "none"
    if style["quotes"] == "single":
        style["above"] = style["below"] = "none"
        style["padding"] = False
        style["thousands"] = "" if style["thousands"] == "'" else style["thousands"]
    if style["delimiter"] == "," and style["quotes"] == "single":
        style["decimal"], style["thousands"] = ".", ""
    if style["numbers"] in ("tiny", "thirds") and style["thousands"] == "group":
        style["thousands"] = ""
    if style["below"] == "header again" and (
        style["trailing"] or style["index"] in ("pandas", "R", "names") or style["index"].endswith("short")
    ):
        style["below"] = "none"  # the names that stand again are not those of all columns
    if style["header"] == "none":
        style["units"] = False
        style["above"] = "none" if style["above"].startswith("title") else style["above"]
        if style["below"] == "header again":
            style["below"] = "none"
        if style["index"].endswith("short"):
            style["index"] = "none"
    if style["header"] in ("from 0", "from 1", "years", "wavelengths", "dates"):
        style["units"] = False
        if style["below"] == "header again":
            style["below"] = "none"
    if style["index"].endswith("short"):
        style["units"] = False
        style["thousands"] = "" if blanks and style["thousands"] == "'" else style["thousands"]
        style["trailing"] = False
    if style["missing"] == "-999" and (style["numbers"] in ("percent", "signed") or style["below"].startswith("total")):
        style["missing"] = "NA"
    if style["missing"] == "-999" and style["above"].startswith("title") and style["below"] != "none":
        style["missing"] = "NA"  # else more than three answers are needed
    if blanks and style["below"] == "header again" and style["above"].startswith("title"):
        style["above"] = "none"
    if style["numbers"] == "zeros" and style["n_rows"] == 7:
        style["n_rows"] = 12
    if style["encoding"] in ("cp1252", "one line in latin-1") and style["language"] == "en":
        style["encoding"] = "utf-8"
    if style["quotes"] == "guarded":
        style["padding"] = False
        if blanks:
            style["quotes"] = "words"
    if style["extra"] == "identifier" and style["index"] in ("named", "names", "names short", "R", "R short"):
        style["extra"] = "none"  # either may name the rows
    return style


def written(style, seed):
    """Return a file in a style, its columns under the names a reading must give, and the names of its rows."""
    style = settled(style)
    columns = known_table(
        numbers=style["numbers"],
        classes=style["classes"],
        extra=style["extra"],
        n_rows=style["n_rows"],
        language=style["language"],
        missing=style["missing"] is not None,
        seed=seed,
    )
    if style["header"] in ("none", "from 0", "from 1"):  # nothing says what such columns of numbers are for
        columns = [
            replace(column, use="optional")
            if column.use != "feature" and column.sort in ("id", "class") and not isinstance(column.cells[0], str)
            else column
            for column in columns
        ]
    columns, header = _with_header(columns, style)
    cells = [[_cell(value, column, style) for value in column.cells] for column in columns]
    index = _index(style)
    body = [list(row) for row in zip(*([index] if index else []), *cells, strict=True)]
    above = []
    if header is not None:
        top = list(header)
        if index and not style["index"].endswith("short"):
            top.insert(0, "name" if style["index"] == "named" else "no" if style["index"] == "numbered" else "")
        above.append(top)
        if style["units"]:
            units = [("cm" if column.sort == "cents" else "") for column in columns]
            above.append([*([""] if index else []), *units])
        if style["below"] == "header again":
            body.insert(len(body) // 2, top)
    if style["below"].startswith("total"):
        body.append(_total(columns, index, style))
    text = "".join(_lines([*above, *body], style))
    data = _encoded(_around(text, columns, style), style)
    named = style["index"] in ("R", "R short", "names", "names short", "named") and header is not None
    return gzip.compress(data, mtime=0) if style["packed"] else data, columns, index if named else None


def _with_header(columns, style):
    kind, n = style["header"], len(columns)
    if kind == "none":
        first = 1 + (style["index"] != "none")
        return [replace(column, name=f"column {k + first}") for k, column in enumerate(columns)], None
    names = {
        "words": [column.name for column in columns],
        "capitals": [column.name.upper() for column in columns],
        "from 0": [str(k) for k in range(n)],
        "from 1": [str(k + 1) for k in range(n)],
        "years": [str(1990 + 5 * k) for k in range(n)],
        "wavelengths": [f"{400.5 + 2 * k}".replace(".", style["decimal"]) for k in range(n)],
        "dates": [f"2020-{k + 1:02d}-01" for k in range(n)],
    }[kind]
    if kind in ("years", "wavelengths", "dates"):  # of the numbers; the others have words
        names = [
            name if column.use == "feature" and not column.numbers else column.name
            for name, column in zip(names, columns, strict=True)
        ]
    return [replace(column, name=name) for column, name in zip(columns, names, strict=True)], names


def _index(style):
    n, kind = style["n_rows"], style["index"]
    if kind == "none":
        return None
    if kind == "pandas":
        return list(map(str, range(n)))
    if kind == "numbered":
        return [str(k + 1) for k in range(n)]
    return row_names(n, style["language"])


def _cell(value, column, style):
    if value is None:
        return "" if column.sort == "text" else style["missing"]
    if isinstance(value, str):
        return value
    if column.sort in ("id", "class") or column.name == "year":
        return str(value)
    return number(value, column.sort, style["decimal"], style["thousands"])


def number(value, sort, decimal, thousands):
    """Return a number as a program with these settings writes it."""
    digits = {"cents": ".2f", "signed": ".2f", "balance": ",.2f", "thirds": ".3f", "large": ",d", "percent": ".1f"}
    text = format(value, digits[sort]) if sort in digits else repr(value)
    mark = {"group": "." if decimal == "," else ","}.get(thousands, thousands)
    text = text.replace(",", "\0").replace(".", decimal).replace("\0", mark)
    return text + "%" if sort == "percent" else text


def _total(columns, index, style):
    word = WORDS[style["language"]]["total"]
    cells = []
    for column in columns:
        if column.use == "feature" and not column.numbers:
            total = sum(value for value in column.cells if value is not None)
            total = round(total, 6) if isinstance(total, float) else total
            cells.append(number(total, column.sort, style["decimal"], style["thousands"]))
        else:
            cells.append("NA" if style["delimiter"] == " " else "")
    cells = [word, *cells] if index else cells
    if style["below"] == "total" and not index:
        text = [k for k, column in enumerate(columns) if column.use == "label" or column.sort == "text"]
        if text:
            cells[text[0]] = word
    return cells


def _lines(rows, style):
    quoting = {"all": csv.QUOTE_ALL, "words": csv.QUOTE_NONNUMERIC}.get(style["quotes"], csv.QUOTE_MINIMAL)
    widths = [max(map(len, column)) for column in zip(*(row for row in rows if len(row) == len(rows[-1])), strict=True)]
    for k, row in enumerate(rows):
        if style["padding"]:
            row = [
                cell.rjust(width) if style["padding"] == "left" else cell.ljust(width)
                for cell, width in zip(row, widths[len(widths) - len(row) :], strict=True)
            ]
        if quoting == csv.QUOTE_NONNUMERIC:
            row = [_Bare(cell) if _is_bare(cell, style["delimiter"]) else cell for cell in row]
        stream = io.StringIO()
        csv.writer(
            stream,
            delimiter=style["delimiter"],
            quoting=quoting,
            quotechar="'" if style["quotes"] == "single" else '"',
            lineterminator="",
        ).writerow(row)
        line = stream.getvalue()
        if style["quotes"] == "spaced":
            line = (style["delimiter"] + " ").join(f'"{cell}"' if cell and not cell.isdigit() else cell for cell in row)
        if style["quotes"] == "guarded":
            line = style["delimiter"].join(f'="{cell}"' for cell in row)
        yield line + (style["delimiter"] if style["trailing"] else "") + style["line_end"]
        if style["blank_lines"] == "between" and k % 6 == 5:
            yield style["line_end"]
    if style["blank_lines"] == "end":
        yield 2 * style["line_end"]


class _Bare(float):
    """A cell that the writer leaves without quotation marks."""

    def __new__(cls, text):
        cell = super().__new__(cls, 0)
        cell.text = text
        return cell

    def __str__(self):
        return self.text

    __repr__ = __str__


def _is_bare(cell, delimiter):
    return delimiter not in cell and (
        cell == "NA" or (not cell and delimiter != " ") or (cell[-1:].isdigit() and not cell[:1].isalpha())
    )


def _encoded(text, style):
    if style["encoding"] != "one line in latin-1":
        return text.encode(style["encoding"])
    lines = text.splitlines(keepends=True)
    last = max((k for k, line in enumerate(lines) if not line.isascii()), default=0)
    return b"".join(line.encode("latin-1" if k == last else "utf-8") for k, line in enumerate(lines))


def _around(text, columns, style):
    end = style["line_end"]
    title = "All that was measured at the places of the survey in spring and summer"
    above = {
        "none": "",
        "title": title + end,
        "title and blank": title + end + end,
        "comments": f"# written by a program{end}# {len(columns)} columns{end}",
        "sep": f"sep={style['delimiter']}{end}",
    }[style["above"]]
    return above + text + (f"# end of the table{end}" if style["below"] == "remark" else "")
