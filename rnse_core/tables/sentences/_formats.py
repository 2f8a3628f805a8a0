"""What a file of another format is called, and how its table can be read."""

from __future__ import annotations

from rnse_core.tables.file_kinds import OtherFormat

_SHEET = "save the sheet as CSV first"
_PICTURE = "not a table"
_UNPACK = "unpack it first"
_FROM_PANDAS = "save it as CSV first, or give the DataFrame of pandas.read_{}"
_SEQUENCES = "compute a matrix of distances between the sequences first, and save it as CSV"
_DISTANCES = "save its matrix of distances as CSV first, with the names in the first row and column"
_STATEMENT = "export it from the bank or the program as CSV first"
_GRAPH = "save its edges as CSV first, with the columns source, target and weight"

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
    OtherFormat.SPSS: f"an SPSS file; {_FROM_PANDAS.format('spss')}",
    OtherFormat.SPSS_PORTABLE: "a portable file of SPSS; save it in SPSS as CSV first",
    OtherFormat.STATA: f"a Stata file; {_FROM_PANDAS.format('stata')}",
    OtherFormat.SAS_TRANSPORT: f"a SAS transport file; {_FROM_PANDAS.format('sas')}",
    OtherFormat.SAS: f"a SAS table; {_FROM_PANDAS.format('sas')}",
    OtherFormat.R_DATA: "a file of R objects; in R, load it and save the table with write.csv",
    OtherFormat.NETCDF: "a NetCDF file; save the variable as .npy, .npz or CSV first",
    OtherFormat.NUMBERS: "a Numbers file; export it from Numbers as Excel or CSV first",
    OtherFormat.EXCEL_BINARY: "a binary Excel workbook; save it as .xlsx or CSV first",
    OtherFormat.FASTA: f"a FASTA file; {_SEQUENCES}",
    OtherFormat.FASTQ: f"a FASTQ file; {_SEQUENCES}",
    OtherFormat.NEXUS: f"a NEXUS file; {_DISTANCES}",
    OtherFormat.MEGA: f"a MEGA file; {_DISTANCES}",
    OtherFormat.GRAPHML: f"a graph in GraphML; {_GRAPH}",
    OtherFormat.GEXF: f"a graph of Gephi; {_GRAPH}",
    OtherFormat.SAM: "a file of alignments (SAM); count the reads of each region first, and save the counts as CSV",
    OtherFormat.MT940: f"a bank statement in MT940; {_STATEMENT}",
    OtherFormat.OFX: f"a bank statement in OFX; {_STATEMENT}",
    OtherFormat.QIF: f"a bank statement in QIF; {_STATEMENT}",
    OtherFormat.CALENDAR: "a calendar or a list of contacts; export it as CSV first",
    OtherFormat.LATEX: "a LaTeX document; save the numbers of its table as CSV first",
    OtherFormat.PROMETHEUS: "a list of metrics of Prometheus; save one metric per column as CSV first",
    OtherFormat.JCAMP: "a JCAMP-DX spectrum; save it as columns of CSV first",
    OtherFormat.FEATHER_1: "a Feather file of version 1; save it in version 2, as Parquet or as CSV first",
    OtherFormat.SQLITE: "an SQLite database; export a table as CSV first",
    OtherFormat.PICKLE: (
        "a Python pickle, which can run code when it is opened, so it is never read; save the numbers as CSV or .npz"
    ),
    OtherFormat.PROGRAM: f"a program, {_PICTURE}",
    OtherFormat.HTML: "a web page; save its table as CSV first",
    OtherFormat.XML: "an XML file; save it as CSV first",
    OtherFormat.JSON: "a JSON file without a table: it needs a list of records, or a list for each column",
    OtherFormat.SQL: "a script of SQL; run it in a database, and export the table as CSV",
    OtherFormat.YAML: "a YAML file without a list of records that have plain values; save it as CSV or as JSON first",
    OtherFormat.BIBTEX: "a list of references in BibTeX; export it as CSV or RIS first",
    OtherFormat.MOLECULES: "a file of molecules; compute a row of descriptors for each first, and save them as CSV",
    OtherFormat.NMEA: "a record of a satellite receiver (NMEA); convert it to degrees first, and save it as CSV",
    OtherFormat.R_CODE: "an object of R as code; in R, save it with write.csv",
}

#: Each ends the sentence "`name`: 3 rows and 2 columns, ...".
FRAMES = {
    "frame": "from a DataFrame",
    "parquet": "from a Parquet file",
    "feather": "from a Feather file",
    "arrow": "from a stream of Arrow",
    "jsonl": "from a file of JSON lines",
    "json": "from a JSON file",
    "svmlight": "from a file of svmlight",
    "arff": "from an ARFF file",
    "npy": "from the fields of an .npy file",
    "npz": "from the fields of an array of an .npz file",
}
