"""The closed sets of values that a reading is described by; sentences are made from them elsewhere."""

from __future__ import annotations

from enum import StrEnum, auto

#: The keyword, and the mark of a table, whose rows are compared by Gower's distance.
GOWER = "gower"


class RoleReason(StrEnum):
    """Why a column has its role, or is used in another form than it has in the file."""

    AS_ASKED = auto()
    # Left out.
    EMPTY = auto()
    CONSTANT = auto()
    CONSTANT_IN_KEPT_ROWS = auto()
    DATES = auto()
    TEXT = auto()
    DISTINCT_TEXT = auto()
    ROW_NUMBERS = auto()
    ROW_NAMES = auto()
    IDENTIFIERS = auto()
    OUTSIDE_MATRIX = auto()
    # A feature in another form.
    CONVERTED = auto()
    ONE_HOT = auto()
    ORDINAL = auto()
    TICKS = auto()
    WORDS = auto()
    # Labels.
    LABEL_NAME = auto()
    REPEATED_TEXT = auto()


class ConversionKind(StrEnum):
    """How text is read as numbers; the values are those of the keyword ``convert``."""

    PERCENT = auto()
    CURRENCY = auto()
    UNIT = auto()
    THOUSANDS = auto()
    DECIMAL_COMMA = auto()
    DECIMAL_POINT = auto()
    DATE = auto()
    DATE_DAY_FIRST = auto()
    DATE_MONTH_FIRST = auto()
    TIME = auto()
    MIXED_MARKS = auto()
    SEVERAL_UNITS = auto()
    FLAGGED = auto()
    ABOUT = auto()
    UNCERTAIN = auto()
    POWER_OF_TEN = auto()
    FRACTION = auto()
    FEET = auto()
    ANGLE = auto()
    DURATION = auto()
    NUMBER = auto()


class QuestionKind(StrEnum):
    """What a file leaves open."""

    DELIMITER = auto()
    ENCODING = auto()
    HEADER = auto()
    COMMA = auto()
    POINT = auto()
    CONVERSION = auto()
    ROW_NAMES = auto()
    IDENTIFIERS = auto()
    TICKS = auto()
    WORDS = auto()
    TOTAL_ROWS = auto()
    EDGES = auto()
    LABEL_COLUMN = auto()
    CLASS_NUMBERS = auto()
    MISSING_VALUES = auto()
    MISSING_CODES = auto()
    SYMMETRIC_MATRIX = auto()
    TRIANGLE = auto()
    ASYMMETRIC_MATRIX = auto()
    VARIABLE = auto()
    SHEET = auto()
    HIDDEN = auto()
    VECTORS = auto()
    ORIENTATION = auto()


class OptionKind(StrEnum):
    """What an answer to a question, or a way out of an error, does."""

    # The text and its rows.
    DELIMITER = auto()
    ENCODING = auto()
    HEADER = auto()
    SKIP_LINES = auto()
    DROP_BAD_ROWS = auto()
    SAMPLE_ROWS = auto()
    WITHOUT_KEYWORD = auto()
    # An array, or a sheet.
    VARIABLE = auto()
    SHEET = auto()
    HIDDEN_SHEET = auto()
    READ_HIDDEN = auto()
    LEAVE_OUT_HIDDEN = auto()
    VECTOR_PLACES = auto()
    ROWS_ARE_POINTS = auto()
    COLUMNS_ARE_POINTS = auto()
    TRANSPOSE = auto()
    # Roles of columns.
    LABEL_COLUMN = auto()
    NO_LABELS = auto()
    CLUSTER_ON = auto()
    IGNORE = auto()
    IGNORE_TOGETHER = auto()
    KEEP = auto()
    LEAVE_OUT_COLUMNS = auto()
    # Text and numbers.
    ONE_HOT = auto()
    SPLIT = auto()
    ORDINAL = auto()
    GOWER = auto()
    TICKS = auto()
    DECIMAL_POINT = auto()
    THOUSANDS_POINT = auto()
    DECIMAL_MARK = auto()
    THOUSANDS_MARK = auto()
    LEAVE_AS_TEXT = auto()
    SAME_OR_NOT = auto()
    LEAVE_OUT = auto()
    CONVERT = auto()
    MONTH_FIRST = auto()
    CONVERT_COLUMNS = auto()
    # Missing values.
    DROP_INCOMPLETE_ROWS = auto()
    FILL = auto()
    PAIRWISE = auto()
    ORDINARY_NUMBERS = auto()
    MISSING_CODES = auto()
    MISSING_CODES_OF_COLUMN = auto()
    COUNT_AS_MISSING = auto()
    # Rows.
    DROP_TOTALS = auto()
    KEEP_TOTALS = auto()
    # Matrices.
    READ_AS = auto()
    EDGES = auto()
    COLUMNS = auto()
    SYMMETRIZE = auto()


class NoteKind(StrEnum):
    """A decision of a reading, or something found on the way; :class:`Note` says what its fields hold."""

    # The file.
    TEXT_FILE = auto()
    ARRAY_FILE = auto()
    FRAME = auto()
    TRANSPOSED = auto()
    UTF16_WITHOUT_MARK = auto()
    ENCODING_GUESSED = auto()
    ENCODING_MIXED = auto()
    SEPARATOR_LINE = auto()
    GUARDED_CELLS = auto()
    COMMENT_LINES = auto()
    SAMPLED = auto()
    BLANK_LINES = auto()
    EMPTY_ROWS = auto()
    EXTRA_DELIMITERS = auto()
    BAD_ROWS = auto()
    COMMA_AS_DECIMAL_MARK = auto()
    COMMA_LEFT_AS_TEXT = auto()
    ROUNDED_INTEGERS = auto()
    HIDDEN_READ = auto()
    HIDDEN_LEFT_OUT = auto()
    RECORDS = auto()
    VECTORS = auto()
    BINARY = auto()
    VARIABLES_NOT_READ = auto()
    ENTRY_PER_COLUMN = auto()
    # Names of columns.
    TRAILING_DELIMITER = auto()
    SECOND_HEADER = auto()
    ROW_NAMES_WITHOUT_HEADER = auto()
    NAMES_TRIMMED = auto()
    NAMES_MADE = auto()
    NAME_CHANGED = auto()
    MORE_NAMES_CHANGED = auto()
    # Roles of columns.
    IGNORED = auto()
    LABEL_COLUMN = auto()
    LABEL_VARIABLE = auto()
    LABELS_TRIMMED = auto()
    UNLABELLED_ROWS = auto()
    ALREADY_NUMBERS = auto()
    CONVERTED = auto()
    CONVERTIBLE = auto()
    ONE_HOT = auto()
    SPLIT = auto()
    ORDINAL = auto()
    TICKS = auto()
    BOOLEAN = auto()
    # Values.
    MISSING_CELLS = auto()
    MORE_MISSING_CELLS = auto()
    INCOMPLETE_ROWS = auto()
    FILLED = auto()
    FILLED_FROM_NEIGHBOURS = auto()
    TOTAL_ROWS = auto()
    MISSING_CODES = auto()
    LARGE_VALUES = auto()
    # Matrices.
    NEGATIVE_ENTRY = auto()
    SYMMETRIZED = auto()
    ROUNDED_TO_ZERO = auto()
    MIRRORED = auto()
    GROWING_ROWS = auto()
    EDGES = auto()
    GOWER = auto()
    ROUNDING_EVENED = auto()
    # The table.
    RESULT = auto()


class VariableProblem(StrEnum):
    """Why an array of a file cannot be a table."""

    DIMENSIONS = auto()
    EMPTY = auto()
    TOO_MANY_ENTRIES = auto()
    TOO_MANY_BYTES = auto()
    STRUCTURED = auto()
    OBJECTS = auto()
    COMPLEX = auto()
    NOT_NUMERIC = auto()
    MATLAB_CLASS = auto()


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
    SQLITE = auto()
    PICKLE = auto()
    PROGRAM = auto()
    HTML = auto()
    XML = auto()
    JSON = auto()


class Problem(StrEnum):
    """Why a file gives no table; :class:`TableError` says what its fields hold."""

    # The source.
    NOT_A_SOURCE = auto()
    NOT_A_FILE = auto()
    UNREADABLE = auto()
    EMPTY_FILE = auto()
    FILE_TOO_LARGE = auto()
    OTHER_FORMAT = auto()
    # The keywords of the reading.
    UNKNOWN_CHOICE = auto()
    UNUSABLE_VALUE = auto()
    UNKNOWN_ENCODING = auto()
    UNKNOWN_COLUMN = auto()
    LABELS_IGNORED = auto()
    NOTHING_CONVERTED = auto()
    TOO_MANY_LEVELS = auto()
    NOT_ON_SCALE = auto()
    NOT_TICKS = auto()
    NOT_DIVIDED = auto()
    NOT_EDGES = auto()
    UNUSED_KEYWORD = auto()
    # Text.
    UNDECODABLE_BYTE = auto()
    ZERO_BYTE = auto()
    HEADER_WIDTH = auto()
    ROW_WIDTH = auto()
    OPEN_QUOTATION_MARK = auto()
    CELL_TOO_LONG = auto()
    # Sizes.
    NO_ROWS = auto()
    ONLY_A_HEADER = auto()
    TOO_FEW_ROWS = auto()
    TOO_FEW_COMPLETE_ROWS = auto()
    MOST_ROWS_INCOMPLETE = auto()
    TOO_LARGE_TO_FILL = auto()
    TOO_MANY_ROWS = auto()
    TOO_MANY_CELLS = auto()
    TOO_MANY_COLUMNS = auto()
    TOO_MANY_BLANK_LINES = auto()
    TOO_MANY_PAIRS = auto()
    # Arrays.
    DAMAGED_FILE = auto()
    DAMAGED_VARIABLE = auto()
    DAMAGED_SPARSE_MATRIX = auto()
    NO_VARIABLES = auto()
    TOO_MANY_VARIABLES = auto()
    UNKNOWN_VARIABLE = auto()
    UNUSABLE_VARIABLE = auto()
    UNUSABLE_LABELS = auto()
    NO_TABLE = auto()
    UNKNOWN_SHEET = auto()
    JSON_LINE = auto()
    PACKAGE_MISSING = auto()
    NOT_NPZ = auto()
    NOT_ONE_MATRIX = auto()
    # Columns.
    NO_FEATURES = auto()
    NOT_WITH_WORDS = auto()
    NOTHING_TO_COMPARE = auto()
    # Matrices.
    NOT_SQUARE = auto()
    NOT_SYMMETRIC = auto()
    MISSING_ENTRY = auto()
    NEGATIVE_ENTRY = auto()
    NONZERO_DIAGONAL = auto()
    SHIFTED_TRIANGLE = auto()
    # Data sets with classes.
    NOT_FEATURES = auto()
    NOT_ARFF = auto()
    NO_CLASSES = auto()
    UNLABELLED_ROWS = auto()
    NOT_FINITE = auto()
