// Local search in settle mode: for goals that cannot all be met, down to the best compromise nearby.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/damped_step.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// Levenberg-Marquardt on the primary goals: damped steps, kept only if the cost falls, with the damping led
// by the gain ratio (Nielsen 1999). Variables on a bound that the gradient pushes outwards are held. The
// Jacobian of the last kept point is remembered, so every trial is one evaluation. In lanes, as many searches
// of one query.
template <class T>
class Settle {
 public:
  using Truth = typename Lanes<T>::Truth;

  struct Result {
    T cost;
    Truth accepted;   // every primary goal within its tolerance
    Truth converged;  // no descent is left
    int evaluations;  // of each lane
  };

  explicit Settle(const Problem& problem);

  // From q, which is within the query's box, for at most max_evaluations >= 1.
  Result run(const Query& query, Objective<T>& objective, T* q, int max_evaluations, Stop& stop);

 private:
  void keep(const Objective<T>& objective, const Truth& where);
  T largest_diagonal() const;
  void propose(const T* q, const T& lambda);
  T predicted_gain();

  const Problem* problem_;
  std::size_t count_;
  int rows_;  // primary
  StepBounds<T> bounds_;
  DampedStep<T> damped_;
  std::vector<T> columns_, residuals_, gradient_;  // of the last kept point
  std::vector<T> free_, step_, trial_, change_;
};

extern template class Settle<double>;
extern template class Settle<Pack>;

}  // namespace memetik
