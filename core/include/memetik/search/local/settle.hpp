// Local search in settle mode: for goals that cannot all be met, down to the best compromise nearby.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"

namespace memetik {

// Levenberg-Marquardt on the primary goals: steps (J^T J + lambda I) dq = -J^T r, kept only if the cost
// falls, with the damping led by the gain ratio (Nielsen 1999). Variables on a bound that the gradient
// pushes outwards are held. Only H = J^T J and g = J^T r of the last kept point are remembered, so every
// trial is one evaluation.
class Settle {
 public:
  struct Result {
    double cost;
    bool accepted;   // every primary goal within its tolerance
    bool converged;  // no descent is left
    int evaluations;
  };

  explicit Settle(const Problem& problem);

  // From q, which is within limits, for at most max_evaluations >= 1.
  Result run(Objective<double>& objective, double* q, int max_evaluations);

 private:
  void remember(const Objective<double>& objective);
  bool propose(const double* q, double lambda);
  double predicted_gain() const;

  const Problem* problem_;
  std::size_t count_;
  std::vector<double> hessian_, gradient_;  // of the last kept point
  std::vector<double> matrix_, step_, trial_;
};

}  // namespace memetik
