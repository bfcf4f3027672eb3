// Local search in reach mode: for goals that can all be met, where the quickest way down is all that
// counts and a start that does not lead there is given up soon.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/damped_step.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// Steps with lambda = damping * cost + least (Sugihara 2011), neither accepted nor rejected. A variable on
// its bound that the gradient pushes outwards is held for the step.
template <class T>
class ReachStep {
 public:
  explicit ReachStep(const Problem& problem);

  StepBounds<T>& bounds() { return bounds_; }
  // q <- q + dq, from the linearisation of the primary goals at q.
  void apply(const Objective<T>& objective, T* q);

 private:
  StepBounds<T> bounds_;
  DampedStep<T> step_;
  double least_;  // damping
  std::vector<T> free_;
};

extern template class ReachStep<double>;
extern template class ReachStep<Pack>;

}  // namespace memetik
