// Targets that come from where the robot was: the start of a query, and the configurations before.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/problem.hpp"

namespace memetik {

// One thread's workspace. Construction allocates, nothing else does. The problem must outlive it.
class History {
 public:
  explicit History(const Problem& problem);

  // Gives the goals that follow the start their targets; those that smooth motion see a robot at rest.
  void aim(std::span<const double> start, std::span<double> parameters);
  // The same with the last configurations, `history` of whole rows, the newest last, each `dt` seconds after
  // the one before. Residuals of smoothing goals (stay_close, smooth_point) become derivatives by time.
  void aim(std::span<const double> start, std::span<const double> history, double dt,
           std::span<double> parameters);

 private:
  void extrapolate(int order);
  Vec3<double> point_at(const Goal& goal, const std::vector<double>& q);

  const Problem* problem_;
  Kinematics<double> kinematics_;
  std::array<std::vector<double>, 3> q_;  // the last, the one before, the one before that
  std::vector<double> step_, earlier_step_, expected_;
};

}  // namespace memetik
