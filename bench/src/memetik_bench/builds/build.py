"""Build: a folder with an installed memetik, and the process in which it runs."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import memetik as mk
from memetik import MemetikError

if TYPE_CHECKING:
    from typing_extensions import Self

_PROGRAM = Path(__file__).with_name("worker.py")


class BuildError(MemetikError):
    """A build of memetik cannot be used, or its process failed."""


@dataclass(frozen=True)
class Build:
    """The build of memetik in ``folder``, with the name it has in tables."""

    name: str
    folder: Path


def own_build() -> Build:
    """Return the build that this process uses."""
    return Build("this build", Path(mk.__file__).resolve().parents[1])


def build_in(folder: Path, name: str | None = None) -> Build:
    """Return the build that ``pip install -t folder`` made. Its name is the folder's, unless given."""
    folder = folder.resolve()
    if not (folder / "memetik" / "__init__.py").is_file():
        raise BuildError(
            f"{folder} has no package memetik; make a build of a commit with "
            "`pip install CHECKOUT --no-deps -t DIR` and give that DIR"
        )
    return Build(name or folder.name, folder)


class Worker:
    """A process that imports one build; a context manager ends it.

    ``prefix`` are words before the command that starts it, such as those of valgrind.

    Its methods are called by :meth:`call`; they are those of ``Service`` in ``worker.py``.
    """

    def __init__(self, build: Build, prefix: Sequence[str] = ()) -> None:
        self.build = build
        self._process = subprocess.Popen(
            [*prefix, sys.executable, str(_PROGRAM), str(build.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"},
        )
        try:
            self.facts: dict[str, str] = self.call("describe")
            if Path(self.facts["folder"]) != build.folder:
                raise BuildError(
                    f"memetik was imported from {self.facts['folder']} instead of {build.folder}: an "
                    "editable installation takes precedence; install memetik without -e"
                )
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def call(self, command: str, *arguments: object) -> Any:
        """Return the result of a command in the process."""
        sink, source = self._process.stdin, self._process.stdout
        assert sink is not None and source is not None
        try:
            pickle.dump((command, arguments), sink)
            sink.flush()
            succeeded, result = pickle.load(source)
        except (EOFError, BrokenPipeError):
            status = self._process.wait()
            raise BuildError(f"the process of the build in {self.build.folder} ended with {status}") from None
        if not succeeded:
            raise BuildError(f"{command} failed with the build in {self.build.folder}:\n{result}")
        return result

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
