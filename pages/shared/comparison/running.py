"""Running the fits of a comparison that have no record: progress, "Stop run", and why the last run ended."""

from __future__ import annotations

import threading
from pathlib import Path

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.comparison.plan import Plan, count_automatic, reason_to_wait, use_another_file
from pages.shared.comparison.progress import ComparisonLog
from pages.shared.runs.progress import RunArea, heavy_turn
from pages.shared.text import as_code
from rnse_core.exceptions import StoreError, StoreProblem
from rnse_core.experiments import compare, tried_again
from rnse_core.experiments.isolated import processes_kept
from rnse_core.wording import counted

#: How often the page looks for a click.
POLL_SECONDS = 0.2
#: A page that is opened starts so many fits without a click.
AUTOMATIC_FITS = 30
STOPPED = "The run was stopped."
LEFT = "The run ended because this page was left, or something on it was changed."


def reason_of_end(plan: Plan) -> str:
    """Return why the last run of this plan ended before all fits were done; empty if it did not."""
    key, sentence = st.session_state.get("cp_ended_early", (None, ""))
    return sentence if key == plan.key() else ""


def _note_end(plan: Plan, sentence: str) -> None:
    st.session_state["cp_ended_early"] = (plan.key(), sentence)


def run_missing(
    plan: Plan, missing: int, area: RunArea, *, known: pd.DataFrame | None = None, automatic: bool = False
) -> None:
    """Run the fits without a record, with progress and a stop button; whatever ends the script ends the run too.

    The fits run in a process of their own, one after the other, and a thread waits for them: the script itself has to
    be free to notice a click. Meanwhile it shows the results so far.

    Parameters
    ----------
    plan : Plan
    missing : int
        Fits that are going to be run.
    area : RunArea
    known : DataFrame, optional
        The records that there are, to be shown with the new ones.
    automatic : bool, default=False
        Whether the run started without a click, so that slow fits are left out.
    """
    stop = threading.Event()
    log = ComparisonLog(missing, pd.DataFrame() if known is None else known)
    failures: list[BaseException] = []
    # Made here, since another thread cannot reach the state of the session.
    calls = plan.calls(automatic=automatic)

    def work() -> None:
        try:
            with processes_kept():
                for call in calls:
                    if not stop.is_set():
                        compare(**call, n_jobs=1, stop=stop.is_set, on_start=log.start, on_result=log.add)
        except BaseException as error:  # handed to the thread that waits
            failures.append(error)

    # Withdrawn below: a script that is ended cannot note anything any more.
    _note_end(plan, LEFT)
    with area.progress.container():
        bar = st.progress(*log.status())
        st.button("Stop run", key="cp_stop", icon=":material/stop_circle:", on_click=_note_end, args=(plan, STOPPED))
        finished = st.empty()
    thread = threading.Thread(target=work, daemon=True)
    with heavy_turn(lambda text: bar.progress(0.0, text)):
        thread.start()
        try:
            while thread.is_alive():
                bar.progress(*log.status())
                table = log.new_table(list(plan.data), plan.methods, plan.preprocess)
                if table is not None:
                    finished.dataframe(table, alt="Results so far: accuracy and seconds of every method")
                thread.join(POLL_SECONDS)
        finally:
            stop.set()
            thread.join()
    del st.session_state["cp_ended_early"]
    area.progress.empty()
    if failures:
        raise failures[0]


def complete(
    plan: Plan, frame: pd.DataFrame, missing: int, area: RunArea, notes: DeltaGenerator, *, first_visit: bool
) -> None:
    """Run the fits without a record, and rerun the page; or draw a button that does so.

    The script stops here where there are no records to show.

    Parameters
    ----------
    plan : Plan
    frame : DataFrame
        The records that there are.
    missing : int
        Fits without a record, at least one.
    area : RunArea
    notes : DeltaGenerator
        For the button, and notes about what is missing.
    first_visit : bool
        Whether a few fits may start without a click.
    """
    again = int(tried_again(frame, plan.time_limit).sum())
    new = missing - again
    offer = notes.empty()
    with offer.container():
        asked = _offer_run(plan, frame, new, again)
    automatic = 0 if asked or not first_visit else count_automatic(plan, missing)
    if asked or 0 < automatic <= AUTOMATIC_FITS:
        offer.empty()
        try:
            run_missing(plan, automatic or missing, area, known=frame, automatic=automatic > 0)
        except StoreError as error:
            _note_end(plan, interrupted(error))
        st.rerun()
    if frame.empty:
        st.stop()
    if new:
        notes.caption(f"Shown below: the {counted(len(frame), 'result')} so far.")


_REASONS = {
    StoreProblem.LOCKED: "is held by another program",
    StoreProblem.FULL: "finds no space on the disk of the server",
    StoreProblem.DAMAGED: "is damaged",
}


def interrupted(error: StoreError) -> str:
    """Return what ended a run that could not write its results."""
    reason = _REASONS.get(error.problem, "cannot be read or written any more")
    return f"The run ended: the file {Path(error.path).name}, in which the server keeps the results, {reason}."


def show_unusable(error: StoreError) -> None:
    """Draw why the results that there are cannot be read, and a way on."""
    name = Path(error.path).name
    reason = _REASONS.get(error.problem, "cannot be read or written any more")
    st.error(
        f"The file {as_code(name)}, in which the server keeps the results, {reason}. It is left as it is, with what "
        "was finished before.",
        icon=":material/error:",
    )
    st.button("Try again", key="cp_again", icon=":material/replay:")
    if error.problem is not StoreProblem.LOCKED:
        st.button(
            "Go on with a new file",
            key="cp_new_file",
            icon=":material/note_add:",
            on_click=use_another_file,
            args=(error.path,),
            help="Fits are run again; the other file is not touched.",
        )


def _offer_run(plan: Plan, frame: pd.DataFrame, new: int, again: int) -> bool:
    """Draw a button that runs the missing fits, and why they did not run; return whether it was clicked."""
    ended = reason_of_end(plan)
    if ended:
        st.info(f"{ended} What was finished is kept; the button goes on.", icon=":material/stop_circle:")
    waiting = reason_to_wait(plan, frame)
    if waiting:
        st.info(waiting, icon=":material/hourglass_top:")
    return st.button(
        f"Run {'the ' if len(frame) else ''}{counted(new, 'missing fit' if len(frame) else 'fit')}"
        if new
        else f"Try {counted(again, 'fit')} again",
        type="primary" if new else "secondary",
        icon=":material/play_arrow:" if new else ":material/replay:",
        key="cp_run",
    )
