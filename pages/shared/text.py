"""Text that a reader typed or named, shown as it stands where Streamlit reads Markdown.

Streamlit turns an image of Markdown into a request to another host, and an address into a link. The names of files and
columns, classes, cells and query parameters come from others, so each of them passes through one of these functions on
its way to a label, a caption, a warning or a spinner.

A backslash stops what the parser of Markdown reads. It does not stop what Streamlit looks for afterwards in the text:
addresses, icons, emoji and arrows. An invisible word joiner does.
"""

from __future__ import annotations

import re

_JOINER = "\u2060"
# Characters that begin something in Markdown, mathematics or a directive such as :red[...].
_SPECIAL = re.compile(r"[\\`*\[\]<>$~|!&#]|:(?=[a-zA-Z])|(?<![^\W_])_|_(?![^\W_])")
# At the beginning these make a list, a heading or a quotation.
_BEGINNING = re.compile(r"^(?:[-+=]|\d+(?=[.)]))")
# What is looked for in the text: http://, www., a@b.c, :icon:, and arrows of ASCII characters.
_LOOKED_FOR = re.compile(r"(?<=:)(?=\\?[\w/+-])|(?<=@)|(?<=[wW]{3})(?=\.)")
_ARROW = re.compile(r"(?<!\S)(\\?[-<>~])(?=\\?[-=>])")
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def as_text(text: str) -> str:
    """Return Markdown that shows the text as it stands.

    Parameters
    ----------
    text : str
        Line breaks become spaces; characters that cannot be printed are left out.

    Returns
    -------
    str
    """
    return _mark(_one_line(text))


def as_sentence(text: str) -> str:
    """Return Markdown that shows a sentence of the library: what stands between backticks as code, the rest as text.

    Parameters
    ----------
    text : str
        With names between backticks, as :func:`rnse_core.wording.quoted` writes them.

    Returns
    -------
    str
    """
    parts = _CODE.split(_one_line(text))
    return "".join(f"`{_joined(part)}`" if place % 2 else _mark(part) for place, part in enumerate(parts))


def as_code(text: str) -> str:
    """Return Markdown that shows a name as code.

    Parameters
    ----------
    text : str
        A backtick in it becomes an apostrophe.

    Returns
    -------
    str
    """
    name = _one_line(text).replace("`", "'")
    return f"`{_joined(name)}`" if name else "` `"


def _one_line(text: str) -> str:
    # Before the spaces are joined: a sign that is left out at the beginning would leave one.
    return " ".join("".join(one for one in text if one.isprintable() or one.isspace()).split())


def _mark(text: str) -> str:
    escaped = _SPECIAL.sub(lambda found: f"\\{found.group()}", text)
    escaped = _BEGINNING.sub(lambda found: _at_beginning(found.group()), escaped)
    return _ARROW.sub(rf"\1{_JOINER}", _LOOKED_FOR.sub(_JOINER, escaped))


def _at_beginning(found: str) -> str:
    # A number is no punctuation that a backslash could stand before.
    return f"{found}{_JOINER}" if found[0].isdigit() else f"\\{found}"


def _joined(code: str) -> str:
    """Keep Streamlit from rewriting the name of an icon, which it does before it looks for code."""
    return code.replace(":material/", f":{_JOINER}material/")
