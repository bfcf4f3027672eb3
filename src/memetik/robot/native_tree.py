"""Converts the description of a robot to the core's tree, which has indices instead of names."""

from __future__ import annotations

import numpy as np

from .. import _core
from .joint_types import NATIVE_KINDS
from .topology import Topology
from .variables import Variables


def native_tree(topology: Topology, variables: Variables) -> _core.Tree:
    """The core's tree for the links and joints of ``topology`` and the limits of ``variables``."""
    links, joints, slices = topology.links, topology.joints, variables.slices
    masses = [link.inertial.mass if link.inertial else 0.0 for link in links]
    centers = [link.inertial.com if link.inertial else np.zeros(3) for link in links]
    owners = [joint.mimic.joint if joint.mimic else joint.name for joint in joints]
    return _core.Tree(
        kinds=np.array([NATIVE_KINDS[joint.type] for joint in joints], dtype=np.int32),
        parents=np.array([topology.link_index[joint.parent] for joint in joints], dtype=np.int32),
        origins=np.array([joint.origin for joint in joints]).reshape(-1, 4, 4),
        axes=np.array([joint.axis for joint in joints]).reshape(-1, 3),
        variables=np.array([slices[n].start if n in slices else -1 for n in owners], dtype=np.int32),
        is_mimic=np.array([joint.mimic is not None for joint in joints], dtype=np.int32),
        multipliers=np.array([joint.mimic.multiplier if joint.mimic else 1.0 for joint in joints]),
        offsets=np.array([joint.mimic.offset if joint.mimic else 0.0 for joint in joints]),
        masses=np.array(masses),
        centers=np.array(centers).reshape(-1, 3),
        lower=variables.lower,
        upper=variables.upper,
    )
