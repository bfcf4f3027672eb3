#include "memetik/search/closed_form/arm_axes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/search/closed_form/turn.hpp"

namespace memetik {

namespace {

constexpr double rounding = 1e-9;

Axis seen_from(const Frame<double>& by, const Axis& axis) {
  return {-rotate(by, axis.direction), apply(by, axis.point)};
}

}  // namespace

void ArmAxes::measure() {
  length = 0;
  for (std::size_t i = 0; i < joints; ++i)
    length += norm((i + 1 < joints ? axes[i + 1].point : tip.p) - axes[i].point);
}

// (E_1 ... E_6 tip)^-1 = (tip^-1 E_6^-1 tip) ... (tip^-1 E_1^-1 tip) tip^-1
ArmAxes ArmAxes::reversed() const {
  ArmAxes other{{}, inverse(tip), length};
  for (std::size_t i = 0; i < joints; ++i) other.axes[i] = seen_from(other.tip, axes[joints - 1 - i]);
  return other;
}

ChainAxes ChainAxes::held(std::size_t joint, double angle) const {
  const auto& [direction, center] = axes[joint];
  const Turn<double> turn{std::cos(angle), std::sin(angle)};
  const auto moved = [&](const Vec3<double>& point) {
    return center + turned(direction, turn, point - center);
  };
  ChainAxes rest{{}, tip};
  for (std::size_t i = 0; i < joint; ++i) rest.axes.push_back(axes[i]);
  for (std::size_t i = joint + 1; i < axes.size(); ++i)
    rest.axes.push_back({turned(direction, turn, axes[i].direction), moved(axes[i].point)});
  rest.tip = {turned(direction, turn, tip.x), turned(direction, turn, tip.y), turned(direction, turn, tip.z),
              moved(tip.p)};
  return rest;
}

ArmAxes arm_of(const ChainAxes& chain) {
  ArmAxes arm{{}, chain.tip};
  std::copy(chain.axes.begin(), chain.axes.end(), arm.axes.begin());
  for (std::size_t i = ArmAxes::joints; i-- > 0;) {
    const Vec3<double> next = i + 1 < ArmAxes::joints ? arm.axes[i + 1].point : arm.tip.p;
    Axis& axis = arm.axes[i];
    axis.point = axis.point + dot(axis.direction, next - axis.point) * axis.direction;
  }
  arm.measure();
  return arm;
}

// A joint moves the link with the angular velocity w, and its point at the root's origin with w x (0 - p).
// The axis' point nearest to the origin is w x (p x w).
std::optional<ChainAxes> chain_of(const Tree& tree, int link, const Vec3<double>& point,
                                  std::span<const int> variables, std::span<const double> q) {
  std::vector<double> zero(q.begin(), q.end());
  for (const int v : variables) {
    zero[static_cast<std::size_t>(v)] = 0;
    if (!tree.variables()[static_cast<std::size_t>(v)].repeats_after_turn) return {};
  }
  Kinematics<double> kinematics(tree, std::array{link});
  kinematics.update(zero.data());
  ChainAxes chain{std::vector<Axis>(variables.size()), kinematics.link(link)};
  chain.tip.p = apply(chain.tip, point);
  std::size_t left = variables.size();
  bool suitable = true;
  // from the link to the root
  kinematics.for_each_column(
      link, {0, 0, 0}, [&](int variable, const Vec3<double>& linear, const Vec3<double>& angular) {
        if (std::find(variables.begin(), variables.end(), variable) == variables.end()) return;
        suitable =
            suitable && left > 0 && variables[left - 1] == variable && std::abs(norm(angular) - 1) < rounding;
        if (suitable) chain.axes[--left] = {angular, cross(angular, linear)};
      });
  if (!suitable || left > 0) return {};
  return chain;
}

}  // namespace memetik
