// Signed distance fields: distances stored at the nodes of a regular grid.
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/collision/primitive.hpp"

namespace memetik {

struct Field {
  static constexpr std::int64_t max_nodes = std::int64_t{1} << 30;

  Vec3<double> origin;        // of the node (0, 0, 0) [m]
  double spacing;             // of the nodes [m]
  double padding;             // the surface keeps at least this distance from the sides of the grid [m]
  int nx, ny, nz;             // numbers of nodes, at least 2
  std::vector<float> values;  // at the node (x, y, z): [(x ny + y) nz + z]
};

namespace detail {

// One coordinate of a point, relative to the grid.
template <class T>
struct GridCoordinate {
  T cell;      // the index of the node before the point
  T fraction;  // of the way to the next node, in [0, 1]
  T beyond;    // how far the point is outside of the grid, signed [m]

  MEMETIK_INLINE GridCoordinate(const T& x, double origin, double spacing, int nodes) {
    const T place = (x - T(origin)) * T(1 / spacing);
    const T clamped = min(max(place, T(0)), T(nodes - 1));  // 0 if x is not a number
    cell = min(truncate(clamped), T(nodes - 2));
    fraction = clamped - cell;
    beyond = T(spacing) * (place - clamped);
  }
};

template <class T>
MEMETIK_INLINE T interpolate(const T& a, const T& b, const T& fraction) {
  return a + fraction * (b - a);
}

// The interpolated value and its gradient. A point beyond the grid is moved to the nearest point of the grid.
template <class T>
MEMETIK_INLINE SignedDistance<T> interpolated(const Field& field, const GridCoordinate<T>& x,
                                              const GridCoordinate<T>& y, const GridCoordinate<T>& z) {
  const T nz(field.nz), first = (x.cell * T(field.ny) + y.cell) * nz + z.cell;
  const float* const values = field.values.data();
  const float *const next_y = values + field.nz,
                     *const next_x = values + static_cast<std::ptrdiff_t>(field.ny) * field.nz,
                     *const next_xy = next_x + field.nz;
  const Adjacent<T> a = gather_adjacent(values, first), b = gather_adjacent(next_y, first),
                    c = gather_adjacent(next_x, first), d = gather_adjacent(next_xy, first);
  const T va = interpolate(a.first, a.second, z.fraction), vb = interpolate(b.first, b.second, z.fraction),
          vc = interpolate(c.first, c.second, z.fraction), vd = interpolate(d.first, d.second, z.fraction);
  const T before = interpolate(va, vb, y.fraction), after = interpolate(vc, vd, y.fraction);
  const T slope_z = interpolate(interpolate(a.second - a.first, b.second - b.first, y.fraction),
                                interpolate(c.second - c.first, d.second - d.first, y.fraction), x.fraction);
  const T slope_y = interpolate(vb - va, vd - vc, x.fraction);
  return {interpolate(before, after, x.fraction),
          T(1 / field.spacing) * Vec3<T>{after - before, slope_y, slope_z}};
}

}  // namespace detail

// The distance from the surface and its gradient, which is not a unit vector and jumps at the faces of cells.
//
// Within the grid, the distance is the trilinear interpolation of the nodes. Beyond it, let c be the nearest
// point of the grid, e = p - c, v the interpolated value at c and b the padding. Then the distance is
//     sqrt(v^2 + sum_i (e_i^2 + 2 b |e_i|)),
// which is continuous and at most the true distance, if v is: every point s of the surface is in the grid,
// and by b away from its sides, so e_i (s_i - c_i) <= -b |e_i| for each coordinate, and
//     |p - s|^2 = |c - s|^2 + |e|^2 - 2 e . (s - c) >= v^2 + |e|^2 + 2 b sum_i |e_i|.
template <class T>
SignedDistance<T> signed_distance(const Field& field, const Vec3<T>& p) {
  const detail::GridCoordinate<T> x(p.x, field.origin.x, field.spacing, field.nx),
      y(p.y, field.origin.y, field.spacing, field.ny), z(p.z, field.origin.z, field.spacing, field.nz);
  const SignedDistance<T> within = detail::interpolated(field, x, y, z);
  const T padding(field.padding), zero(0);
  const auto squared = [&](const T& e) { return abs(e) * (abs(e) + 2.0 * padding); };
  const T added = squared(x.beyond) + squared(y.beyond) + squared(z.beyond);
  const auto is_beyond = !(added <= zero);  // also if p is not a number
  const T v = max(within.value, zero), value = sqrt(v * v + added);
  const T inverse = T(1) / max(value, T(1e-300));
  const auto slope = [&](const T& e, const T& inner) {
    const T outer = e + padding * detail::sign_of(e);
    return select(is_beyond, inverse * select(abs(e) > zero, outer, v * inner), inner);
  };
  return {
      select(is_beyond, value, within.value),
      {slope(x.beyond, within.normal.x), slope(y.beyond, within.normal.y), slope(z.beyond, within.normal.z)}};
}

// A sphere of this radius does not touch the surface if the value at its centre exceeds the radius by this.
//
// Interpolation can exceed the true distance D of a point p. Let s be the nearest point of the surface, and
// n_i = p + d_i the corners of a cell of size h with the weights w_i. Then sum w_i d_i = 0 and
// sum w_i |d_i|^2 <= 3 h^2 / 4, so the interpolated value v is bounded by
//     v^2 <= (sum w_i |n_i - s|)^2 <= sum w_i |n_i - s|^2 = D^2 + sum w_i |d_i|^2 <= D^2 + 3 h^2 / 4.
// Beyond the grid the square of the value and that of the bound of D grow by the same amount, so the same
// holds. Inside the surface, where D < 0, v <= D + sum w_i |d_i| <= sqrt(3) h / 2, because a signed distance
// changes by at most the way. So a value above sqrt(radius^2 + 3 h^2 / 4) means D > radius. The excess over
// the radius is at most sqrt(3) h / 2 and about 3 h^2 / (8 radius) for large radii.
double overestimate(double spacing, double radius);

}  // namespace memetik
