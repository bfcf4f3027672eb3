// Local search in reach mode: for goals that can all be met, where the quickest way down is all that
// counts and a start that does not lead there is given up soon.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"

namespace memetik {

// Damped Gauss-Newton steps dq = -J^T (J J^T + lambda I)^-1 r with lambda = damping * cost + least
// (Sugihara 2011), neither accepted nor rejected. A variable on its bound that the gradient pushes
// outwards is held for the step; steps are limited and end within the limits.
template <class T>
class ReachStep {
 public:
  explicit ReachStep(const Problem& problem);

  // q <- q + dq, from the linearisation of the primary goals at q.
  void apply(const Objective<T>& objective, T* q);

 private:
  void hold_bounds(const Objective<T>& objective, const T* q);
  void solve_pose(const Objective<T>& objective, const T& lambda);
  void solve_point(const Objective<T>& objective, const T& lambda);
  void solve_dual(const Objective<T>& objective, const T& lambda);
  void solve_primal(const Objective<T>& objective, const T& lambda);
  void move(T* q);

  const Problem* problem_;
  int rows_, count_;                                // primary rows, active variables
  double least_;                                    // of the damping, in units of the robot's size
  std::vector<double> lower_, upper_, step_scale_;  // per active variable
  std::vector<int> balls_;                          // active variables that start a rotation vector
  std::vector<T> matrix_, vector_, step_;
  std::vector<T> free_;  // per active variable: 0 where held, else 1
};

extern template class ReachStep<double>;
extern template class ReachStep<Pack>;

}  // namespace memetik
