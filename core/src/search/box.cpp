#include "memetik/search/box.hpp"

#include <algorithm>
#include <numbers>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/math/sincos.hpp"

namespace memetik {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;

// The interval `center` +- `half`, rounded inwards: no value in it is farther than `half` from `center`.
Interval around(double center, double half) {
  Interval interval{center - half, center + half};
  if (center - interval.lower > half) interval.lower = std::nextafter(interval.lower, center);
  if (interval.upper - center > half) interval.upper = std::nextafter(interval.upper, center);
  return interval;
}

}  // namespace

Interval interval_of(const Tree& tree, const Query& query, std::size_t i) {
  const Variable& v = tree.variables()[i];
  const double change = query.max_change.empty() ? HUGE_VAL : query.max_change[i];
  const bool is_rotation_vector = v.kind == VariableKind::rotation_vector;
  const Interval limits = is_rotation_vector
                              ? Interval{-HUGE_VAL, HUGE_VAL}
                              : Interval{std::max(v.lower, -max_value), std::min(v.upper, max_value)};
  if (std::isinf(change)) return limits;
  const Interval near = around(query.start[i], is_rotation_vector ? change / std::numbers::sqrt3 : change);
  return {std::max(limits.lower, near.lower), std::min(limits.upper, near.upper)};
}

bool covers_full_turn(const Tree& tree, const Interval& interval, std::size_t i) {
  return tree.variables()[i].repeats_after_turn && interval.upper - interval.lower >= full_turn;
}

double wrapped_into(const Interval& interval, double angle) {
  if (angle < interval.lower) angle += full_turn * std::ceil((interval.lower - angle) / full_turn);
  if (angle > interval.upper) angle -= full_turn * std::ceil((angle - interval.upper) / full_turn);
  return std::clamp(angle, interval.lower, interval.upper);
}

void clip(const Tree& tree, const Query& query, std::span<double> q) {
  if (query.max_change.empty()) return clip(tree, q);
  const auto variables = tree.variables();
  for (std::size_t i = 0; i < q.size(); ++i) {
    const auto [lower, upper] = interval_of(tree, query, i);
    q[i] = std::clamp(q[i], lower, upper);
  }
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (variables[i].kind != VariableKind::rotation_vector) continue;
    const double largest = variables[i].upper;
    const bool narrowed = std::isfinite(query.max_change[i]);
    Vec3<double> w{q[i], q[i + 1], q[i + 2]};
    const Vec3<double> center{query.start[i], query.start[i + 1], query.start[i + 2]};
    if (!narrowed)
      w = clip_rotation_vector(w, largest);
    else if (largest < std::numbers::pi && norm(w) > largest)
      w = shorten_towards(center, w, (1 - 1e-15) * largest);
    q[i] = w.x;
    q[i + 1] = w.y;
    q[i + 2] = w.z;
    i += 2;
  }
}

}  // namespace memetik
