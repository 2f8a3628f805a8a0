"""The controls of the pages: one description each for the widget, its default and the texts that an address may have.

Every control is bound to a query parameter, so the address carries the state of the page. Streamlit checks bounds in
the browser only, and drops an unusable parameter silently or takes a part of it. Here every address is read in Python
and corrected before the widget sees it, and one line names the parameters that cannot be used.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def shorten(text: str, limit: int = 24) -> str:
    """Return the text without control characters, cut to a length that fits in a sentence."""
    clean = "".join(character for character in text if character.isprintable())
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


@dataclass(frozen=True)
class Control:
    """A widget bound to the query parameter `key`.

    `draw` puts the widget into the current container and returns a valid value. `parse` reads the text of an address;
    where the text cannot be used, it raises a ValueError whose message is the end of a sentence.

    Parameters
    ----------
    key : str
        Of the widget and of the query parameter.
    label : str
    default : object
    help : str, optional
    active : callable, optional
        Decides from the values of the controls above whether the widget can be used; an inactive one stays visible and
        keeps its value.
    on_change : callable, optional
        Called when the widget was changed.
    """

    key: str
    label: str
    default: Any
    help: str | None = field(default=None, kw_only=True)
    active: Callable[[Mapping[str, Any]], bool] | None = field(default=None, kw_only=True)
    on_change: Callable[[], None] | None = field(default=None, kw_only=True)

    def parse(self, text: str) -> Any:
        """Read the text of an address."""
        raise NotImplementedError

    def valid(self, value: Any) -> bool:
        """Return whether a value may be used."""
        raise NotImplementedError

    def show(self, value: Any) -> str:
        """Write a value as a reader sees it."""
        return str(value)

    def _widget(self, options: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def draw(self, *, disabled: bool = False, notice: bool = True) -> Any:
        """Draw the widget and return a valid value; with `notice`, draw the line about its query parameter above it.

        Streamlit forgets a widget and its query parameter while another page is shown. A copy of the value is kept; an
        address that names the control has priority over it.
        """
        kept = st.session_state.setdefault("kept_settings", {})
        taken_back = st.session_state.setdefault("taken_back", {})
        again = self.key in taken_back
        refused = until_shown(self.key, address_notice([self])) if notice else None
        wanted = taken_back.pop(self.key, st.session_state.get(self.key, kept.get(self.key, self.default)))
        named = self.key in st.query_params
        if not named and self.valid(wanted):
            if st.session_state.get(self.key, self.default) != wanted:
                st.session_state[self.key] = wanted
        elif named and self.key not in st.session_state:
            self._correct_address(kept)
        elif named and st.query_params.get_all(self.key) == self._written(self.default):
            # Streamlit treats an address that names the default as one that names nothing, and keeps what was set.
            st.session_state[self.key] = self.default
        place = st.empty() if notice else None
        value = self._widget(
            {
                "key": self.key,
                "help": self.help,
                "bind": "query-params",
                "disabled": disabled,
                "on_change": self.on_change or "rerun",
            }
        )
        value = value if self.valid(value) else self.default
        if not (named or again) and value != wanted and self.valid(wanted):
            # After the browser's Back, the address is the one without settings that a change of page leaves behind. In
            # this run it has priority over the value set above, in the next one it has not.
            taken_back[self.key] = wanted
            st.rerun()
        kept[self.key] = value
        if place is not None:
            show_notice(self.key, refused, value, place)
        return value

    def read(self, given: Sequence[str]) -> Any:
        """Return the value that an address stands for: the default, if it cannot be used."""
        try:
            (text,) = given
            return self.parse(text)
        except ValueError:
            return self.default

    def _correct_address(self, kept: dict[str, Any]) -> None:
        """Where Streamlit may read the address differently, replace its text by that of the value, and start again."""
        given = st.query_params.get_all(self.key)
        value = self.read(given)
        if given == self._written(value):
            return
        kept[self.key] = value
        if value == self.default:
            del st.query_params[self.key]
        else:
            st.query_params[self.key] = self._written(value)
        st.rerun()

    def _written(self, value: Any) -> list[str]:
        """Write a value as it stands in an address."""
        return [self.show(value)]


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

    def _widget(self, options: Mapping[str, Any]) -> Any:
        return st.slider(self.label, self.low, self.high, self.default, self.step, **options)


@dataclass(frozen=True)
class Seed(Number):
    """A whole number typed in a box.

    The widget holds a float: Streamlit (1.67) fails on `inf` in the address of a whole-number box.
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
        return st.number_input(self.label, self.low, self.high, self.default, self.step, format="%.0f", **options)

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
class Choice(Control):
    """One of several named values: a row of segments, or a list where there are many or their names are long."""

    options: Mapping[Any, str] = field(kw_only=True)
    segments: bool = field(default=False, kw_only=True)

    def parse(self, text: str) -> Any:
        """Read the name of a choice, or its value, which a link typed by hand is likely to have."""
        for value, name in self.options.items():
            if text in (name, str(value)):
                return value
        raise ValueError("is not one of the choices")

    def valid(self, value: Any) -> bool:
        """Return whether a value can be chosen."""
        return value in self.options

    def show(self, value: Any) -> str:
        """Return the name of a choice."""
        return self.options[value]

    def _widget(self, options: Mapping[str, Any]) -> Any:
        values = list(self.options)
        if self.segments:
            # An empty parameter in the address clears the row of segments, although a choice is required.
            if st.session_state.get(self.key, self.default) is None:
                st.session_state[self.key] = self.default
            return st.segmented_control(
                self.label, values, default=self.default, format_func=self.show, required=True, **options
            )
        return st.selectbox(self.label, values, index=values.index(self.default), format_func=self.show, **options)


@dataclass(frozen=True)
class Many(Control):
    """Any number of named values; the address has the query parameter once for each."""

    options: Mapping[Any, str] = field(kw_only=True)
    at_most: int | None = field(default=None, kw_only=True)

    def parse(self, text: str) -> Any:
        """Read the name of one of the values, or the value itself."""
        for value, name in self.options.items():
            if text in (name, str(value)):
                return value
        raise ValueError("is not one of the choices")

    def read(self, given: Sequence[str]) -> Any:
        """Return the values that can be used; the default, if there is none."""
        found = []
        for text in given:
            with contextlib.suppress(ValueError):
                found.append(self.parse(text))
        return list(dict.fromkeys(found))[: self.at_most] or self.default

    def _written(self, value: Any) -> list[str]:
        return [self.options[one] for one in value]

    def valid(self, value: Any) -> bool:
        """Return whether all values can be chosen."""
        return isinstance(value, list) and all(one in self.options for one in value)

    def show(self, value: Any) -> str:
        """Return the names of the values."""
        return ", ".join(self.options[one] for one in value)

    def _widget(self, options: Mapping[str, Any]) -> Any:
        return st.multiselect(
            self.label,
            list(self.options),
            default=self.default,
            format_func=lambda value: self.options.get(value, str(value)),
            max_selections=self.at_most,
            **options,
        )


def address_notice(controls: Sequence[Control]) -> str | None:
    """Return one line that names every query parameter that could not be used, or None.

    Call it before the controls are drawn: drawing removes what cannot be used from the address.
    """
    refused = []
    for control in controls:
        given = st.query_params.get_all(control.key)
        if len(given) > 1 and not isinstance(control, Many):
            default = f"{control.label.lower()} is {control.show(control.default)}"
            refused.append(f"{control.key} is given {len(given)} times, so {default}")
            continue
        for text in given:
            try:
                control.parse(text)
            except ValueError as reason:
                instead = (
                    "it is left out"
                    if isinstance(control, Many)
                    else f"{control.label.lower()} is {control.show(control.default)}"
                )
                refused.append(f"{control.key} = “{shorten(text)}” {reason}, so {instead}")
    return "Not used from the address: " + "; ".join(refused) + "." if refused else None


def draw_all(page: str, groups: Mapping[str, Sequence[Control]], where: DeltaGenerator | None = None) -> dict[str, Any]:
    """Draw groups of controls, and the line about the query parameters that cannot be used.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    groups : mapping of str to sequence of Control
        By their headings; a group with an empty title has none.
    where : DeltaGenerator, optional
        The sidebar by default.

    Returns
    -------
    dict
        The values, by the key without the prefix.
    """
    notice = until_shown(page, address_notice([control for group in groups.values() for control in group]))
    # Drawn in every run, so that what follows keeps its position when the line appears or disappears.
    place = st.empty()
    values: dict[str, Any] = {}
    with where if where is not None else st.sidebar:
        for title, group in groups.items():
            if title:
                st.subheader(title, anchor=False)
            for control in group:
                disabled = control.active is not None and not control.active(values)
                values[control.key.removeprefix(f"{page}_")] = control.draw(disabled=disabled, notice=False)
    show_notice(page, notice, values, place)
    return values


def until_shown(key: str, notice: str | None) -> str | None:
    """Return the line about the address that is still to be shown, also after a rerun that came before that."""
    return st.session_state.setdefault(f"{key}_notice_to_show", notice)


def show_notice(key: str, notice: str | None, values: Any, where: Any) -> None:
    """Draw the line about the address until the values change."""
    del st.session_state[f"{key}_notice_to_show"]
    kept = f"{key}_notice"
    if notice is not None:
        st.session_state[kept] = (notice, values)
    if kept in st.session_state:
        notice, values_then = st.session_state[kept]
        if values_then == values:
            where.warning(notice, icon=":material/link_off:")
        else:
            del st.session_state[kept]
