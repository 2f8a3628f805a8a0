"""What a file of another format is called, and how its table can be read."""

from __future__ import annotations

from rnse_core.tables.kinds import OtherFormat

_SHEET = "save the sheet as CSV first"
_PICTURE = "not a table"
_UNPACK = "unpack it first"

#: Each ends the sentence "`name` is ...".
FORMATS = {
    OtherFormat.OLD_OFFICE: f"an old Excel or Word file; {_SHEET}",
    OtherFormat.EXCEL: f"an Excel workbook; {_SHEET}",
    OtherFormat.WORD: "a Word document; save the table as CSV first",
    OtherFormat.OPENDOCUMENT: f"an OpenDocument file; {_SHEET}",
    OtherFormat.RTF: "a rich text document; save the table as CSV first",
    OtherFormat.PDF: "a PDF document; export its table as CSV first",
    OtherFormat.PNG: f"a PNG picture, {_PICTURE}",
    OtherFormat.JPEG: f"a JPEG picture, {_PICTURE}",
    OtherFormat.GIF: f"a GIF picture, {_PICTURE}",
    OtherFormat.TIFF: f"a TIFF picture, {_PICTURE}",
    OtherFormat.GZIP: f"a gzip archive; {_UNPACK}",
    OtherFormat.BZIP2: f"a bzip2 archive; {_UNPACK}",
    OtherFormat.XZ: f"an xz archive; {_UNPACK}",
    OtherFormat.SEVEN_ZIP: f"a 7-Zip archive; {_UNPACK}",
    OtherFormat.RAR: f"a RAR archive; {_UNPACK}",
    OtherFormat.ZSTANDARD: f"a Zstandard archive; {_UNPACK}",
    OtherFormat.ZIP: "a zip archive; unpack it and choose the table in it",
    OtherFormat.DAMAGED_ZIP: "a damaged zip archive",
    OtherFormat.HDF5: "an HDF5 file; save the array as .npy, .npz or CSV first",
    OtherFormat.MATLAB_7_3: "a MATLAB 7.3 file; save it in MATLAB with the option -v7 first",
    OtherFormat.NOT_MATLAB_5: "not a MATLAB 5 file; save it in MATLAB with the option -v7 first",
    OtherFormat.SQLITE: "an SQLite database; export a table as CSV first",
    OtherFormat.PICKLE: (
        "a Python pickle, which can run code when it is opened, so it is never read; save the numbers as CSV or .npz"
    ),
    OtherFormat.PROGRAM: f"a program, {_PICTURE}",
    OtherFormat.HTML: "a web page; save its table as CSV first",
    OtherFormat.XML: "an XML file; save it as CSV first",
    OtherFormat.JSON: "a JSON file without a table: it needs a list of records, or a list for each column",
    OtherFormat.SQL: "a script of SQL; run it in a database, and export the table as CSV",
    OtherFormat.R_CODE: "an object of R as code; in R, save it with write.csv",
}

#: Each ends the sentence "`name`: 3 rows and 2 columns, ...".
FRAMES = {
    "frame": "from a DataFrame",
    "parquet": "from a Parquet file",
    "feather": "from a Feather file",
    "jsonl": "from a file of JSON lines",
    "json": "from a JSON file",
    "svmlight": "from a file of svmlight",
    "arff": "from an ARFF file",
}
