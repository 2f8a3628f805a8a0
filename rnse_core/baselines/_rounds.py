"""Iterative solvers as steps that can be counted, stopped and interrupted without losing what there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Generic, TypeVar

from rnse_core.baselines._common import Callback, Rounds
from rnse_core.exceptions import ParameterError, Reason

State = TypeVar("State")
# What a solver yields after each round: its unknowns, whether they have settled, and the numbers for the history.
Step = tuple[State, bool, dict[str, Any]]


class SolverRounds(Rounds, Generic[State]):
    """Rounds that keep the unknowns of the last complete one.

    Parameters
    ----------
    callback : callable or None
        ``callback(iteration, info)``; True stops.

    Attributes
    ----------
    state : object or None
        Unknowns after the last round; None before the first.
    settled : bool
        Whether the solver calls them final.
    """

    def __init__(self, callback: Callback | None) -> None:
        super().__init__(callback)
        self.state: State | None = None
        self.settled = False

    def run(self, steps: Iterator[Step[State]], max_iter: int) -> State:
        """Take steps until they settle, the callback says stop, or `max_iter` are done; return the last state."""
        try:
            for self.state, self.settled, info in islice(steps, max_iter):
                if self.record(**info) or self.settled:
                    break
        except BaseException:
            # An interruption is a wish to stop, not a failure to converge.
            self.stopped = True
            raise
        if self.state is None:
            raise ParameterError("max_iter", max_iter, Reason.TOO_SMALL, bound=1)
        return self.state
