// The fast local search for goals that can all be met. A start that does not converge quickly is given up.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/damped_step.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// Damped steps with lambda = damping * cost + min_damping (Sugihara 2011), without a test whether the cost
// fell. A variable on its bound that the gradient pushes outwards is held for the step. Among obstacles,
// contacts add to the damping, and angles that leave their bounds wind by a whole turn.
template <class T>
class ReachStep {
 public:
  explicit ReachStep(const Problem& problem);

  StepBounds<T>& bounds() { return bounds_; }
  // q <- q + dq, from the objective's linearisation of the primary goals at q.
  void apply(const Objective<T>& objective, T* q);

 private:
  StepBounds<T> bounds_;
  DampedStep<T> step_;
  double min_damping_;
  std::vector<T> free_;
};

extern template class ReachStep<double>;
extern template class ReachStep<Pack>;

}  // namespace memetik
