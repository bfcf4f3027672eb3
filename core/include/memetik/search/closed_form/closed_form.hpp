// All configurations of a six-joint arm that reach a pose, in closed form.
#pragma once

#include <variant>

#include "memetik/search/box.hpp"
#include "memetik/search/closed_form/parallel_arm.hpp"
#include "memetik/search/closed_form/wrist_arm.hpp"

namespace memetik {

// How far a pose may be from its target.
struct PoseError {
  double distance, angle;  // [m], [rad]
};

// Immutable. All branches of an arm are known if its axes decompose; see Decomposition.
class ClosedForm {
 public:
  static constexpr std::size_t joints = ArmAxes::joints;
  static constexpr int most = 8;  // branches of an arm that decomposes

  using Angles = std::array<double, joints>;

  struct Branch {
    Angles q;
    bool free;  // some angle is arbitrary: the branch belongs to a continuum
  };
  struct Branches {
    std::array<Branch, most> branch;
    int count = 0;
  };

  explicit ClosedForm(const ArmAxes& arm);

  // Whether the arm decomposes. If not, nothing else may be called.
  bool found() const { return decomposition_.kind != ArmKind::none; }
  const Decomposition& decomposition() const { return decomposition_; }

  // All configurations where the tip is at the target, with angles from -pi to pi, and best approximations
  // that may be within the allowed error. An arbitrary angle is that of the reference.
  void solve(const Frame<double>& target, const Angles& reference, const PoseError& allowed,
             Branches& branches) const;

  // Whether it is proven that no configuration within the limits brings the tip within the allowed error of
  // the target. Suppose that q does. Its pose differs from the target by at most the allowed error, and the
  // closed form gives q for that pose. Now let all numbers of the target be uncertain by the allowed error,
  // and let every operation carry the uncertainty along (Bounded): then q is within the bounds of one of the
  // resulting branches. If each branch has an angle whose bounds and limits do not overlap, or an equation
  // without solution within its bounds, there is no such q. Near singularities the bounds are wide and
  // exclude nothing. Arms whose pair of equations is coupled exclude nothing either.
  bool excludes(const Frame<double>& target, const PoseError& allowed,
                const std::array<Interval, joints>& limits) const;

 private:
  std::size_t joint_of(std::size_t turn) const { return decomposition_.reversed ? joints - 1 - turn : turn; }

  Decomposition decomposition_;
  std::variant<std::monostate, WristArm, InnerParallelArm, OuterParallelArm> arm_;
};

}  // namespace memetik
