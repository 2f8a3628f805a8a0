"""What a reader typed or named stays text where Streamlit reads Markdown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.shared.text import as_code, as_sentence, as_text
from rnse_core.wording import quoted

# An opening that Streamlit or its parser of Markdown would act on.
ACTIVE = [
    r"(?<!\\)!\[",
    r"(?<!\\)\]\(",
    r"(?<!\\)\[",
    r"(?<!\\)<",
    r"(?<!\\)\$",
    r"://",
    r"(?i)www\.",
    r"@\w",
    r"(?<!\\):[a-z]+\[",
    r":material/",
    r":streamlit:",
    r":[\w+-]+:",
    r"(?<!\\)[*~|]",
    r"(?:^|\s)(?:->|<-|<->|--|>=|<=|~=)(?:\s|$)",
    r"^\s*(?:[-+=#>]|\d+[.)])",
]
PIECES = [
    *"![]()<>`$*_~|:&#@\\-=\n 1.",
    "http://",
    "www.a.b",
    "a@b.de",
    ":material/home:",
    ":red[",
    ":smile:",
    "->",
    "a",
]
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def bare(markdown: str) -> str:
    """Return Markdown without backslash pairs: each is one sign, in whose place stands one that begins nothing."""
    return re.sub(r"\\\\", "\0", markdown)


def active(markdown: str) -> list[str]:
    """Return what is active in Markdown."""
    return [pattern for pattern in ACTIVE if re.search(pattern, bare(markdown))]


def shown(markdown: str) -> str:
    """Return what a reader sees of Markdown that is text."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown).replace("\u2060", "")


@given(HOSTILE | st.text())
def test_text_is_shown_as_it_stands_and_nothing_in_it_acts(text: str) -> None:
    markdown = as_text(text)
    assert active(markdown) == []
    assert shown(markdown) == " ".join("".join(one for one in text if one.isprintable() or one.isspace()).split())


@given(HOSTILE, HOSTILE)
def test_of_a_sentence_only_code_is_kept(name: str, more: str) -> None:
    markdown = as_sentence(f"{quoted(name)} and {more}")
    outside = re.sub(r"(?<![`\\])`[^`]+`(?!`)", "\0", bare(markdown))
    assert active(re.sub(r"\\`", "\0", outside)) == []


@given(HOSTILE)
def test_a_name_cannot_leave_its_code(name: str) -> None:
    markdown = as_code(name)
    assert markdown[0] == markdown[-1] == "`"
    assert "`" not in markdown[1:-1]
    assert "\n" not in markdown
    assert ":material/" not in markdown


@pytest.mark.parametrize("usual", ["wine.csv", "tm_noise is 3 (of 10), 1.5 %", "2 - 1 + 3", "x₁: 5"])
def test_usual_text_is_left_alone(usual: str) -> None:
    assert as_text(usual) == usual


def test_names_in_a_sentence_are_code() -> None:
    assert as_sentence("Columns `a*b` and `$c`: *") == "Columns `a*b` and `$c`: \\*"
