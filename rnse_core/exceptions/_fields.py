"""What all errors and warnings with fields have in common."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(eq=False)
class WithFields(Exception):
    """An exception whose parameters are attributes; `message` replaces the sentence that is made from them."""

    message: str = field(default="", repr=False, kw_only=True)

    def __post_init__(self) -> None:
        self.args = (self.message or self._sentence(),)

    def __reduce__(self) -> tuple[Any, ...]:
        # The usual way calls the class with `args`, which is the sentence alone.
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        return _made, (type(self), given), self.__dict__

    def _sentence(self) -> str:
        raise NotImplementedError


def _made(kind: type[WithFields], given: dict[str, Any]) -> WithFields:
    return kind(**given)
