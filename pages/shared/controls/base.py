"""The kinds of controls, one description each for the widget, its default and the texts that an address may have."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.controls import address
from pages.shared.controls.control import Control, address_notice, show_notice, until_shown
from pages.shared.controls.named import Named


@dataclass(frozen=True)
class Number(Control):
    """A linear slider, whole numbers when the default is one."""

    low: float = field(kw_only=True)
    high: float = field(kw_only=True)
    step: float = field(kw_only=True)

    def parse(self, text: str) -> float | int:
        """Read a number within the bounds."""
        kind = type(self.default)
        try:
            value = kind(text)
        except (ValueError, OverflowError):
            raise ValueError(f"is not a {'whole ' if kind is int else ''}number") from None
        if not self.valid(value):
            whole = "a whole number " if self.step == int(self.step) else ""
            raise ValueError(f"is not {whole}between {self.low:g} and {self.high:g}")
        steps = (value - self.low) / self.step
        if value != self.default and abs(steps - round(steps)) > 1e-6:
            raise ValueError(f"is not on a step of {self.step:g} from {self.low:g}")
        return value

    def valid(self, value: Any) -> bool:
        """Return whether a value is a finite number within the bounds."""
        return isinstance(value, int | float) and math.isfinite(value) and self.low <= value <= self.high

    def _written(self, value: Any) -> list[str]:
        # Without the last digits of a step that is no sum of powers of two.
        return [f"{value:.10g}"]

    def _widget(self, options: Mapping[str, Any]) -> Any:
        return st.slider(self.label, self.low, self.high, self.default, self.step, **options)


@dataclass(frozen=True)
class Seed(Number):
    """A whole number typed in a box.

    The box is one of floats, so that a number with a fraction that is typed into it is refused and not cut off.
    """

    default: float = 0.0
    low: float = field(default=0.0, kw_only=True)
    high: float = field(default=9999.0, kw_only=True)
    step: float = field(default=1.0, kw_only=True)

    def valid(self, value: Any) -> bool:
        """Return whether a value is a whole number within the bounds."""
        return super().valid(value) and value == int(value)

    def show(self, value: Any) -> str:
        """Write the number as the box does."""
        return f"{value:.0f}"

    def _widget(self, options: Mapping[str, Any]) -> Any:
        value = st.number_input(self.label, self.low, self.high, self.default, self.step, format="%.0f", **options)
        return int(value) if self.valid(value) else value

    def draw(self, *, disabled: bool = False, notice: bool = True) -> int:
        """Draw the box and return the whole number in it."""
        return int(super().draw(disabled=disabled, notice=notice))


@dataclass(frozen=True)
class LogSlider(Control):
    """A slider over steps that span several powers of ten."""

    steps: Sequence[float] = field(kw_only=True)

    def parse(self, text: str) -> float:
        """Read one of the steps."""
        try:
            value = float(text)
        except ValueError:
            raise ValueError("is not a number") from None
        if not self.valid(value):
            raise ValueError(f"is not one of the steps from {self.steps[0]:g} to {self.steps[-1]:g}")
        return value

    def valid(self, value: Any) -> bool:
        """Return whether a value is one of the steps."""
        return value in self.steps

    def show(self, value: Any) -> str:
        """Write a step without needless digits."""
        return f"{value:g}"

    def _widget(self, options: Mapping[str, Any]) -> Any:
        return st.select_slider(self.label, self.steps, self.default, format_func=self.show, **options)


@dataclass(frozen=True)
class Choice(Named):
    """One of several named values: a row of segments, or a list where there are many or their names are long."""

    segments: bool = field(default=False, kw_only=True)

    def valid(self, value: Any) -> bool:
        """Return whether a value can be chosen."""
        return value in self.options

    def show(self, value: Any) -> str:
        """Return the name of a choice."""
        return self.options[value]

    def _written(self, value: Any) -> list[str]:
        return [self.words()[value]]

    def _widget(self, options: Mapping[str, Any]) -> Any:
        values = list(self.options)
        if self.segments:
            return st.segmented_control(
                self.label, values, default=self.default, format_func=self.show, required=True, **options
            )
        return st.selectbox(self.label, values, index=values.index(self.default), format_func=self.show, **options)


@dataclass(frozen=True)
class Many(Named):
    """Any number of named values; the address has the query parameter once for each."""

    several: ClassVar[bool] = True
    at_most: int | None = field(default=None, kw_only=True)

    def read(self, given: Sequence[str]) -> Any:
        """Return the values that can be used; the default, if there is none."""
        found = []
        for text in given:
            with contextlib.suppress(ValueError):
                found.append(self.parse(text))
        return list(dict.fromkeys(found))[: self.at_most] or self.default

    def valid(self, value: Any) -> bool:
        """Return whether all values can be chosen."""
        return isinstance(value, list) and all(one in self.options for one in value)

    def show(self, value: Any) -> str:
        """Return the names of the values."""
        return ", ".join(self.options[one] for one in value)

    def _written(self, value: Any) -> list[str]:
        # An empty text stands for no value, where some are the default.
        return [self.words()[one] for one in value] or [""]

    def _widget(self, options: Mapping[str, Any]) -> Any:
        return st.multiselect(
            self.label,
            list(self.options),
            default=self.default,
            format_func=lambda value: self.options.get(value, str(value)),
            max_selections=self.at_most,
            **options,
        )


def draw_all(
    page: str,
    groups: Mapping[str, Sequence[Control]],
    where: DeltaGenerator | None = None,
    *,
    tuned: Sequence[Control] = (),
    beside: DeltaGenerator | None = None,
    further: Sequence[Control] = (),
) -> dict[str, Any]:
    """Draw groups of controls, and the line about the query parameters that cannot be used.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    groups : mapping of str to sequence of Control
        By their headings; a group with an empty title has none.
    where : DeltaGenerator, optional
        The sidebar by default.
    tuned : sequence of Control, default=()
        Controls that stand on the page itself, in one row above the pictures that they change. On a phone the sidebar
        would hide these.
    beside : DeltaGenerator, optional
        Where the tuned controls stand; here by default.
    further : sequence of Control, default=()
        Of parameters that others read; the line is about these too.

    Returns
    -------
    dict
        The values, by the key without the prefix.
    """
    notice = until_shown(
        page, address_notice([control for group in (tuned, *groups.values(), further) for control in group])
    )
    # Drawn in every run, so that what follows keeps its position when the line appears or disappears.
    slot = st.empty()
    values: dict[str, Any] = {}
    with address.written_together():
        if tuned:
            # Segments that do not fit would be cut off.
            width = 190 if any(isinstance(control, Choice) and control.segments for control in tuned) else 150
            with (beside if beside is not None else st).grid(len(tuned), min_column_width=width, gap="medium"):
                for control in tuned:
                    values[control.key.removeprefix(f"{page}_")] = _draw(control, values)
        with where if where is not None else st.sidebar:
            for title, group in groups.items():
                if title:
                    st.header(title, anchor=False)
                for control in group:
                    values[control.key.removeprefix(f"{page}_")] = _draw(control, values)
    show_notice(page, notice, values, slot)
    _print_settings([*tuned, *(control for group in groups.values() for control in group)], page, values)
    return values


def _print_settings(controls: Sequence[Control], page: str, values: Mapping[str, Any]) -> None:
    """Draw the settings as a line that only paper shows (see page.css): widgets are not printed."""
    used = [one for one in controls if one.has_a_say(values)]
    shown = {one.label: one.show(values[one.key.removeprefix(f"{page}_")]) for one in used}
    settings = [f"{label}: {text}" for label, text in shown.items() if text]
    with st.container(key="printed_settings"):
        st.text("; ".join(settings))


def _draw(control: Control, above: Mapping[str, Any]) -> Any:
    """Draw a control, which is left out or cannot be used where the values of those above say so."""
    if control.hidden is not None and control.hidden(above):
        address.leave_out(control.key)
        return control.kept()
    return control.draw(disabled=control.active is not None and not control.active(above), notice=False)
