"""Pages are drawn in the order in which they were asked for, and no page waits for one that computes for long."""

import threading
import time

import pytest

from pages.shared.turns import Turns

SOON = 20.0


def waiting(turns, count):
    """Wait until so many threads wait for a turn."""
    end = time.monotonic() + SOON
    while len(turns._waiting) < count:
        assert time.monotonic() < end
        time.sleep(0.001)


def in_threads(turns, count, body, look=lambda: None):
    """Ask for turns in threads, one after the other; return the threads."""

    def one(number):
        with turns.turn(look):
            body(number)

    threads = []
    for number in range(count):
        threads.append(threading.Thread(target=one, args=(number,), daemon=True))
        threads[-1].start()
        waiting(turns, number + 1)
    return threads


def joined(threads):
    for thread in threads:
        thread.join(SOON)
    return not any(thread.is_alive() for thread in threads)


def test_turns_are_given_in_the_order_of_asking():
    turns, order = Turns(at_once=1, seconds=SOON), []
    with turns.turn(lambda: None):
        threads = in_threads(turns, 8, order.append)
        assert order == []
    assert joined(threads)
    assert order == list(range(8))


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_only_so_many_turns_are_under_way_at_a_time(at_once):
    turns, lock, now, most = Turns(at_once=at_once, seconds=SOON), threading.Lock(), [0], [0]

    def body(_):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.01)
        with lock:
            now[0] -= 1

    threads = [threading.Thread(target=lambda: enter(turns, body), daemon=True) for _ in range(12)]
    for thread in threads:
        thread.start()
    assert joined(threads)
    assert most[0] == at_once


def enter(turns, body):
    with turns.turn(lambda: None):
        body(0)


def test_a_page_that_computes_for_long_is_not_waited_for():
    turns = Turns(at_once=1, seconds=0.05)
    drawn, end = threading.Event(), threading.Event()
    with turns.turn(lambda: None):
        threads = in_threads(turns, 1, lambda _: drawn.set())
        assert drawn.wait(SOON), "it waited for a turn that has lasted too long"
        end.set()
    assert joined(threads)


@pytest.mark.parametrize("where", ["waiting", "drawing"])
def test_a_script_that_is_ended_leaves_its_turn_to_the_next(where):
    class EndedError(Exception):
        pass

    def end():
        raise EndedError

    turns, drawn = Turns(at_once=1, seconds=SOON), []
    if where == "drawing":
        with pytest.raises(EndedError), turns.turn(lambda: None):
            end()
    else:
        with turns.turn(lambda: None), pytest.raises(EndedError), turns.turn(end):
            drawn.append("the turn of another one")
    with turns.turn(lambda: None):
        drawn.append("mine")
    assert drawn == ["mine"]
    assert not turns._waiting and not turns._started


def test_the_next_one_gets_the_turn_of_one_that_gave_up():
    turns, order = Turns(at_once=1, seconds=SOON), []
    given_up = threading.Event()

    def give_up():
        if not given_up.is_set():
            given_up.set()
            raise TimeoutError

    def impatient():
        with pytest.raises(TimeoutError), turns.turn(give_up):
            order.append("given up")

    with turns.turn(lambda: None):
        first = threading.Thread(target=impatient, daemon=True)
        first.start()
        waiting(turns, 1)
        others = in_threads_after(turns, order)
        assert given_up.wait(SOON)
    assert joined([first, *others])
    assert order == ["second"]


def in_threads_after(turns, order):
    """Ask for one more turn behind the one that waits."""

    def second():
        with turns.turn(lambda: None):
            order.append("second")

    thread = threading.Thread(target=second, daemon=True)
    thread.start()
    waiting(turns, 2)
    return [thread]
