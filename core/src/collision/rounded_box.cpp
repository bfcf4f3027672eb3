#include "memetik/collision/rounded_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace memetik {

namespace {

// Products of axes that are shorter are left out: their direction is not accurate.
constexpr double shortest_product = 1e-3;

double weighted(const Vec3<double>& weights, double x, double y, double z) {
  return weights.x * std::abs(x) + weights.y * std::abs(y) + weights.z * std::abs(z);
}

}  // namespace

double separation(const RoundedBox& a, const RoundedBox& b, const Frame<double>& relative, double limit) {
  if (!a.is_bounded() || !b.is_bounded()) return -HUGE_VAL;
  const auto& [x, y, z, p] = relative;
  const std::array axes{x, y, z};
  const std::array extents{b.half.x, b.half.y, b.half.z};
  double gap = std::max({std::abs(p.x) - a.half.x - weighted(b.half, x.x, y.x, z.x),
                         std::abs(p.y) - a.half.y - weighted(b.half, x.y, y.y, z.y),
                         std::abs(p.z) - a.half.z - weighted(b.half, x.z, y.z, z.z)});
  for (std::size_t i = 0; i < 3; ++i)
    gap = std::max(
        gap, std::abs(dot(axes[i], p)) - extents[i] - weighted(a.half, axes[i].x, axes[i].y, axes[i].z));
  const double radii = a.radius + b.radius;
  if (gap - radii >= limit) return gap - radii;
  // The directions of a's edges times those of b's: (1, 0, 0) x v = (0, -v.z, v.y), and so on.
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(extents[i] > 0)) continue;
    const Vec3<double>&v = axes[i], &next = axes[(i + 1) % 3], &last = axes[(i + 2) % 3];
    const double next_extent = extents[(i + 1) % 3], last_extent = extents[(i + 2) % 3];
    // The axis times `next` is `last` times a's axis, up to the sign.
    const auto widen = [&](double squared, double apart, double own, double of_last, double of_next) {
      if (squared < shortest_product * shortest_product) return;
      const double extent = own + next_extent * std::abs(of_last) + last_extent * std::abs(of_next);
      const double along = std::abs(apart) - extent;  // times the length of the product
      // Whether it is a larger gap, without a root.
      const double square = along * along, least = gap * gap * squared;
      if (along > 0 ? gap < 0 || square > least : gap < 0 && square < least) gap = along / std::sqrt(squared);
    };
    if (a.half.x > 0)
      widen(v.y * v.y + v.z * v.z, p.z * v.y - p.y * v.z, a.half.y * std::abs(v.z) + a.half.z * std::abs(v.y),
            last.x, next.x);
    if (a.half.y > 0)
      widen(v.x * v.x + v.z * v.z, p.x * v.z - p.z * v.x, a.half.x * std::abs(v.z) + a.half.z * std::abs(v.x),
            last.y, next.y);
    if (a.half.z > 0)
      widen(v.x * v.x + v.y * v.y, p.y * v.x - p.x * v.y, a.half.x * std::abs(v.y) + a.half.y * std::abs(v.x),
            last.z, next.z);
  }
  return gap - radii;
}

}  // namespace memetik
