#include "memetik/search/closed_form/closed_form.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "memetik/math/atan2.hpp"

namespace memetik {

namespace {

constexpr std::size_t joints = ClosedForm::joints;
constexpr double full_turn = 2 * std::numbers::pi;
// Best approximations are better than they seem by each equation alone.
constexpr double generous = 4;
// Far above the rounding errors of all operations, relative to the arm's length, see Bounded.
constexpr double rounding = 1e-11;

using Turns6 = std::array<Turn<double>, joints>;

// Collects branches as cosines and sines.
struct Collector {
  Turns6 references;
  std::array<double, ClosedForm::most * joints> cosine{}, sine{};
  std::array<bool, ClosedForm::most> free{};
  std::size_t count = 0;

  const Turn<double>& reference(int joint) const { return references[static_cast<std::size_t>(joint)]; }
  bool keeps(int, const Turn<double>&) const { return true; }
  void emit(const Turns6& turns, bool is_free) {
    if (count == ClosedForm::most) return;
    for (std::size_t i = 0; i < joints; ++i) {
      cosine[count * joints + i] = turns[i].c;
      sine[count * joints + i] = turns[i].s;
    }
    free[count++] = is_free;
  }
};

// Finds out whether some branch may be within the limits.
struct Excluder {
  std::array<Interval, joints> limits;  // in the order of turns
  bool possible = false;

  Turn<Bounded> reference(int) const { return any_turn(); }
  bool keeps(int joint, const Turn<Bounded>& t) const {
    return !possible && may_be_within(limits[static_cast<std::size_t>(joint)], t);
  }
  void emit(const std::array<Turn<Bounded>, joints>&, bool) { possible = true; }

  // A vector of length r whose end is uncertain by d turns by at most asin(d / r).
  static bool may_be_within(const Interval& limits, const Turn<Bounded>& t) {
    const double length = std::hypot(t.c.value, t.s.value), error = std::hypot(t.c.error, t.s.error);
    if (limits.upper - limits.lower >= full_turn || !(error < length)) return true;
    const double angle = std::atan2(t.s.value, t.c.value), by = std::asin(error / length);
    const double turns = std::ceil((limits.lower - by - angle) / full_turn);
    return !(angle + turns * full_turn - by > limits.upper);
  }
};

Bounded uncertain(double value, double error) { return {value, error}; }
Vec3<Bounded> uncertain(const Vec3<double>& v, double error) {
  return {uncertain(v.x, error), uncertain(v.y, error), uncertain(v.z, error)};
}

}  // namespace

ClosedForm::ClosedForm(const ArmAxes& arm) : decomposition_(decompose(arm)) {
  switch (decomposition_.kind) {
    case ArmKind::none: break;
    case ArmKind::wrist: arm_ = WristArm(decomposition_); break;
    case ArmKind::inner_parallel: arm_ = InnerParallelArm(decomposition_); break;
    case ArmKind::outer_parallel: arm_ = OuterParallelArm(decomposition_); break;
  }
}

void ClosedForm::solve(const Frame<double>& target, const Angles& reference, const PoseError& allowed,
                       Branches& branches) const {
  const Decomposition& d = decomposition_;
  const double angle = allowed.angle + d.angle + rounding,
               distance = allowed.distance + d.distance + (angle + rounding) * d.arm.length;
  Collector collector;
  for (std::size_t i = 0; i < joints; ++i) {
    const double at = reference[joint_of(i)];
    collector.references[i] = {std::cos(at), std::sin(at)};
  }
  std::visit(
      [&]<class Arm>(const Arm& arm) {
        if constexpr (!std::is_same_v<Arm, std::monostate>)
          arm.solve(d.reversed ? inverse(target) : target, Scale{d.arm.length, generous * distance},
                    Scale{1, generous * angle}, collector);
      },
      arm_);
  std::array<double, ClosedForm::most * joints> angles;
  static_assert(ClosedForm::most * joints % pack_lanes == 0);
  for (std::size_t i = 0; i < collector.count * joints; i += pack_lanes)
    atan2(Pack::load(&collector.sine[i]), Pack::load(&collector.cosine[i])).store(&angles[i]);
  branches.count = static_cast<int>(collector.count);
  for (std::size_t k = 0; k < collector.count; ++k) {
    branches.branch[k].free = collector.free[k];
    for (std::size_t i = 0; i < joints; ++i) branches.branch[k].q[joint_of(i)] = angles[k * joints + i];
  }
}

bool ClosedForm::excludes(const Frame<double>& target, const PoseError& allowed,
                          const std::array<Interval, joints>& limits) const {
  const Decomposition& d = decomposition_;
  if (d.order.coupled) return false;
  const double angle = allowed.angle + d.angle + rounding,
               distance = allowed.distance + d.distance + rounding * d.arm.length;
  const Frame<Bounded> known{uncertain(target.x, angle), uncertain(target.y, angle),
                             uncertain(target.z, angle), uncertain(target.p, distance)};
  Excluder excluder;
  for (std::size_t i = 0; i < joints; ++i) excluder.limits[i] = limits[joint_of(i)];
  std::visit(
      [&]<class Arm>(const Arm& arm) {
        if constexpr (!std::is_same_v<Arm, std::monostate>)
          arm.solve(d.reversed ? inverse(known) : known, Scale{1, 0}, Scale{1, 0}, excluder);
      },
      arm_);
  return !excluder.possible;
}

}  // namespace memetik
