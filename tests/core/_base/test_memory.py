"""Memory estimates."""

from expected import raised

from rnse_core._base import memory
from rnse_core.exceptions import NotEnoughMemory


def test_needed_and_most_are_inverse():
    for n in (1, 10, 12_345):
        assert memory.most_samples(memory.needed_bytes(n)) == n
        assert memory.most_samples(memory.needed_bytes(n) - 1) == n - 1


def test_there_is_some_memory_free():
    assert memory.available_bytes() > 2**20


def test_a_container_limit_counts(monkeypatch):
    answers = {"/sys/fs/cgroup/memory.max": "3000", "/sys/fs/cgroup/memory.current": "1000"}
    monkeypatch.setattr(memory, "_free_on_machine", lambda: 2**40)
    monkeypatch.setattr(memory.Path, "read_text", lambda self, **_: answers[str(self)])
    assert memory.available_bytes() == 2000
    answers["/sys/fs/cgroup/memory.max"] = "max"
    assert memory.available_bytes() == 2**40


def test_a_machine_that_says_nothing_is_small(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise OSError

    monkeypatch.setattr(memory.Path, "read_text", refuse)
    monkeypatch.setattr(memory.os, "sysconf", refuse)
    assert memory.available_bytes() == memory.UNKNOWN_BYTES


def test_refusal_names_what_fits(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: memory.needed_bytes(100))
    memory.check_memory(100)
    with raised(NotEnoughMemory, n_samples=101, most_samples=100, needed_bytes=memory.needed_bytes(101)):
        memory.check_memory(101)
