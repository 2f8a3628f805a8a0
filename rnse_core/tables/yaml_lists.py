"""Lists of YAML whose items are names with plain values, and mappings of such items by their keys.

Only what needs no rules of types is read: values are text, as in other tables. Anything in a value is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rnse_core.tables.field_records import Fields, FieldText, unquoted

_FORM = "YAML"
_NAME = r"(\"[^\"]+\"|'[^']+'|[^\W\d][^:#\[\]{},\"'&*!|>%@`]*|\d[\w .\-]*)"
_PAIR = re.compile(rf"{_NAME}\s*:(?:\s+(.*)|)")
_ITEM = re.compile(r"(\s*)-(\s+)(.*)")
_COMMENT = re.compile(r"""((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#]|(?<=\S)[#"'])*?)\s+#.*""")
_FLOW = re.compile(r"\{(.*)\}")
_BETWEEN = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*'|\[[^\[\]{}]*\])|(,)""")
_NULL = frozenset({"~", "null", "Null", "NULL"})
_MOST_WRAPPERS = 3
_FEWEST_ITEMS = 2


class NestedValueError(ValueError):
    """A value of YAML that holds others.

    Parameters
    ----------
    line : int
        Its line, counted from 1.
    is_certain : bool
        Whether the text is certainly YAML.
    """

    def __init__(self, line: int, *, is_certain: bool) -> None:
        super().__init__(f"line {line} has values in a value")
        self.line = line
        self.is_certain = is_certain


Line = tuple[int, int, str]


def fields_of_yaml(lines: Sequence[str]) -> FieldText | None:
    """Return the items of a list, or of a mapping of mappings, with their names and values; None for other lines.

    Parameters
    ----------
    lines : sequence of str

    Raises
    ------
    NestedValueError
        For a value that holds others.
    """
    content = list(_content(lines))
    n_comments = sum(line.lstrip().startswith("#") for line in lines)
    for _ in range(_MOST_WRAPPERS):
        if not content:
            return None
        if (items := _items(content)) is not None:
            return FieldText(items, _FORM, n_comments)
        if (keyed := _by_key(content)) is not None:
            return FieldText(keyed, _FORM, n_comments)
        content = _in_wrapper(content)
    return None


def looks_like_yaml(lines: Sequence[str]) -> bool:
    """Return whether the first line with a value is an item of a list or a name with a colon.

    Parameters
    ----------
    lines : sequence of str
    """
    first = next((text for _, _, text in _content(lines)), "")
    return first.startswith("- ") or _PAIR.fullmatch(_without_comment(first)) is not None


def _content(lines: Sequence[str]) -> Iterator[Line]:
    """Yield number, indent and text of each line that is neither blank, a comment nor a mark of a document."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith(("#", "%YAML")) or text in ("---", "..."):
            continue
        yield number, len(line) - len(line.lstrip(" ")), text


def _items(content: Sequence[Line]) -> list[Fields] | None:
    """Return the items of a list, each of whose lines has a name and a plain value."""
    indent = content[0][1]
    items: list[Fields] = []
    n_keyed = sum(one == indent and text.startswith("- ") for _, one, text in content)
    inner = None
    for number, one, text in content:
        match = _ITEM.fullmatch(f"{' ' * one}{text}")
        if match is not None and one == indent:
            inner = len(match[1]) + 1 + len(match[2])
            items.append([])
            text = _without_comment(match[3])
            if (flow := _FLOW.fullmatch(text)) is not None and not items[-1]:
                pairs = _of_flow(flow[1])
                if pairs is None:
                    raise NestedValueError(number, is_certain=n_keyed >= _FEWEST_ITEMS)
                items[-1] = pairs
                continue
        elif not items:
            return None
        elif one != inner:
            if one < indent or (one == indent and inner is not None):
                return None
            raise NestedValueError(number, is_certain=n_keyed >= _FEWEST_ITEMS and all(items))
        pair = _PAIR.fullmatch(text)
        if pair is None:
            return None
        if _holds_others(pair[2] or ""):
            raise NestedValueError(number, is_certain=n_keyed >= _FEWEST_ITEMS)
        items[-1].append((_plain(pair[1]), _plain(pair[2] or "")))
    return items if len(items) >= _FEWEST_ITEMS else None


def _by_key(content: Sequence[Line]) -> list[Fields] | None:
    """Return the items of a mapping by their keys, the first value of each."""
    indent = content[0][1]
    inner = content[1][1] if len(content) > 1 else indent
    if inner <= indent:
        return None
    items: list[Fields] = []
    for number, one, text in content:
        pair = _PAIR.fullmatch(_without_comment(text))
        if pair is None or one < indent or (one == indent and pair[2]):
            return None
        if one == indent:
            items.append([("", _plain(pair[1]))])
        elif one != inner or _holds_others(pair[2] or ""):
            if sum(there == indent for _, there, _ in content) < _FEWEST_ITEMS:
                return None
            raise NestedValueError(number, is_certain=False)
        else:
            items[-1].append((_plain(pair[1]), _plain(pair[2] or "")))
    return items if len(items) >= _FEWEST_ITEMS and all(len(item) > 1 for item in items[:-1]) else None


def _in_wrapper(content: Sequence[Line]) -> list[Line]:
    """Return what stands below the only key without a value; plain values may stand beside it."""
    indent = content[0][1]
    open_keys = [
        k
        for k, (_, one, text) in enumerate(content)
        if one == indent and (pair := _PAIR.fullmatch(_without_comment(text))) is not None and not pair[2]
    ]
    if len(open_keys) != 1:
        return []
    below = list(content[open_keys[0] + 1 :])
    is_list_beside = bool(below) and below[0][1] == indent and below[0][2].startswith("- ")
    return [line for line in below if line[1] > indent or (is_list_beside and line[2].startswith("- "))]


def _of_flow(text: str) -> Fields | None:
    """Return the names and values of ``a: 1, b: 2``; None where a value holds others."""
    parts, start = [], 0
    for match in _BETWEEN.finditer(text):
        if match[2]:
            parts.append(text[start : match.start()])
            start = match.end()
    pairs: Fields = []
    for part in (*parts, text[start:]):
        pair = _PAIR.fullmatch(part.strip())
        if pair is None or _holds_others(pair[2] or ""):
            return None
        pairs.append((_plain(pair[1]), _plain(pair[2] or "")))
    return pairs


def _holds_others(value: str) -> bool:
    """Return whether a value is a mapping, a block of text, or a reference to another value."""
    return value.startswith(("{", "&", "*", "!", "|", ">", "[{", "[["))


def _without_comment(text: str) -> str:
    match = _COMMENT.fullmatch(text) if " #" in text else None
    return text if match is None else match[1]


def _plain(value: str) -> str:
    value = _without_comment(value.strip())
    return "" if value in _NULL else unquoted(value)
