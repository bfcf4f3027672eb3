// The primary goals' cost with its gradient by differences: what those have who know no derivatives.
#pragma once

#include <vector>

#include "memetik/search/local/differentiable.hpp"

namespace memetik {

// Forward differences, one variable after the other. With `incremental` kinematics (the OFKT) each of them
// takes a few transforms, however long the chain.
class Differences final : public Differentiable {
 public:
  Differences(Objective<double>& objective, bool incremental);

  Value at(const double* q, double* gradient) override;
  int evaluations() const override { return 1 + static_cast<int>(objective_->problem().active().size()); }
  // All variables count alike.
  void rates(double* out) const override;

 private:
  Objective<double>* objective_;
  bool incremental_;
  std::vector<double> q_;
};

}  // namespace memetik
