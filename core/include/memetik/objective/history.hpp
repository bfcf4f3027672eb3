// Computes targets from the start of a query and the configurations before it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/problem.hpp"

namespace memetik {

// The workspace of one thread. Only construction allocates. The problem must outlive it.
class History {
 public:
  explicit History(const Problem& problem);

  // Sets the targets of the goals that follow the start. Smoothing goals assume that the robot is at rest.
  void set_targets(std::span<const double> start, std::span<double> parameters);
  // As above, with the latest configurations: `history` has one row per configuration, the newest last, `dt`
  // seconds apart. Residuals of smoothing goals (stay_close, smooth_point) become time derivatives.
  void set_targets(std::span<const double> start, std::span<const double> history, double dt,
                   std::span<double> parameters);

 private:
  void extrapolate(int order);
  Vec3<double> point_at(const Goal& goal, const std::vector<double>& q);

  const Problem* problem_;
  Kinematics<double> kinematics_;
  std::array<std::vector<double>, 3> q_;  // the last three configurations, the newest first
  std::vector<double> step_, earlier_step_, expected_;
};

}  // namespace memetik
