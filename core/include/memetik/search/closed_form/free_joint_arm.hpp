// Inverse kinematics of arms with seven revolute joints: one of them is held at a value, the others
// decompose.
#pragma once

#include <optional>

#include "memetik/search/closed_form/closed_form.hpp"

namespace memetik {

// Immutable. A pose leaves such an arm a motion of its own. It is sampled by values of a joint for which the
// other six have a closed form: of arms with a spherical wrist whose second and third axes meet (KUKA iiwa,
// PR2) the first joint, of those with a spherical shoulder whose fifth and sixth axes meet the last one (He
// and Liu, "Analytical inverse kinematics for Franka Emika Panda", 2021).
class FreeJointArm {
 public:
  static constexpr std::size_t joints = ClosedForm::joints + 1;

  // Tries every joint. One whose closed form needs no quartic equation is preferred, then one that moves far.
  explicit FreeJointArm(const ChainAxes& arm);

  // Whether there is such a joint. If not, nothing else may be called.
  bool found() const { return free_.has_value(); }
  std::size_t free_joint() const { return *free_; }
  // The closed form of the other joints.
  ClosedForm at(double angle) const { return ClosedForm(arm_of(arm_.held(*free_, angle))); }

 private:
  ChainAxes arm_;
  std::optional<std::size_t> free_;
};

}  // namespace memetik
