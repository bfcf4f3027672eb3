#include "memetik/objective/history.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/goals/smooth_point.hpp"
#include "memetik/kinematics/configuration.hpp"

namespace memetik {

History::History(const Problem& problem) : problem_(&problem), kinematics_(problem.tree(), problem.links()) {
  const auto dof = static_cast<std::size_t>(problem.tree().dof());
  for (auto& q : q_) q.resize(dof);
  for (auto* v : {&step_, &earlier_step_, &expected_}) v->resize(dof);
}

void History::set_targets(std::span<const double> start, std::span<double> parameters) {
  if (problem_->follows_history()) set_targets(start, {}, 1, parameters);
}

// The target is the next configuration if the smoothed derivative stays zero: q1 at rest, q1 + (q1 - q2) at
// constant velocity, q1 + 2 (q1 - q2) - (q2 - q3) at constant acceleration.
void History::set_targets(std::span<const double> start, std::span<const double> history, double dt,
                          std::span<double> parameters) {
  if (!problem_->follows_history()) return;
  const std::size_t dof = start.size(), count = dof > 0 ? history.size() / dof : 0;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const auto q = count == 0 ? start : history.subspan((count - 1 - std::min(i, count - 1)) * dof, dof);
    std::copy(q.begin(), q.end(), q_[i].begin());
  }
  for (const Goal& goal : problem_->goals()) {
    double* own = parameters.data() + goal.parameter + 1;
    if (goal.smooths > 0)
      std::fill_n(own + goal.kernel->target_size(goal), goal.kernel->row_factors(goal).size(),
                  std::pow(dt, -goal.smooths));
    if (goal.smooths > 0 && !goal.links.empty()) {
      const Vec3<double> a = point_at(goal, q_[0]), b = point_at(goal, q_[1]), c = point_at(goal, q_[2]);
      const Vec3<double> p = goal.smooths == 1 ? a : goal.smooths == 2 ? 2.0 * a - b : 3.0 * (a - b) + c;
      own[0] = p.x;
      own[1] = p.y;
      own[2] = p.z;
      continue;
    }
    if (goal.smooths > 0) extrapolate(goal.smooths);
    if (goal.smooths == 0 && !goal.follows_start) continue;
    for (std::size_t k = 0; k < goal.variables.size(); ++k) {
      const auto i = static_cast<std::size_t>(goal.variables[k]);
      own[k] = goal.follows_start ? start[i] : expected_[i];
    }
  }
}

// Extrapolates on the joint's manifold: rotation vectors w continue by log(exp(w) exp(step)).
void History::extrapolate(int order) {
  const Tree& tree = problem_->tree();
  difference(tree, q_[1], q_[0], step_);
  difference(tree, q_[2], q_[1], earlier_step_);
  for (std::size_t i = 0; i < step_.size(); ++i)
    step_[i] = order == 1 ? 0 : order == 2 ? step_[i] : 2 * step_[i] - earlier_step_[i];
  advance(tree, q_[0], step_, expected_);
}

Vec3<double> History::point_at(const Goal& goal, const std::vector<double>& q) {
  kinematics_.update(q.data());
  return apply(kinematics_.link(goal.links[0]), data_of<goals::SmoothPoint>(goal).offset);
}

}  // namespace memetik
