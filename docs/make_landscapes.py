"""Makes evolution visible: ``python docs/make_landscapes.py [DIRECTORY]``, by default docs/images/landscapes.

The figures of section 5.11 of S. Starke, "Bio IK: A Memetic Evolutionary Algorithm for Generic
Multi-Objective Inverse Kinematics", dissertation, Universität Hamburg, 2020 (D), on our robots. D does not
give its targets: those here are where links are in a posture.

Needs ``pip install 'memetik[docs]'`` and a few minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

import memetik as mk
from memetik.generations import Generations

REACH = {  # of both arms, to the front and one to the side
    "spine_1_pitch": 0.3,
    "spine_2_yaw": 0.35,
    "left_shoulder_pitch": -1.3,
    "left_shoulder_roll": 0.4,
    "left_elbow_pitch": -0.6,
    "right_shoulder_pitch": -0.4,
    "right_shoulder_roll": -1.1,
    "right_elbow_pitch": -0.9,
}
STRIDE = {  # of a humanoid that reaches up
    "pelvis_z": -0.08,
    "spine_yaw": 0.3,
    "left_shoulder_pitch": -2.2,
    "left_elbow_pitch": -0.5,
    "right_shoulder_pitch": 0.5,
    "right_elbow_pitch": -0.8,
    "left_hip_pitch": -0.6,
    "left_knee_pitch": 0.7,
    "right_hip_pitch": 0.2,
    "right_knee_pitch": 0.5,
}
GRASP = {  # of a ball
    **{f"{finger}J3": 0.7 for finger in ("FF", "MF", "RF", "LF")},
    **{f"{finger}J2": 0.8 for finger in ("FF", "MF", "RF", "LF")},
    "FFJ4": -0.15,
    "LFJ4": -0.2,
    "LFJ5": 0.3,
    "THJ5": 0.3,
    "THJ4": 1.1,
    "THJ2": 0.3,
    "THJ1": 0.4,
    "WRJ1": 0.2,
}
ARM = {
    "rightShoulderPitch": -0.9,
    "rightShoulderRoll": 0.8,
    "rightShoulderYaw": 0.6,
    "rightElbowPitch": 1.3,
    "rightForearmYaw": 0.5,
}
STANCE = {  # of a humanoid that waves while it stands on one leg
    "torsoYaw": 0.4,
    "leftShoulderRoll": -1.3,
    "leftElbowPitch": -0.9,
    "rightShoulderPitch": -1.4,
    "rightShoulderRoll": 0.5,
    "rightElbowPitch": 1.2,
    "leftHipPitch": -0.8,
    "leftKneePitch": 1.2,
    "rightHipPitch": -0.2,
    "rightKneePitch": 0.4,
    "rightAnklePitch": -0.2,
}


def main() -> None:
    """Write mannequin.png, kyle.png, shadow_hand.png, valkyrie_arm.png and valkyrie's population."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images" / "landscapes"
    upper_body_by_elites(directory / "mannequin.png")
    full_body(directory / "kyle.png")
    grasp(directory / "shadow_hand.png")
    arm_by_random_seed(directory / "valkyrie_arm.png")
    population(directory)


def upper_body_by_elites(path: Path) -> None:
    """D's figure 5.29: with one elite a local search, with more of them several solutions at once."""
    whole = mk.Robot.load("mannequin")
    robot = whole.subtree("pelvis", ["left_hand", "right_hand", "eyes"])
    goals = poses(robot, REACH, ["left_hand", "right_hand", "eyes"])
    histories = {
        f"{elites} elite{'s' * (elites > 1)}": evolve(robot, goals, population=100, elites=elites)
        for elites in (1, 3, 6)
    }
    title = "Upper body of the mannequin: 1, 3 and 6 elites of 100 individuals"
    mk.plot.landscape(histories, rows=["fitness"], robot=robot, title=title).save(path)


def full_body(path: Path) -> None:
    """D's figure 5.30: individuals, procreation and elites."""
    robot = mk.Robot.load("kyle")
    goals = poses(robot, STRIDE, ["left_hand", "right_hand", "left_foot", "right_foot", "head"])
    history = evolve(robot, goals, population=100, elites=3)
    title = "Full body of Kyle: 100 individuals, 3 elites"
    mk.plot.landscape(history, robot=robot, title=title).save(path)


def grasp(path: Path) -> None:
    """D's figure 5.31: individuals and procreation; fingers may roll, so only places count."""
    robot = mk.Robot.load("shadow_hand")
    q = robot.pack(GRASP)
    goals = [mk.Position(tip, robot.fk(q, tip)[:3, 3]) for tip in robot.tips]
    history = evolve(robot, goals, population=100, elites=3)
    rows = ("fitness", "procreation")
    title = "Grasp of the Shadow hand: 100 individuals, 3 elites"
    mk.plot.landscape(history, rows=rows, robot=robot, title=title).save(path)


def arm_by_random_seed(path: Path) -> None:
    """D's figure 5.32 has several rows of individuals and does not say how they differ: here, by chance."""
    robot = mk.Robot.load("valkyrie").subtree("torso", "rightPalm")
    goals = poses(robot, ARM, ["rightPalm"])
    histories = {
        f"random seed {seed}": evolve(robot, goals, population=100, elites=3, random_seed=seed)
        for seed in range(3)
    }
    title = "Arm of Valkyrie: 100 individuals, 3 elites"
    mk.plot.landscape(histories, rows=["fitness"], robot=robot, title=title).save(path)


def population(directory: Path) -> None:
    """D's figures 5.26 to 5.28: 50 individuals with 3 elites, for hands, feet and the view of the head."""
    robot = mk.Robot.load("valkyrie")
    goals = poses(robot, STANCE, ["leftPalm", "rightPalm", "leftFoot", "rightFoot"])
    goals.append(mk.LookAt("head", (2.0, 0.6, 1.2), axis=(1, 0, 0)))
    history = evolve(robot, goals, population=50, elites=3)
    mk.plot.fitness(history, title="Valkyrie: 50 individuals, 3 elites").save(
        directory / "valkyrie_fitness.png"
    )
    for first in (1, 26):
        title = f"Valkyrie: individuals {first} to {first + 24} of the last generation"
        chart = mk.plot.population(robot, history, generation=-1, first=first, title=title, view=(0.4, 0.2))
        chart.save(directory / f"valkyrie_population_{first}.png")


def poses(robot: mk.Robot, posture: Mapping[str, float], links: Iterable[str]) -> list[mk.Goal]:
    """Links are to be where they are in ``posture``."""
    q = robot.pack({name: value for name, value in posture.items() if name in robot.variable_names})
    return [mk.Pose(link, np.asarray(robot.fk(q, link))) for link in links]


def evolve(
    robot: mk.Robot, goals: list[mk.Goal], *, population: int, elites: int, random_seed: int = 0
) -> Generations:
    """All individuals of an evolution by Bio IK, until the goals are met."""
    method = mk.methods.BioIK(population=population, elites=elites)
    solution = mk.Solver(robot, goals, method=method).solve(random_seed=random_seed, trace=True)
    print(solution)
    return solution.trace.generations


if __name__ == "__main__":
    main()
