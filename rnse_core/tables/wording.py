"""The few helpers that keep the report's sentences alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def quoted(name: str) -> str:
    """Show a column name, a token or a file name as it stands, between backticks."""
    shown = " ".join(name.split()).replace("`", "'")
    if len(shown) > 60:
        shown = shown[:57] + "..."
    return f"`{shown}`"


def listed(items: Iterable[str], limit: int = 5) -> str:
    """Write ``a, b and c``; past `limit` items the rest is only counted."""
    shown: Sequence[str] = list(items)
    if len(shown) > limit + 1:
        shown = [*shown[:limit], f"{len(shown) - limit:,} more"]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def names(columns: Iterable[str], limit: int = 5) -> str:
    """Write ``column `a``` or ``columns `a`, `b` and `c```."""
    shown = [quoted(name) for name in columns]
    return f"column{'' if len(shown) == 1 else 's'} {listed(shown, limit)}"


def sentence(text: str) -> str:
    """Begin with a capital."""
    return text[:1].upper() + text[1:]
