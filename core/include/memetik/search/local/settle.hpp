// The local search for goals that cannot all be met: descends to the nearest compromise.
#pragma once

#include <cmath>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/damped_step.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// Levenberg-Marquardt on the primary goals: a damped step is kept only if the cost falls, and the gain ratio
// controls the damping (Nielsen 1999). Variables on a bound that the gradient pushes outwards are held. The
// Jacobian of the last kept point is stored, so every trial is one evaluation. With packs, each lane runs an
// independent search of the same query.
template <class T>
class Settle {
 public:
  using Truth = typename Lanes<T>::Truth;

  struct Result {
    T cost;
    Truth accepted;   // every primary goal within its tolerance
    Truth converged;  // no further descent is possible
    Truth flat;       // the gradient at the first point is zero
    int evaluations;  // per lane
  };

  explicit Settle(const Problem& problem);

  // A descent has converged if a step lowers the cost by less than the share min_gain. It also ends if 50
  // steps with the same gain would not reach the known cost of another descent.
  struct Plan {
    double min_gain = 1e-12;
    double known = HUGE_VAL;
    double first_damping = 0.1;  // relative to the largest diagonal entry of J^T J
  };

  // Minimises from q, which is in the query's box, with at most max_evaluations >= 1.
  Result run(const Query& query, Objective<T>& objective, T* q, int max_evaluations, Stop& stop,
             const Plan& plan = {});
  // The same in parts: `begin` evaluates at q, and each `advance` continues until the descent has ended or
  // has taken max_evaluations in all.
  void begin(const Query& query, Objective<T>& objective, const T* q, const Plan& plan = {});
  const Result& advance(Objective<T>& objective, T* q, int max_evaluations, Stop& stop);

 private:
  void keep(const Objective<T>& objective, const Truth& where);
  T largest_diagonal() const;
  Truth is_flat() const;
  void propose(const T* q, const T& lambda);
  T predicted_gain();

  const Problem* problem_;
  std::size_t count_;
  int rows_;  // primary rows
  StepBounds<T> bounds_;
  DampedStep<T> damped_;
  std::vector<T> columns_, residuals_, gradient_;  // of the last kept point
  std::vector<T> free_, step_, trial_, change_;
  Plan plan_;
  Result result_;
  T largest_, lambda_, growth_;
};

extern template class Settle<double>;
extern template class Settle<Pack>;

}  // namespace memetik
