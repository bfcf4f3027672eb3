"""Draft pictures: numpy casts one ray per dot, in a second or less."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..collision.mesh_files import triangles
from ..collision.shapes import Mesh
from ..transforms import Array
from .camera import Camera
from .mesh_outlines import outline as outline_of
from .posed_shapes import PosedShape, placed
from .raster import cover
from .scene import Room, Scene

_FINER = 2  # dots per pixel in each direction, averaged for smooth edges
_AMBIENT = 0.42
_BULGE = 0.08  # how far round shapes extend beyond the points that span them, relative to their size
_FILM_OPACITY = 0.5
_FLOOR, _SHADOW = 0.9, 0.66  # brightness relative to the background


def _outline(item: PosedShape) -> Array:
    points = outline_of(item.shape)
    assert points is not None  # only shapes that can be drawn get here
    return placed(points, item.pose)


def _faces(item: PosedShape) -> Array | None:
    """The triangles (F, 3, 3) of a mesh in the root's frame; None for other shapes."""
    faces = triangles(item.shape) if isinstance(item.shape, Mesh) else item.shape._faces()
    return None if faces is None else placed(faces, item.pose)


def draft(
    shapes: list[PosedShape], films: list[PosedShape], scene: Scene, size: tuple[int, int], background: Array
) -> npt.NDArray[np.uint8]:
    """One picture (height, width, 3) of ``shapes`` and of translucent ``films``, seen by the camera of
    ``scene``.
    """
    canvas = _Canvas(scene.camera, size, background)
    light = scene.camera.toward_lamp()
    for item in sorted(shapes, key=lambda item: float(scene.camera.forward @ item.pose[:3, 3])):
        canvas.draw(item, light)  # the nearest first, because dots in front of a shape are skipped
    if scene.camera.position[2] > scene.room.floor[2]:
        canvas.draw_floor(scene.room, shapes, light)
    canvas.draw_films(films, light)
    return canvas.picture()


def _is_shaded(item: PosedShape, points: Array, light: Array) -> npt.NDArray[np.bool_]:
    """Whether a shape keeps the light from points (N, 3)."""
    rotation, place = item.pose[:3, :3], item.pose[:3, 3]
    origins = np.einsum("ij,jk->ik", points - place, rotation)  # @ uses all cores for a small gain
    distance, _ = item.shape._first_hits(origins, np.broadcast_to(light @ rotation, origins.shape))
    return np.isfinite(distance)


def _shade(facing: Array) -> Array:
    """The brightness of surfaces, from the cosine of the angle between their normals and the light."""
    return np.asarray(_AMBIENT + (1 - _AMBIENT) * np.clip(facing, 0, 1))


class _Canvas:
    """An array of dots with a depth buffer: every dot keeps the nearest hit."""

    def __init__(self, camera: Camera, size: tuple[int, int], background: Array) -> None:
        self._camera = camera
        self._width, self._height = (_FINER * n for n in size)
        x, y = np.arange(self._width) + 0.5, np.arange(self._height) + 0.5
        # The ray of a dot is the sum of a part that depends on its row and one that depends on its column.
        self._across = np.outer(2 * x / self._width - 1, camera.tangents[0] * camera.right)
        self._ahead = camera.forward - np.outer(2 * y / self._height - 1, camera.tangents[1] * camera.up)
        self._distance = np.full((self._height, self._width), np.inf)
        self._color = np.tile(background, (self._height, self._width, 1))

    def draw(self, item: PosedShape, light: Array) -> None:
        """Draw a shape in its colour, shaded by the angle between its normal and the light."""
        faces = _faces(item)
        if faces is None:
            self._draw_rays(item, light)
        else:
            self._draw_faces(faces, np.array(item.color[:3]), light)

    def _draw_rays(self, item: PosedShape, light: Array) -> None:
        """Draw a shape where the rays of dots hit it."""
        corners = _outline(item)
        rows, columns = part = self._part(corners)
        rotation, place = item.pose[:3, :3], item.pose[:3, 3]
        ahead, across = self._ahead[rows] @ rotation, self._across[columns] @ rotation
        depths = (corners - self._camera.position) @ self._camera.forward
        open_dots = self._distance[part] > depths.min() - _BULGE * np.ptp(corners, axis=0).max()
        rays = (ahead[:, None] + across[None])[open_dots]
        origin = (self._camera.position - place) @ rotation
        hits = item.shape._first_hits(np.broadcast_to(origin, rays.shape), rays)
        nearer = hits.distance < self._distance[part][open_dots]
        shade = _shade(hits.normals[nearer] @ (light @ rotation))
        open_dots[open_dots] = nearer
        self._distance[part][open_dots] = hits.distance[nearer]
        self._color[part][open_dots] = shade[:, None] * np.array(item.color[:3])

    def _draw_faces(self, faces: Array, color: Array, light: Array) -> None:
        """Draw triangles (F, 3, 3); both of their sides are visible, because meshes may be inside out."""
        faces = self._ahead_of_camera(faces)
        corners, depths = self._seen(faces)
        normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-30)
        away = np.einsum("ij,ij->i", normals, faces[:, 0] - self._camera.position) > 0
        shades = _shade(np.where(away, -1.0, 1.0) * (normals @ light))
        distances, colors = self._distance.reshape(-1), self._color.reshape(-1, 3)
        for covered in cover(corners, 1 / depths, (self._width, self._height)):
            dots, distance = covered.row * self._width + covered.column, 1 / covered.value
            np.minimum.at(distances, dots, distance)
            first = distances[dots] == distance
            colors[dots[first]] = shades[covered.face[first], None] * color

    def draw_floor(self, room: Room, shapes: list[PosedShape], light: Array) -> None:
        """Draw a round floor behind all shapes; it fades towards its edge and has their shadows."""
        rays = self._ahead[:, None] + self._across[None]
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = (room.floor[2] - self._camera.position[2]) / rays[..., 2]
            places = self._camera.position + distance[..., None] * rays
        away = np.hypot(*np.moveaxis(places - room.floor, -1, 0)[:2]) / room.radius
        visible = (distance > 0) & np.isinf(self._distance)
        fading = np.where(visible, np.clip(1.6 - 0.5 * away, 0, 1), 0)
        lit = visible.copy()
        for item in shapes:
            faces = _faces(item)
            if faces is not None:
                shadow = faces - ((faces[..., 2:] - room.floor[2]) / light[2]) * light
                for covered in cover(*self._seen(self._ahead_of_camera(shadow)), (self._width, self._height)):
                    lit[covered.row, covered.column] = False
                continue
            corners = _outline(item)
            part = self._part(corners - ((corners[:, 2:] - room.floor[2]) / light[2]) * light)
            lit[part][lit[part]] = ~_is_shaded(item, places[part][lit[part]], light)
        self._color *= (1 - fading * (1 - np.where(lit, _FLOOR, _SHADOW)))[..., None]

    def draw_films(self, films: list[PosedShape], light: Array) -> None:
        """Draw translucent shapes in front of all others; only the nearest is visible at each dot."""
        size = self._width // _FINER, self._height // _FINER
        layer = _Canvas(self._camera, size, np.zeros(3))
        for item in films:
            layer.draw(item, light)
        front = layer._distance < self._distance
        self._color[front] += _FILM_OPACITY * (layer._color[front] - self._color[front])

    def picture(self) -> npt.NDArray[np.uint8]:
        """The picture (height, width, 3) as sRGB bytes."""
        dots = self._color.reshape(self._height // _FINER, _FINER, self._width // _FINER, _FINER, 3)
        return np.asarray(np.round(255 * np.clip(dots.mean(axis=(1, 3)), 0, 1)), dtype=np.uint8)

    def _ahead_of_camera(self, faces: Array) -> Array:
        """Those of the triangles (F, 3, 3) that do not reach behind the camera."""
        return faces[((faces - self._camera.position) @ self._camera.forward > 1e-9).all(axis=1)]

    def _seen(self, faces: Array) -> tuple[Array, Array]:
        """Where the corners of triangles (F, 3, 3) are in the picture [dots], (F, 3, 2), and their depths."""
        places = self._camera.project(faces.reshape(-1, 3)) * (self._width, self._height)
        return places.reshape(-1, 3, 2), (faces - self._camera.position) @ self._camera.forward

    def _part(self, points: Array) -> tuple[slice, slice]:
        """The rows and columns in which a convex body spanned by ``points`` (N, 3) can be visible."""
        if ((points - self._camera.position) @ self._camera.forward <= 1e-9).any():
            return slice(None), slice(None)  # the body extends behind the camera
        size = np.array([self._width, self._height])
        places = self._camera.project(points) * size
        margin = _BULGE * np.ptp(places, axis=0) + 2
        low = np.clip(np.floor(places.min(axis=0) - margin), 0, size).astype(int)
        high = np.clip(np.ceil(places.max(axis=0) + margin), 0, size).astype(int)
        return slice(low[1], high[1]), slice(low[0], high[0])
