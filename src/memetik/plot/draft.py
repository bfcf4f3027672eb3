"""Draft pictures: numpy casts one ray per dot, in a second or less."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..collision.rays import Hits
from ..collision.shapes import Mesh
from ..transforms import Array
from .camera import Camera
from .posed_shapes import PosedShape, placed
from .scene import Room, Scene

_FINER = 2  # dots per pixel in each direction, averaged for smooth edges
_AMBIENT = 0.42
_FLOOR, _SHADOW = 0.9, 0.66  # brightness relative to the background


def can_draw(shape: object) -> bool:
    """Whether drafts can draw the shape: they do not read mesh files."""
    return not isinstance(shape, Mesh)


def outline(item: PosedShape) -> Array:
    """Points that span a shape, in the root's frame."""
    return placed(item.shape.outline(), item.pose)


def draft(
    shapes: list[PosedShape], scene: Scene, size: tuple[int, int], background: Array
) -> npt.NDArray[np.uint8]:
    """One picture (height, width, 3) of ``shapes``, seen by the camera of ``scene``."""
    canvas = _Canvas(scene.camera, size, background)
    light = scene.camera.toward_lamp()
    if scene.camera.position[2] > scene.room.floor[2]:
        canvas.draw_floor(scene.room, shapes, light)
    for item in shapes:
        canvas.draw(item, light)
    return canvas.picture()


def _cast(item: PosedShape, origins: Array, directions: Array) -> Hits:
    """The hits of rays with a shape, both in the root's frame."""
    rotation, place = item.pose[:3, :3], item.pose[:3, 3]
    distance, normals = item.shape.first_hits((origins - place) @ rotation, directions @ rotation)
    return Hits(distance, normals @ rotation.T)


class _Canvas:
    """An array of dots with a depth buffer: every dot keeps the nearest hit."""

    def __init__(self, camera: Camera, size: tuple[int, int], background: Array) -> None:
        self._camera = camera
        self._width, self._height = (_FINER * n for n in size)
        x, y = np.meshgrid(np.arange(self._width) + 0.5, np.arange(self._height) + 0.5)
        right = (2 * x / self._width - 1)[..., None] * camera.tangents[0] * camera.right
        down = (2 * y / self._height - 1)[..., None] * camera.tangents[1] * camera.up
        self._rays = camera.forward + right - down
        self._distance = np.full((self._height, self._width), np.inf)
        self._color = np.tile(background, (self._height, self._width, 1))

    def draw(self, item: PosedShape, light: Array) -> None:
        """Draw a shape in its colour, shaded by the angle between its normal and the light."""
        part = self._part(outline(item))
        rays = self._rays[part].reshape(-1, 3)
        hits = _cast(item, np.broadcast_to(self._camera.position, rays.shape), rays)
        nearer = hits.distance < self._distance[part].ravel()
        shade = _AMBIENT + (1 - _AMBIENT) * np.clip(hits.normals[nearer] @ light, 0, 1)
        seen = nearer.reshape(self._distance[part].shape)
        self._distance[part][seen] = hits.distance[nearer]
        self._color[part][seen] = shade[:, None] * np.array(item.color[:3])

    def draw_floor(self, room: Room, shapes: list[PosedShape], light: Array) -> None:
        """Draw a round floor that fades towards its edge, with the shadows of ``shapes``."""
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = (room.floor[2] - self._camera.position[2]) / self._rays[..., 2]
            places = self._camera.position + distance[..., None] * self._rays
        away = np.hypot(*np.moveaxis(places - room.floor, -1, 0)[:2]) / room.radius
        fading = np.where(distance > 0, np.clip(1.6 - 0.5 * away, 0, 1), 0)
        dark = np.zeros(distance.shape, dtype=bool)
        for item in shapes:
            corners = outline(item)
            part = self._part(corners - ((corners[:, 2:] - room.floor[2]) / light[2]) * light)
            below = places[part][distance[part] > 0]
            hit = np.isfinite(_cast(item, below, np.broadcast_to(light, below.shape)).distance)
            dark[part][distance[part] > 0] |= hit
        self._color *= (1 - fading * (1 - np.where(dark, _SHADOW, _FLOOR)))[..., None]

    def picture(self) -> npt.NDArray[np.uint8]:
        """The picture (height, width, 3) as sRGB bytes."""
        dots = self._color.reshape(self._height // _FINER, _FINER, self._width // _FINER, _FINER, 3)
        return np.asarray(np.round(255 * np.clip(dots.mean(axis=(1, 3)), 0, 1)), dtype=np.uint8)

    def _part(self, points: Array) -> tuple[slice, slice]:
        """The rows and columns in which a convex body spanned by ``points`` (N, 3) can be visible."""
        if ((points - self._camera.position) @ self._camera.forward <= 1e-9).any():
            return slice(None), slice(None)  # the body extends behind the camera
        size = np.array([self._width, self._height])
        places = self._camera.project(points) * size
        margin = 0.08 * np.ptp(places, axis=0) + 2  # round shapes extend beyond the points that span them
        low = np.clip(np.floor(places.min(axis=0) - margin), 0, size).astype(int)
        high = np.clip(np.ceil(places.max(axis=0) + margin), 0, size).astype(int)
        return slice(low[1], high[1]), slice(low[0], high[0])
