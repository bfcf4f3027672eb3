// The cost of the goals in scope, or another function of their evaluation, with a gradient by finite
// differences, for comparison with implementations that have no analytic derivatives.
#pragma once

#include <functional>
#include <vector>

#include "memetik/search/local/differentiable.hpp"

namespace memetik {

// Forward differences, one variable after the other. With `incremental` kinematics (the OFKT) each difference
// takes a few transforms, regardless of the chain's length.
class Differences final : public Differentiable {
 public:
  using Function = std::function<double(const Objective<double>&)>;  // of the last evaluation

  // By default the function is the cost.
  Differences(Objective<double>& objective, bool incremental, Scope scope = Scope::primary,
              Function function = &cost_of);

  Value at(const double* q, double* gradient) override;
  int evaluations() const override { return 1 + static_cast<int>(objective_->problem().active().size()); }
  // 1 for every variable, because differences do not provide the Jacobian.
  void rates(double* out) const override;

 private:
  static double cost_of(const Objective<double>& objective) { return objective.cost(); }

  Objective<double>* objective_;
  bool incremental_;
  Scope scope_;
  Function function_;
  std::vector<double> q_;
};

}  // namespace memetik
