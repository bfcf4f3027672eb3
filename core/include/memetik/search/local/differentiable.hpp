// Differentiable functions of a configuration, which gradient methods minimise.
#pragma once

#include "memetik/objective/objective.hpp"

namespace memetik {

class Differentiable {
 public:
  struct Value {
    double value;
    bool accepted;  // every primary goal within its tolerance
  };

  virtual ~Differentiable() = default;
  // Evaluates at the configuration q (all variables); writes the derivative by every active variable.
  virtual Value at(const double* q, double* gradient) = 0;
  virtual int evaluations() const { return 1; }  // evaluations per call of at()
  // Writes |J_c| for every active variable c at the last q: how fast residuals change with it.
  virtual void rates(double* out) const = 0;
};

// Writes |J_c| over the rows of the goals in scope, from the last linearisation.
void column_norms(const Objective<double>& objective, Scope scope, double* out);

// The cost of the goals in scope.
class Cost final : public Differentiable {
 public:
  explicit Cost(Objective<double>& objective, Scope scope = Scope::primary)
      : objective_(&objective), scope_(scope) {}

  Value at(const double* q, double* gradient) override {
    objective_->linearize(q, scope_);
    for (std::size_t c = 0; c < objective_->problem().active().size(); ++c)
      gradient[c] = 2 * objective_->gradient()[c];
    return {objective_->cost(), objective_->accepted()};
  }
  void rates(double* out) const override { column_norms(*objective_, scope_, out); }

 private:
  Objective<double>* objective_;
  Scope scope_;
};

}  // namespace memetik
