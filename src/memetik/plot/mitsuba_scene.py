"""Describes scenes for mitsuba: plastic solids, a floor that fades out, a large lamp, ambient light."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..collision.drawing import stretch, unit_sphere_faces
from ..collision.shapes import Color, Mesh
from ..transforms import Array
from .camera import Camera
from .denoise import Image
from .meshes import MeshFiles
from .posed_shapes import PosedShape

_FLOOR = (0.56, 0.58, 0.60)
_KEY, _SKY = (36.0, 35.0, 33.5), (0.52, 0.55, 0.59)
_BRIGHTEST = 0.72  # maximum reflectance, so that shades on white plastic stay distinct
_FILM_OPACITY = 0.15  # of a surface; a path crosses several, which overlap
_DEPTH, _FILM_DEPTH = 4, 24  # of light paths; each surface of a translucent shape counts
EXPOSURES = 4
"""Pictures of the same scene with different noise, which is filtered by comparing them."""


class MitsubaScene:
    """Describes a scene for mitsuba, and a second one with the same solids in flat colours."""

    def __init__(self, mitsuba: Any, meshes: MeshFiles) -> None:
        self._mi = mitsuba
        self._meshes = meshes
        self._plastics: dict[Color, Any] = {}
        self._labels: dict[object, dict[str, Any]] = {}
        self._scene: dict[str, Any] = {"type": "scene"}
        self._depth = _DEPTH
        self._solids: dict[str, Any] = {"type": "scene"}

    def add(self, posed: PosedShape) -> None:
        """Add a shape."""
        shape, pose = posed.shape, posed.pose
        parts = [(self._plugin(kind, place), pose @ place) for kind, place in shape.parts()]
        if isinstance(shape, Mesh):
            parts = [(self._meshes.plugin(shape), pose @ stretch(*shape.scale))]
        elif (faces := shape._faces()) is not None and len(faces):
            parts = [(self._meshes.plugin_of_faces(faces), pose)]
        self._put(parts, self._plastic(posed.color), (posed.link, posed.color))

    def _plugin(self, kind: str, place: Array) -> dict[str, Any]:
        """The renderer's description of a part; its spheres cannot be stretched to ellipsoids."""
        scales = np.linalg.norm(place[:3, :3], axis=0)
        if kind == "sphere" and np.ptp(scales) > 1e-9 * scales.max():
            return self._meshes.plugin_of_faces(unit_sphere_faces())
        return {"type": kind}

    def add_film(self, posed: PosedShape) -> None:
        """Add a translucent shape."""
        parts = [({"type": kind}, posed.pose @ place) for kind, place in posed.shape.parts()]
        look = {"type": "mask", "opacity": _FILM_OPACITY, "plastic": self._plastic(posed.color)}
        self._put(parts, look, (posed.link, posed.color))
        self._depth = _FILM_DEPTH

    def add_floor(self, center: Array, radius: float) -> None:
        """Add a round floor about ``center`` [m] that becomes transparent towards its edge."""
        opacity = _smooth_step(np.linspace(1.25, 0.0, 256)).astype(np.float32)
        texture = self._mi.Bitmap(np.tile(opacity[None, :, None], (2, 1, 1)))
        fading = {"type": "bitmap", "bitmap": texture, "raw": True, "wrap_mode": "clamp"}
        matt = {"type": "diffuse", "reflectance": _rgb(_FLOOR)}
        place = np.eye(4)
        place[:3, 3] = center
        self._put(
            [({"type": "disk"}, place @ stretch(radius))],
            {"type": "mask", "opacity": fading, "matt": matt},
            "floor",
        )

    def add_lights(self, camera: Camera, center: Array, radius: float) -> None:
        """Add a square lamp above and left of the camera, and ambient light."""
        away = camera.toward_lamp()
        x = np.cross((0, 0, 1), away)
        x /= np.linalg.norm(x)
        pose = np.eye(4)
        pose[:3] = np.column_stack([x, np.cross(x, away), -away, center + 5 * radius * away])
        lamp = {"type": "rectangle", "to_world": self._transform(pose @ stretch(0.7 * radius))}
        self._scene["lamp"] = lamp | {"emitter": {"type": "area", "radiance": _rgb(_KEY)}}
        self._scene["sky"] = {"type": "constant", "radiance": _rgb(_SKY)}

    def set_camera(self, camera: Camera, size: tuple[int, int]) -> None:
        """Set the camera and the size (width, height) of its picture."""
        pose = np.eye(4)
        pose[:3] = np.column_stack([-camera.right, camera.up, camera.forward, camera.position])
        film = {"type": "hdrfilm", "width": size[0], "height": size[1], "pixel_format": "rgba"}
        sensor = {
            "type": "perspective",
            "fov": 2 * math.degrees(math.atan(camera.tangents[0])),
            "fov_axis": "x",
            "near_clip": 1e-3 * camera.distance,
            "far_clip": 1e3 * camera.distance,
            "to_world": self._transform(pose),
            "film": film | {"component_format": "float32", "rfilter": {"type": "box"}},
            "sampler": {"type": "multijitter"},
        }
        self._scene["sensor"] = self._solids["sensor"] = sensor

    def render(self, samples: int, advance: Callable[[], None]) -> tuple[Image, Image]:
        """Exposures (N, H, W, 4) of light and opacity, and a picture (H, W, 3) with one colour per solid.

        ``advance`` is called after every exposure.
        """
        scene, solids = self._mi.load_dict(self._scene), self._mi.load_dict(self._solids)
        path = self._mi.load_dict({"type": "path", "max_depth": self._depth, "hide_emitters": True})
        flat = self._mi.load_dict({"type": "path", "max_depth": 1})
        each = math.ceil(samples / EXPOSURES)
        exposures = []
        for i in range(EXPOSURES):
            exposures.append(np.array(self._mi.render(scene, integrator=path, spp=each, seed=i)))
            advance()
        labels = self._mi.render(solids, integrator=flat, spp=8)
        return np.array(exposures, dtype=np.float32), np.array(labels, dtype=np.float32)[..., :3]

    def _put(self, parts: list[tuple[dict[str, Any], Array]], look: Any, solid: object) -> None:
        """Add shapes of one ``look``; all shapes of the same ``solid`` get the same flat colour."""
        color = np.random.default_rng(len(self._labels)).random(3)
        label = self._labels.setdefault(solid, {"type": "area", "radiance": _rgb(color)})
        for plugin, pose in parts:
            name = f"shape_{len(self._scene)}"
            placed = plugin | {"to_world": self._transform(pose)}
            self._scene[name] = placed | {"look": look}
            self._solids[name] = placed | {"label": label}

    def _plastic(self, color: Color) -> Any:
        if color not in self._plastics:
            paint = np.minimum(linear(np.array(color[:3])), _BRIGHTEST)
            plastic = {"type": "roughplastic", "diffuse_reflectance": _rgb(paint), "alpha": 0.15}
            # Meshes, especially mirrored ones, may have inverted faces.
            self._plastics[color] = self._mi.load_dict({"type": "twosided", "plastic": plastic})
        return self._plastics[color]

    def _transform(self, matrix: Array) -> Any:
        return self._mi.ScalarTransform4f(matrix)


def linear(srgb: Array) -> Array:
    """Convert sRGB values in 0..1 to linear light."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def _smooth_step(x: Array) -> Array:
    x = np.clip(x, 0, 1)
    return np.asarray(x * x * (3 - 2 * x))


def _rgb(color: npt.ArrayLike) -> dict[str, Any]:
    return {"type": "rgb", "value": np.asarray(color, dtype=np.float64).tolist()}
