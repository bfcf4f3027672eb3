#include "memetik/search/closed_form/arm_axes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "memetik/kinematics/sweep.hpp"

namespace memetik {

namespace {

constexpr double rounding = 1e-9;

Axis moved(const Frame<double>& by, const Axis& axis) {
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
  for (std::size_t i = 0; i < joints; ++i) other.axes[i] = moved(other.tip, axes[joints - 1 - i]);
  return other;
}

// A joint moves the link with the angular velocity w, and its point at the root's origin with w x (0 - p).
// The axis' point nearest to the origin is w x (p x w).
std::optional<ArmAxes> axes_of(const Tree& tree, int link, const Vec3<double>& point,
                               std::span<const int> variables, std::span<const double> q) {
  if (variables.size() != ArmAxes::joints) return {};
  std::vector<double> zero(q.begin(), q.end());
  for (const int v : variables) {
    zero[static_cast<std::size_t>(v)] = 0;
    if (!tree.variables()[static_cast<std::size_t>(v)].repeats_after_turn) return {};
  }
  Kinematics<double> kinematics(tree, std::array{link});
  kinematics.update(zero.data());
  ArmAxes arm;
  arm.tip = kinematics.link(link);
  arm.tip.p = apply(arm.tip, point);
  std::size_t found = 0;
  bool suitable = true;
  // from the link to the root
  kinematics.for_each_column(
      link, {0, 0, 0}, [&](int variable, const Vec3<double>& linear, const Vec3<double>& angular) {
        if (std::find(variables.begin(), variables.end(), variable) == variables.end()) return;
        suitable &= std::abs(norm(angular) - 1) < rounding && found < ArmAxes::joints &&
                    variables[ArmAxes::joints - 1 - found] == variable;
        if (suitable) arm.axes[ArmAxes::joints - 1 - found] = {angular, cross(angular, linear)};
        ++found;
      });
  if (!suitable || found != ArmAxes::joints) return {};
  // points near those of the neighbors, so that the length is that of the arm
  for (std::size_t i = ArmAxes::joints; i-- > 0;) {
    const Vec3<double> next = i + 1 < ArmAxes::joints ? arm.axes[i + 1].point : arm.tip.p;
    Axis& axis = arm.axes[i];
    axis.point = axis.point + dot(axis.direction, next - axis.point) * axis.direction;
  }
  arm.measure();
  return arm;
}

}  // namespace memetik
