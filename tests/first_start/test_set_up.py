"""The environment is made where there is none, and made anew only where it cannot be used."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from terminal import ROOT


@pytest.fixture
def set_up() -> ModuleType:
    spec = importlib.util.spec_from_file_location("set_up", ROOT / "tools" / "set_up.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def calls(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that are run; each succeeds, and that of venv leaves an interpreter."""
    commands: list[list[str]] = []

    def call(command: list[str], **settings: object) -> int:
        commands.append(command)
        if command[1:3] == ["-m", "venv"]:
            interpreter(Path(command[3]))
        return 0 if Path(command[0]).exists() else 127

    monkeypatch.setattr(set_up.subprocess, "call", call)
    return commands


def interpreter(environment: Path) -> None:
    (environment / "bin").mkdir(parents=True, exist_ok=True)
    (environment / "bin" / "python").symlink_to(sys.executable)


def made(commands: list[list[str]]) -> bool:
    return any(command[1:3] == ["-m", "venv"] for command in commands)


def test_an_environment_is_made_and_then_complete(set_up: ModuleType, calls: list[list[str]], tmp_path: Path) -> None:
    environment = tmp_path / "a path with blanks" / ".venv"
    assert set_up.main([str(environment), "app"]) == 0
    assert made(calls)
    assert calls[-1][-1] == ".[app]"
    assert not (environment / set_up.UNFINISHED).exists()


def test_one_that_works_is_kept(set_up: ModuleType, calls: list[list[str]], tmp_path: Path) -> None:
    interpreter(tmp_path)
    (tmp_path / "of someone else").touch()
    assert set_up.main([str(tmp_path), "app"]) == 0
    assert not made(calls)
    assert (tmp_path / "of someone else").exists()


def test_one_that_was_interrupted_is_made_anew(set_up: ModuleType, calls: list[list[str]], tmp_path: Path) -> None:
    environment = tmp_path / ".venv"
    interpreter(environment)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (environment / set_up.UNFINISHED).write_text(str(ended.pid), encoding="ascii")
    (environment / "half a package").touch()
    assert set_up.main([str(environment), "app"]) == 0
    assert made(calls)
    assert not (environment / "half a package").exists()


def test_one_that_is_being_made_is_left_alone(set_up: ModuleType, calls: list[list[str]], tmp_path: Path) -> None:
    environment = tmp_path / ".venv"
    interpreter(environment)
    (environment / set_up.UNFINISHED).write_text(str(os.getppid()), encoding="ascii")
    with pytest.raises(set_up.SetUpError):
        set_up.prepare(environment)
    assert environment.exists()
    assert not made(calls)


def test_one_whose_python_is_gone_is_made_anew(set_up: ModuleType, calls: list[list[str]], tmp_path: Path) -> None:
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(tmp_path / "python that was removed")
    assert set_up.main([str(tmp_path / ".venv"), "app"]) == 0
    assert made(calls)


def test_a_failed_installation_is_made_anew_next_time(
    set_up: ModuleType, calls: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = tmp_path / ".venv"
    succeed = set_up.subprocess.call
    monkeypatch.setattr(
        set_up.subprocess, "call", lambda command, **rest: 1 if "install" in command else succeed(command, **rest)
    )
    assert set_up.main([str(environment), "app"]) == 1
    monkeypatch.setattr(set_up.subprocess, "call", succeed)
    calls.clear()
    assert set_up.main([str(environment), "app"]) == 0
    assert made(calls)


def test_without_ensurepip_nothing_is_left(
    set_up: ModuleType, calls: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(set_up.SetUpError):
        set_up.prepare(tmp_path / ".venv")
    assert not (tmp_path / ".venv").exists()


def test_a_folder_that_cannot_be_written_to_is_an_error_in_one_sentence(
    set_up: ModuleType, calls: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert set_up.main([str(tmp_path / "file" / ".venv"), "app"]) == 1
    assert str(tmp_path / "file" / ".venv") in capsys.readouterr().err
    assert not made(calls)


@pytest.mark.parametrize("setting", ["PYTHONPATH", "PIP_TARGET", "PIP_USER"])
def test_settings_of_another_environment_are_left_out(
    set_up: ModuleType, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, "elsewhere")
    assert setting not in set_up._settings()
