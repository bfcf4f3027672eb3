#include "memetik/search/start_table_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace memetik {

namespace {

constexpr double tiny = 1e-30;

// atan2 to 1.2e-5 rad, without its branches: starts need no more. A minimax polynomial for |y| <= |x|.
MEMETIK_INLINE double angle_of(double y, double x) {
  const double ax = std::fabs(x), ay = std::fabs(y);
  const double t = min(ax, ay) / max(max(ax, ay), tiny), z = t * t;
  double a = 0.0208450894 * z - 0.0851563008;
  a = a * z + 0.180159261;
  a = a * z - 0.330304778;
  a = (a * z + 0.999866329) * t;
  a = ay > ax ? 0.5 * std::numbers::pi - a : a;
  a = x < 0 ? std::numbers::pi - a : a;
  return std::copysign(a, y);
}

struct Point {
  double u, v;
};

// The sphere of directions on the square [-1, 1]^2 by way of the octahedron |x| + |y| + |z| = 1, whose lower
// half is folded outwards (Cigolle et al. 2014, A survey of efficient representations for unit vectors).
MEMETIK_INLINE Point octahedral(const Vec3<double>& d) {
  const double scale = 1 / max(std::fabs(d.x) + std::fabs(d.y) + std::fabs(d.z), tiny);
  const double u = scale * d.x, v = scale * d.y;
  if (d.z >= 0) return {u, v};
  return {std::copysign(1 - std::fabs(v), u), std::copysign(1 - std::fabs(u), v)};
}

Vec3<double> direction_at(const Point& point) {
  Vec3<double> d{point.u, point.v, 1 - std::fabs(point.u) - std::fabs(point.v)};
  if (d.z < 0) {
    d.x = std::copysign(1 - std::fabs(point.v), point.u);
    d.y = std::copysign(1 - std::fabs(point.u), point.v);
  }
  return (1 / norm(d)) * d;
}

}  // namespace

// NaN ends in the first cell.
MEMETIK_INLINE int StartTableGrid::Axis::cell(double value) const {
  return static_cast<int>(std::min(std::max(0.0, (value - from) * per_unit), count - 1.0));
}

StartTableGrid::StartTableGrid(const StartTableChain& chain, const Shape& shape,
                               std::span<const Frame<double>> poses)
    : to_base_(inverse(chain.base)), tip_(chain.tip) {
  const auto span = [&](int count, double Canonical::* coordinate) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Frame<double>& pose : poses) {
      const double value = canonical(pose).*coordinate;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return Axis{low, count / std::max(high - low, tiny), count};
  };
  radius_ = span(shape.radius, &Canonical::radius);
  height_ = span(shape.height, &Canonical::height);
  direction_ = {-1, 0.5 * shape.direction, shape.direction};
  const auto middle = [&](int cell) { return -1 + (cell + 0.5) / direction_.per_unit; };
  for (int u = 0; u < shape.direction; ++u)
    for (int v = 0; v < shape.direction; ++v) {
      const Vec3<double> direction = direction_at({middle(u), middle(v)});
      references_.push_back({direction, rotation_from_z_to(direction).x});
    }
}

int StartTableGrid::cell_count() const {
  return radius_.count * height_.count * direction_.count * direction_.count;
}

MEMETIK_INLINE StartTableGrid::Canonical StartTableGrid::canonical(const Frame<double>& pose) const {
  Vec3<double> p = apply(to_base_, apply(pose, tip_.p));
  p.x += 1e-12;  // on the axis itself any azimuth will do
  const Vec3<double> x = rotate(to_base_, rotate(pose, tip_.x));
  const Vec3<double> z = rotate(to_base_, rotate(pose, tip_.z));
  const double radius = std::sqrt(p.x * p.x + p.y * p.y), inverse = 1 / max(radius, tiny);
  const double c = inverse * p.x, s = inverse * p.y;
  const auto turn_back = [&](const Vec3<double>& v) {
    return Vec3<double>{c * v.x + s * v.y, c * v.y - s * v.x, v.z};
  };
  return {radius, p.z, angle_of(p.y, p.x), turn_back(x), turn_back(z)};
}

// Counted from the reference carried along by the smallest turn that takes its direction d to the axis z:
// e -> e - (e.z) / (1 + d.z) (d + z), for e perpendicular to d.
MEMETIK_INLINE double StartTableGrid::turn_of_last(const Canonical& c, const Reference& reference) const {
  const auto& [d, e] = reference;
  const Vec3<double> zero = e - (dot(e, c.z) / max(1 + dot(d, c.z), tiny)) * (d + c.z);
  return angle_of(dot(c.x, cross(c.z, zero)), dot(c.x, zero));
}

StartTableGrid::Place StartTableGrid::find(const Frame<double>& pose) const {
  const Canonical c = canonical(pose);
  const auto [u, v] = octahedral(c.z);
  const int direction = direction_.cell(u) * direction_.count + direction_.cell(v);
  const int position = radius_.cell(c.radius) * height_.count + height_.cell(c.height);
  const int cell = position * direction_.count * direction_.count + direction;
  return {cell, c.azimuth, turn_of_last(c, references_[static_cast<std::size_t>(direction)])};
}

}  // namespace memetik
