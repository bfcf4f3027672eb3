// The primary goals' cost with a gradient by finite differences, for comparison with implementations that
// have no analytic derivatives.
#pragma once

#include <vector>

#include "memetik/search/local/differentiable.hpp"

namespace memetik {

// Forward differences, one variable after the other. With `incremental` kinematics (the OFKT) each difference
// takes a few transforms, regardless of the chain's length.
class Differences final : public Differentiable {
 public:
  Differences(Objective<double>& objective, bool incremental);

  Value at(const double* q, double* gradient) override;
  int evaluations() const override { return 1 + static_cast<int>(objective_->problem().active().size()); }
  // 1 for every variable, because differences do not provide the Jacobian.
  void rates(double* out) const override;

 private:
  Objective<double>* objective_;
  bool incremental_;
  std::vector<double> q_;
};

}  // namespace memetik
