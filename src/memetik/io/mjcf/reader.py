"""Reads robots from MJCF files, texts and models; MuJoCo compiles them to a ``mujoco.MjModel`` first."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...errors import MissingDependencyError, RobotError
from ...robot import Robot, edit
from ...robot.annotations import Annotations
from ...robot.topology import Topology
from ..faults import Faults
from ..safe_text import MAX_JOINTS, located, read_bytes, shown
from ..safe_xml import Element, parse_xml, tag_of
from .bodies import bodies
from .couplings import closable, couplings
from .expanded_size import check_expanded_size
from .keyframes import keyframes
from .missing_files import replace_missing_files
from .names import Names

_FILES_SHOWN = 10


def read_mjcf(path: str | os.PathLike[str]) -> Robot:
    """The robot in an MJCF file and the files it includes; needs ``memetik[mujoco]``.

    Meshes and textures may be missing, which is a :class:`~memetik.RobotWarning`. Every failure is a
    :class:`~memetik.RobotError` with the file's name and MuJoCo's message.
    """
    path = Path(path)
    faults = Faults(path.name or str(path))
    with located(faults.source):
        directory = path.absolute().parent
        _check(parse_xml(read_bytes(path), faults), directory)
        mujoco = import_mujoco()
        model = _model(lambda: mujoco.MjSpec.from_file(str(path)), directory, faults)
        robot = _robot(model, path.stem, faults)
    faults.warn()
    return robot


def parse_mjcf(text: str, *, base_dir: str | os.PathLike[str] | None = None) -> Robot:
    """The robot in the text of an MJCF file; meshes are relative to ``base_dir``."""
    faults = Faults("<string>")
    with located(faults.source):
        _check(parse_xml(text, faults), None if base_dir is None else Path(base_dir))
        mujoco = import_mujoco()

        def make_spec() -> Any:
            spec = mujoco.MjSpec.from_string(text)
            if base_dir is not None:
                spec.modelfiledir = str(base_dir)
            return spec

        robot = _robot(_model(make_spec, Path(base_dir or ""), faults), "robot", faults)
    faults.warn()
    return robot


def read_model(model: Any, name: str = "robot") -> Robot:
    """The robot in a ``mujoco.MjModel`` or ``MjSpec``, called ``name`` if the model has no name."""
    if hasattr(model, "compile"):
        model = _compiled(model.compile)
    if not hasattr(model, "jnt_type"):
        raise RobotError(f"expected a mujoco.MjModel or MjSpec, got {type(model).__name__}")
    faults = Faults(name)
    robot = _robot(model, name, faults)
    faults.warn()
    return robot


def _robot(model: Any, name: str, faults: Faults) -> Robot:
    if model.nbody + model.njnt > MAX_JOINTS:
        raise RobotError(f"{model.nbody} bodies and {model.njnt} joints; at most {MAX_JOINTS} are read")
    names = Names(model)
    coupled = couplings(model, names, faults)
    topology = edit.lock(Topology.of(*bodies(model, names, coupled.mimics)), coupled.constants)
    faults.note_odd_units(topology)
    robot = Robot._from_topology(names.model or name, topology)
    postures = keyframes(model, names, robot, faults)
    loops = closable(coupled.loops, robot, faults)
    return robot._annotated(Annotations(faults.messages, postures, loops))


def import_mujoco() -> Any:
    """The package mujoco, or an error that says how to install it."""
    try:
        import mujoco
    except ImportError:
        raise MissingDependencyError("reading MuJoCo models", "mujoco") from None
    return mujoco


def _check(root: Element, directory: Path | None) -> None:
    if tag_of(root) == "mujocoinclude":
        raise RobotError(
            "the root element is <mujocoinclude>: a part for other files to include, not a model"
        )
    if tag_of(root) != "mujoco":
        raise RobotError(f"the root element is <{shown(tag_of(root))}>, not <mujoco>")
    check_expanded_size(root, directory)


def _model(make_spec: Callable[[], Any], directory: Path, faults: Faults) -> Any:
    """The compiled model; files that it lacks are a fault, not an error."""
    try:
        return _compiled(lambda: make_spec().compile())
    except RobotError:
        spec = _compiled(make_spec)
        missing = replace_missing_files(spec, directory)
        if not missing:
            raise
    listed = ", ".join(missing[:_FILES_SHOWN]) + (", ..." if len(missing) > _FILES_SHOWN else "")
    lost = "their shapes, and masses that depend on them, are left out"
    faults.note(f"{len(missing)} files are missing: {listed}; {lost}")
    return _compiled(spec.compile)


def _compiled(compile_model: Callable[[], Any]) -> Any:
    with _quiet():
        try:
            return compile_model()
        except (ValueError, RuntimeError) as error:
            raise RobotError(f"MuJoCo reports: {' '.join(str(error).split())}") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress MuJoCo's warnings, which are about dynamics and go to a file in the working directory."""
    mujoco = import_mujoco()
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda message: None)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        mujoco.set_mju_user_warning(before)
