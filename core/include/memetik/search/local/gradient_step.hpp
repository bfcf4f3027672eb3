// Gradient descent whose step length assumes that the cost falls linearly to zero.
#pragma once

#include "memetik/search/local/local_step.hpp"

namespace memetik {

// dq = -f g / |g|^2 with the gradient g of the cost f of all goals: the step has the length f / (df/ds) along
// the steepest descent (BioIK 2 thesis 3.5.2). Near a zero of a sum of squares that is half of the distance.
class GradientStep final : public LocalStep {
 public:
  // `ends_uphill`: a step that raised the cost ends the search; otherwise the search continues.
  GradientStep(const Problem& problem, bool ends_uphill);

  void begin(RandomStream) override;
  bool step(double* q) override;

 private:
  bool ends_uphill_;
  double before_;  // cost before the last step
  std::vector<double> step_;
};

}  // namespace memetik
