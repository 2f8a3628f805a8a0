"""Memory estimates, and the memory that is free."""

import platform
from types import SimpleNamespace

import psutil
import pytest
from expected import raised

from rnse_core._base import memory
from rnse_core.exceptions import NotEnoughMemory


def machine_with(monkeypatch, available):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=available))


def test_needed_and_most_are_inverse():
    for n in (1, 10, 12_345):
        assert memory.most_samples(memory.needed_bytes(n)) == n
        assert memory.most_samples(memory.needed_bytes(n) - 1) == n - 1


@pytest.mark.parametrize(
    ("on_machine", "in_groups", "expected"),
    [(5000, [], 5000), (5000, [7000, 9000], 5000), (5000, [7000, 2000], 2000), (5000, [0], 0)],
)
def test_the_least_limit_counts(monkeypatch, on_machine, in_groups, expected):
    machine_with(monkeypatch, on_machine)
    monkeypatch.setattr(memory, "memory_left_in_groups", lambda: in_groups)
    assert memory.available_bytes() == expected


@pytest.mark.parametrize("error", [OSError, NotImplementedError, RuntimeError, psutil.AccessDenied])
def test_a_system_that_does_not_tell_is_small(monkeypatch, error):
    def refuse():
        raise error

    monkeypatch.setattr(psutil, "virtual_memory", refuse)
    monkeypatch.setattr(memory, "memory_left_in_groups", lambda: [])
    assert memory.available_bytes() == memory.UNKNOWN_BYTES
    monkeypatch.setattr(memory, "memory_left_in_groups", lambda: [1000])
    assert memory.available_bytes() == 1000


def test_memory_is_counted_in_bytes():
    assert 2**20 < memory.available_bytes() <= psutil.virtual_memory().total


def test_refusal_names_what_fits(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: memory.needed_bytes(100))
    memory.check_memory(100)
    with raised(NotEnoughMemory, n_samples=101, most_samples=100, needed_bytes=memory.needed_bytes(101)):
        memory.check_memory(101)


def test_glibc_is_asked_for_freed_memory_where_it_is_the_c_library():
    assert memory.give_back_memory() == (platform.libc_ver()[0] == "glibc")
