#include "memetik/search/closed_form/free_joint_arm.hpp"

#include <algorithm>

namespace memetik {

namespace {

// [rad] At special angles, axes may meet or be parallel that usually are not.
constexpr std::array usual_angles{0.4, 1.3, -2.1};

// Joints in the order in which they are preferred. The ends move most while the pose stays; the elbow least,
// and not at all between a spherical shoulder and a spherical wrist.
constexpr std::array<std::size_t, FreeJointArm::joints> order{0, 6, 2, 4, 1, 5, 3};

enum class Fit : unsigned char { none, coupled, simple };

Fit fit_of(const ChainAxes& arm, std::size_t joint) {
  Fit worst = Fit::simple;
  for (const double angle : usual_angles) {
    const Decomposition d = decompose(arm_of(arm.held(joint, angle)));
    const Fit own = d.kind == ArmKind::none ? Fit::none : d.order.coupled ? Fit::coupled : Fit::simple;
    worst = std::min(worst, own);
  }
  return worst;
}

}  // namespace

FreeJointArm::FreeJointArm(const ChainAxes& arm) : arm_(arm) {
  if (arm.axes.size() != joints) return;
  Fit best = Fit::none;
  for (const std::size_t joint : order) {
    const Fit fit = fit_of(arm, joint);
    if (fit <= best) continue;
    best = fit;
    free_ = joint;
  }
}

}  // namespace memetik
