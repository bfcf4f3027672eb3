// The steps of ReachStep, optimised for by far the most common problem: the pose of one link.
#pragma once

#include <memory>
#include <span>

#include "memetik/goals/shared/rotation_error.hpp"
#include "memetik/search/local/descent.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// The goal that decides success if it is the only one, a pose in the root's frame without free axes, and
// there are at least six active variables; otherwise null.
const Goal* only_pose(const Problem& problem);

// Link is MovingLink or RevoluteChain.
template <class Link>
class PoseDescent final : public Descent {
 public:
  // For a problem with an only_pose().
  explicit PoseDescent(const Problem& problem);

  void set_query(const Query& query) override;
  void set_lane_query(int lane, const Query& query) override;
  void evaluate(const Pack* q, const Mask& idle) override;
  void step(Pack* q) override;

 private:
  Frame<double> wanted(std::span<const double> parameters) const;
  void set_target(std::span<const double> parameters);

  const Goal* goal_;
  Link link_;
  StepBounds<Pack> bounds_;
  double min_damping_;
  double rotation_scale_;
  Vec3<double> placed_;       // the placed point, in the frame that link_.update() returns
  Frame<Pack> target_;        // its rotation is the one wanted of that frame
  Pack position_, rotation_;  // factors of the position and rotation rows; position_ is the weight's root
  Vec3<Pack> point_, distance_;
  goals::RotationError<Pack> error_;
};

// The fastest descent for a problem with an only_pose().
std::unique_ptr<Descent> make_pose_descent(const Problem& problem);

}  // namespace memetik
