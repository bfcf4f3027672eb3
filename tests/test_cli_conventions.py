"""What holds for all commands: exit codes, numbers, width, completion, ``python -m memetik``."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from memetik.cli import app

NEAR, FAR = ("--position", "0.5,0.1,0.4"), ("--position", "3,0,0")


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_python_m_memetik_is_memetik() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "memetik", "--help"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "Usage: memetik [OPTIONS]" in finished.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("solve", "panda", *NEAR), 0),
        (("solve", "pandda", *NEAR), 1),
        (("solve", "panda", "--positon", "1,2,3"), 2),
        (("solve", "panda", *NEAR, "--max-change", "0"), 3),
        (("solve", "panda", *FAR), 4),
        (("solve", "ur5", *FAR, "--all", "3"), 4),
        (("solve", "panda", *NEAR, "--all", "3", "--max-change", "0"), 3),
        (("solve", "panda", "--random", "50"), 0),
        (("solve", "panda", "--random", "3000", "--timeout", "0"), 3),
    ],
)
def test_the_exit_code_says_how_it_ended(arguments: tuple[str, ...], code: int) -> None:
    assert run(*arguments)[0] == code


@pytest.mark.parametrize("words", [("0.5", "0.1", "0.4"), ("0.5,0.1,0.4",), ("0.5, 0.1, 0.4",)])
def test_vectors_are_words_or_have_commas(words: tuple[str, ...]) -> None:
    assert run("solve", "panda", "--position", *words)[0] == 0
    assert run("solve", "panda", f"--position={','.join(words)}")[0] == 0


def test_a_vector_of_another_length_is_refused() -> None:
    code, text = run("solve", "panda", "--position", "0.5,0.1", "--rpy", "0,0,0")
    assert code == 2
    assert "--position: expected 3 numbers, such as 0.5,0.1,0.4; got" in " ".join(text.split())


HUGE = str(10**30)


@pytest.mark.parametrize(
    "options",
    [
        ("--random", HUGE),
        ("--random", "-1"),
        ("--random", "1e3"),
        (*NEAR, "--all", HUGE),
        (*NEAR, "--all", "-1"),
        (*NEAR, "--random-seed", HUGE),
        (*NEAR, "--random-seed", "-1"),
        (*NEAR, "--timeout", "nan"),
        (*NEAR, "--timeout", "-1"),
        (*NEAR, "--tolerance", "nan"),
        (*NEAR, "--tolerance", "-1e400"),
        (*NEAR, "--max-change", "nan"),
        (*NEAR, "--start", "panda_joint1=1e400"),
        (*NEAR, "--start", "1e300,0,0,0,0,0,0"),
        ("--position", "nan,0,0"),
        ("--position", "1e400,0,0"),
        ("--position", "1e300,0,0"),
        ("--rpy", "nan,0,0"),
        ("--quaternion", "nan,0,0,0"),
        ("--look-at", "0,0,1e400"),
    ],
)
def test_absurd_numbers_get_a_sentence(options: tuple[str, ...]) -> None:
    code, text = run("solve", "panda", *options)
    assert code in (1, 2)
    assert "error: " in text or "Invalid value" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("solve", "--help"),
        ("robots",),
        ("robots", "valkyrie"),
        ("robots", "snake(40)"),
        ("goals",),
        ("methods",),
        ("fk", "ur5"),
        ("solve", "ur5", "--position", "0.4,0.2,0.4", "--all", "32"),
        ("solve", "valkyrie", "--link", "rightPalm", "--position", "0.3,-0.3,1.2"),
        ("solve", "snake(40)", "--position", "0.4,0.2,0.4", "--all", "4"),
        ("solve", "panda", "--random", "5"),
    ],
)
def test_what_is_printed_fits_80_columns(arguments: tuple[str, ...]) -> None:
    tree = ("Robot '", "│", "├", "└")  # a robot's tree is printed as it is
    lines = [line.rstrip() for line in run(*arguments)[1].splitlines()]
    assert [line for line in lines if len(line) > 80 and not line.lstrip().startswith(tree)] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("memetik fk pan", {"panda"}),
        ("memetik fk panda panda_h", {"panda_hand", "panda_hand_tcp"}),
        ("memetik solve panda --link panda_h", {"panda_hand", "panda_hand_tcp"}),
        ("memetik solve panda --method bioik", {"bioik", "bioik2"}),
        ("memetik goals Look", {"LookAt"}),
        ("memetik fk pandda t", set()),
        ("memetik do", {"doctor"}),
    ],
)
def test_the_shell_completes_names(line: str, words: set[str]) -> None:
    environment = {
        "_MEMETIK_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    }
    finished = subprocess.run(
        [sys.executable, "-m", "memetik"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=os.environ | environment,
    )
    assert set(finished.stdout.split()) == words
