// Local search in reach mode: for goals that can all be met, where the quickest way down is all that
// counts and a start that does not lead there is given up soon.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// Damped Gauss-Newton steps dq = -J^T (J J^T + lambda I)^-1 r with lambda = damping * cost + least
// (Sugihara 2011), neither accepted nor rejected. A variable on its bound that the gradient pushes
// outwards is held for the step.
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

  const Problem* problem_;
  StepBounds<T> bounds_;
  int rows_, count_;  // primary rows, active variables
  double least_;      // damping
  std::vector<T> matrix_, vector_, step_;
  std::vector<T> free_;  // per active variable: 0 where held, else 1
};

extern template class ReachStep<double>;
extern template class ReachStep<Pack>;

}  // namespace memetik
