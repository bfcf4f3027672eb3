#include "memetik/search/start_table_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace memetik {

namespace {

constexpr double tiny = 1e-30;

// atan2 with an error of at most 1.2e-5 rad, which is sufficient for starts. It has no branches, because they
// would be unpredictable. A minimax polynomial covers |y| <= |x|; symmetry gives the other octants.
template <class T>
MEMETIK_INLINE T angle_of(const T& y, const T& x) {
  const T ax = abs(x), ay = abs(y);
  const T t = min(ax, ay) / max(max(ax, ay), T(tiny)), z = t * t;
  T a = 0.0208450894 * z - 0.0851563008;
  a = a * z + 0.180159261;
  a = a * z - 0.330304778;
  a = (a * z + 0.999866329) * t;
  a = select(ay > ax, 0.5 * std::numbers::pi - a, a);
  a = select(x < T(0), std::numbers::pi - a, a);
  return select(y < T(0), -a, a);
}

}  // namespace

// Maps the sphere of directions onto the square [-1, 1]^2 via the octahedron |x| + |y| + |z| = 1. Its lower
// half is folded outwards: both coordinates grow by the depth -z. (Cigolle et al. 2014, A survey of efficient
// representations for independent unit vectors.)
MEMETIK_INLINE StartTableGrid::Point StartTableGrid::octahedral(const Vec3<double>& d) {
  const double scale = 1 / max(abs(d.x) + abs(d.y) + abs(d.z), tiny);
  const double u = scale * d.x, v = scale * d.y, depth = max(-scale * d.z, 0.0);
  return {u + std::copysign(depth, u), v + std::copysign(depth, v)};
}

Vec3<double> StartTableGrid::direction_at(const Point& point) {
  const double z = 1 - abs(point.x) - abs(point.y), depth = max(-z, 0.0);
  const Vec3<double> d{point.x - std::copysign(depth, point.x), point.y - std::copysign(depth, point.y), z};
  return (1 / norm(d)) * d;
}

// NaN falls into the first cell.
MEMETIK_INLINE int StartTableGrid::Axis::cell(double value) const {
  return static_cast<int>(std::min(std::max(0.0, (value - from) * per_unit), count - 1.0));
}

StartTableGrid::StartTableGrid(const StartTableChain& chain, const Shape& shape,
                               std::span<const Frame<double>> poses)
    : to_base_(inverse(chain.base())), tip_(chain.tip()) {
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
  p.x += 1e-12;  // on the axis itself any azimuth is valid
  const Vec3<double> x = rotate(to_base_, rotate(pose, tip_.x));
  const Vec3<double> z = rotate(to_base_, rotate(pose, tip_.z));
  const double radius = std::sqrt(p.x * p.x + p.y * p.y), inverse = 1 / max(radius, tiny);
  const double c = inverse * p.x, s = inverse * p.y;
  const auto turn_back = [&](const Vec3<double>& v) {
    return Vec3<double>{c * v.x + s * v.y, c * v.y - s * v.x, v.z};
  };
  return {radius, p.z, {c, s}, turn_back(x), turn_back(z)};
}

// The turn of the last joint relative to the reference. The smallest rotation that takes the reference's
// direction d to the axis z is applied to its perpendicular e first: e -> e - (e.z) / (1 + d.z) (d + z).
MEMETIK_INLINE StartTableGrid::Point StartTableGrid::turn_of_last(const Canonical& c,
                                                                  const Reference& reference) {
  const auto& [d, e] = reference;
  const Vec3<double> zero = (1 + dot(d, c.z)) * e - dot(e, c.z) * (d + c.z);
  return {dot(c.x, zero), dot(c.x, cross(c.z, zero))};
}

StartTableGrid::Lookup StartTableGrid::find(const Frame<double>& pose) const {
  const Canonical c = canonical(pose);
  const Point d = octahedral(c.z);
  const int direction = direction_.cell(d.x) * direction_.count + direction_.cell(d.y);
  const int position = radius_.cell(c.radius) * height_.count + height_.cell(c.height);
  const Point last = turn_of_last(c, references_[static_cast<std::size_t>(direction)]);
  Pack x(last.x), y(last.y);  // both angles at once
  set_lane(x, 0, c.azimuth.x);
  set_lane(y, 0, c.azimuth.y);
  const Pack angle = angle_of(y, x);
  return {position * direction_.count * direction_.count + direction, angle[0], angle[1]};
}

}  // namespace memetik
