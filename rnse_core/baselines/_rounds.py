"""Iterative solvers as iterators: counted, stopped by a callback, and interrupted without losing the last round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Generic, TypeVar

from rnse_core.baselines._common import Callback, Rounds
from rnse_core.exceptions import ParameterError, Reason

State = TypeVar("State")
# Yielded after each round: the unknowns, whether they have converged, and the numbers for the history.
Step = tuple[State, bool, dict[str, Any]]


class SolverRounds(Rounds, Generic[State]):
    """Rounds that keep the unknowns of the last complete round.

    Parameters
    ----------
    callback : callable or None
        ``callback(iteration, info)``; returning True stops the solver.

    Attributes
    ----------
    state : object or None
        Unknowns after the last round; None before the first.
    settled : bool
        Whether the solver has converged.
    """

    def __init__(self, callback: Callback | None) -> None:
        super().__init__(callback)
        self.state: State | None = None
        self.settled = False

    def run(self, steps: Iterator[Step[State]], max_iter: int) -> State:
        """Run until convergence, a stop by the callback, or `max_iter` rounds; return the last state."""
        try:
            for self.state, self.settled, info in islice(steps, max_iter):
                if self.record(**info) or self.settled:
                    break
        except BaseException:
            # An interruption counts as a stop, not as a failure to converge.
            self.stopped = True
            raise
        if self.state is None:
            raise ParameterError("max_iter", max_iter, Reason.TOO_SMALL, bound=1)
        return self.state
