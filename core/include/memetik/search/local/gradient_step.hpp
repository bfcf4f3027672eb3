// Gradient descent that takes the cost for a linear function which ends at zero.
#pragma once

#include "memetik/search/local/local_step.hpp"

namespace memetik {

// dq = -f g / |g|^2 with the gradient g of the cost f of all goals: along the steepest way as far as
// f / (df/ds) (BioIK 2 thesis 3.5.2). Near a zero of a sum of squares that is half the way there.
class GradientStep final : public LocalStep {
 public:
  // Whether a step that raised the cost is the end, or is left behind like any other.
  GradientStep(const Problem& problem, bool ends_uphill);

  void begin(RandomStream) override;
  bool step(double* q) override;

 private:
  bool ends_uphill_;
  double before_;  // cost of the last place
  std::vector<double> step_;
};

}  // namespace memetik
