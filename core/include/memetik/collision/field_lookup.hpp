// Distances between the nodes of a field, and beyond them.
#pragma once

#include <cstddef>

#include "memetik/collision/field.hpp"
#include "memetik/collision/primitive.hpp"

namespace memetik {

// Holds what all points of a field need; the field must outlive it.
//
// Within the grid, the distance is the trilinear interpolation of the nodes. Beyond it, let c be the nearest
// point of the grid, e = p - c, v the interpolated value at c and b the padding. Then the distance is
//     sqrt(v^2 + sum_i (e_i^2 + 2 b |e_i|)),
// which is continuous and at most the true distance, if v is: every point s of the surface is in the grid,
// and by b away from its sides, so e_i (s_i - c_i) <= -b |e_i| for each coordinate, and
//     |p - s|^2 = |c - s|^2 + |e|^2 - 2 e . (s - c) >= v^2 + |e|^2 + 2 b sum_i |e_i|.
template <class T>
class FieldLookup {
 public:
  MEMETIK_INLINE explicit FieldLookup(const Field& field)
      : origin_(broadcast<T>(field.origin)),
        spacing_(field.spacing),
        inverse_spacing_(1 / field.spacing),
        padding_(field.padding),
        last_{T(field.nx - 1), T(field.ny - 1), T(field.nz - 1)},
        ny_(field.ny),
        nz_(field.nz),
        values_(field.values.data()),
        next_y_(values_ + field.nz),
        next_x_(values_ + static_cast<std::ptrdiff_t>(field.ny) * field.nz),
        next_xy_(next_x_ + field.nz) {}

  // The distance from the surface.
  MEMETIK_INLINE T distance(const Vec3<T>& p) const {
    const Place place = place_of(p);
    const T within = interpolate(corners(place), place);
    if (any(place.is_beyond)) [[unlikely]]
      return beyond(place, {within, {}}).value;
    return within;
  }

  // The distance and its gradient, which is not a unit vector and jumps at the faces of cells.
  MEMETIK_INLINE SignedDistance<T> signed_distance(const Vec3<T>& p) const {
    const Place place = place_of(p);
    const Corners corner = corners(place);
    const T &x = place.x.fraction, &y = place.y.fraction;
    const T slope_z = interpolate(interpolate(step(corner.a), step(corner.b), y),
                                  interpolate(step(corner.c), step(corner.d), y), x);
    const auto [a, b, c, d] = along_z(corner, place);
    const T slope_y = interpolate(b - a, d - c, x);
    const T slope_x = interpolate(c, d, y) - interpolate(a, b, y);
    const SignedDistance<T> within{interpolate(corner, place),
                                   inverse_spacing_ * Vec3<T>{slope_x, slope_y, slope_z}};
    if (any(place.is_beyond)) [[unlikely]]
      return beyond(place, within);
    return within;
  }

  // The mixed second derivatives (yz, xz, xy) of the interpolation; in a cell, the others are zero.
  Vec3<T> mixed_derivatives(const Vec3<T>& p) const {
    const Place place = place_of(p);
    const auto [a, b, c, d] = corners(place);
    const T yz = interpolate(step(b) - step(a), step(d) - step(c), place.x.fraction);
    const T xz = interpolate(step(c) - step(a), step(d) - step(b), place.y.fraction);
    const T xy = interpolate((d.first - c.first) - (b.first - a.first),
                             (d.second - c.second) - (b.second - a.second), place.z.fraction);
    return (inverse_spacing_ * inverse_spacing_) * Vec3<T>{yz, xz, xy};
  }

 private:
  // One coordinate of a point, in spacings from the first node.
  struct Coordinate {
    T place, clamped;  // clamped to the grid
    T cell;            // the index of the node before the point
    T fraction;        // of the way to the next node, in [0, 1]
  };
  struct Place {
    Coordinate x, y, z;
    typename Lanes<T>::Truth is_beyond;  // the grid, or not a number
  };
  // The nodes of a cell, in pairs along z: at the lower x and y, at the next y, the next x, both.
  struct Corners {
    Adjacent<T> a, b, c, d;
  };
  struct Edges {
    T a, b, c, d;
  };

  MEMETIK_INLINE Coordinate coordinate(const T& x, const T& origin, const T& last) const {
    const T place = (x - origin) * inverse_spacing_;
    const T clamped = min(max(place, T(0)), last);  // 0 if x is not a number
    const T cell = min(truncate(clamped), last - T(1));
    return {place, clamped, cell, clamped - cell};
  }
  MEMETIK_INLINE Place place_of(const Vec3<T>& p) const {
    const Coordinate x = coordinate(p.x, origin_.x, last_.x), y = coordinate(p.y, origin_.y, last_.y),
                     z = coordinate(p.z, origin_.z, last_.z);
    const auto outside = [](const Coordinate& c) {
      return !((c.place >= c.clamped) & (c.place <= c.clamped));
    };
    const typename Lanes<T>::Truth is_beyond = outside(x) | outside(y) | outside(z);
    return {x, y, z, is_beyond};
  }
  MEMETIK_INLINE Corners corners(const Place& place) const {
    const T first = (place.x.cell * ny_ + place.y.cell) * nz_ + place.z.cell;
    return {gather_adjacent(values_, first), gather_adjacent(next_y_, first), gather_adjacent(next_x_, first),
            gather_adjacent(next_xy_, first)};
  }

  static MEMETIK_INLINE T interpolate(const T& a, const T& b, const T& fraction) {
    return a + fraction * (b - a);
  }
  static MEMETIK_INLINE T step(const Adjacent<T>& nodes) { return nodes.second - nodes.first; }
  static MEMETIK_INLINE Edges along_z(const Corners& corner, const Place& place) {
    const auto edge = [&](const Adjacent<T>& nodes) {
      return interpolate(nodes.first, nodes.second, place.z.fraction);
    };
    return {edge(corner.a), edge(corner.b), edge(corner.c), edge(corner.d)};
  }
  static MEMETIK_INLINE T interpolate(const Corners& corner, const Place& place) {
    const auto [a, b, c, d] = along_z(corner, place);
    return interpolate(interpolate(a, b, place.y.fraction), interpolate(c, d, place.y.fraction),
                       place.x.fraction);
  }

  // The distance and its gradient where a lane is beyond the grid; `within` are those of the nearest point.
  __attribute__((noinline)) SignedDistance<T> beyond(const Place& place,
                                                     const SignedDistance<T>& within) const {
    const T zero(0);
    const auto excess = [&](const Coordinate& c) { return spacing_ * (c.place - c.clamped); };
    const Vec3<T> e{excess(place.x), excess(place.y), excess(place.z)};
    const auto squared = [&](const T& x) { return abs(x) * (abs(x) + T(2) * padding_); };
    const T v = max(within.value, zero), value = sqrt(v * v + squared(e.x) + squared(e.y) + squared(e.z));
    const T inverse = T(1) / max(value, T(1e-300));
    const auto slope = [&](const T& x, const T& inner) {
      return inverse * select(abs(x) > zero, x + padding_ * detail::sign_of(x), v * inner);
    };
    const Vec3<T> outer{slope(e.x, within.normal.x), slope(e.y, within.normal.y),
                        slope(e.z, within.normal.z)};
    return {select(place.is_beyond, value, within.value), select(place.is_beyond, outer, within.normal)};
  }

  Vec3<T> origin_;
  T spacing_, inverse_spacing_, padding_;
  Vec3<T> last_;  // the index of the last node
  T ny_, nz_;
  const float *values_, *next_y_, *next_x_, *next_xy_;
};

template <class T>
SignedDistance<T> signed_distance(const Field& field, const Vec3<T>& p) {
  return FieldLookup<T>(field).signed_distance(p);
}

}  // namespace memetik
