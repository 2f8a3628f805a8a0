"""What a file, or an array in it, may be instead of a table."""

from __future__ import annotations

from enum import StrEnum, auto


class VariableProblem(StrEnum):
    """Why an array of a file cannot be a table."""

    DIMENSIONS = auto()
    EMPTY = auto()
    TOO_MANY_ENTRIES = auto()
    TOO_MANY_BYTES = auto()
    NESTED_FIELD = auto()
    FIELD_TYPE = auto()
    OBJECTS = auto()
    COMPLEX = auto()
    NOT_NUMERIC = auto()
    MATLAB_CLASS = auto()


class JsonFault(StrEnum):
    """What is wrong with a text that should be JSON."""

    CUT_OFF = auto()
    TRAILING_COMMA = auto()
    EMPTY_PLACE = auto()
    MISSING_COMMA = auto()
    QUOTES = auto()
    BARE_NAME = auto()
    WORD = auto()
    COMMENT = auto()
    NUMBER = auto()
    CONTROL = auto()
    ESCAPE = auto()
    OPEN_TEXT = auto()
    SECOND_VALUE = auto()
    TEXT_AROUND = auto()
    OTHER = auto()


class OtherFormat(StrEnum):
    """A kind of file that is recognised and not read."""

    OLD_OFFICE = auto()
    EXCEL = auto()
    WORD = auto()
    OPENDOCUMENT = auto()
    RTF = auto()
    PDF = auto()
    PNG = auto()
    JPEG = auto()
    GIF = auto()
    TIFF = auto()
    GZIP = auto()
    BZIP2 = auto()
    XZ = auto()
    SEVEN_ZIP = auto()
    RAR = auto()
    ZSTANDARD = auto()
    ZIP = auto()
    DAMAGED_ZIP = auto()
    HDF5 = auto()
    MATLAB_7_3 = auto()
    NOT_MATLAB_5 = auto()
    SPSS = auto()
    SPSS_PORTABLE = auto()
    STATA = auto()
    SAS_TRANSPORT = auto()
    SAS = auto()
    R_DATA = auto()
    NETCDF = auto()
    NUMBERS = auto()
    EXCEL_BINARY = auto()
    FASTA = auto()
    FASTQ = auto()
    NEXUS = auto()
    MEGA = auto()
    GRAPHML = auto()
    GEXF = auto()
    SAM = auto()
    MT940 = auto()
    OFX = auto()
    QIF = auto()
    CALENDAR = auto()
    LATEX = auto()
    PROMETHEUS = auto()
    JCAMP = auto()
    FEATHER_1 = auto()
    SQLITE = auto()
    PICKLE = auto()
    PROGRAM = auto()
    HTML = auto()
    XML = auto()
    JSON = auto()
    SQL = auto()
    R_CODE = auto()
    YAML = auto()
    BIBTEX = auto()
    MOLECULES = auto()
    NMEA = auto()
