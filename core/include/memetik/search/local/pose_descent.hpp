// The steps of ReachStep, optimised for by far the most common problem: the pose of one link.
#pragma once

#include <vector>

#include "memetik/goals/shared/rotation_error.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "memetik/search/local/descent.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

class PoseDescent final : public Descent {
 public:
  // Whether the only primary goal is a pose in the root's frame without free axes.
  static bool supports(const Problem& problem);

  explicit PoseDescent(const Problem& problem);

  void set_query(const Query& query) override;
  void set_lane_query(int lane, const Query& query) override;
  void evaluate(const Pack* q, const Mask& idle) override;
  void step(Pack* q) override;

 private:
  struct Column {
    Vec3<Pack> linear, angular;  // velocity of the link by one variable; zero if the variable is held
  };

  void linearize(const Pack* q);

  const Problem* problem_;
  const Goal* goal_;
  Kinematics<Pack> kinematics_;
  StepBounds<Pack> bounds_;
  double min_damping_;
  std::vector<Pack> parameters_;  // of the goal: square root of the weight, then PlacementParameters
  Pack position_, rotation_;      // factors of the position and rotation rows
  std::vector<Column> columns_;
  std::vector<Pack> step_;
  Vec3<Pack> point_, distance_;
  goals::RotationError<Pack> error_;
};

}  // namespace memetik
