// Bio IK's fitness of a configuration; lower is better (Starke 2020, dissertation 4.4 and 5.5).
#pragma once

#include <cstdint>

#include "memetik/search/local/differentiable.hpp"

namespace memetik {

// Over all k errors L_j of the goals in scope, with weights w_j:
enum class FitnessKind : std::uint8_t {
  rms,   // sqrt(1/k sum w_j L_j^2), the root of the mean cost
  mean,  // 1/k sum w_j L_j
};

int error_count(const Problem& problem, Scope scope);

// The fitness of the objective's last evaluation. The mean needs an objective that records cost terms.
template <class T>
T fitness(FitnessKind kind, int errors, const Objective<T>& objective) {
  if (kind == FitnessKind::rms) return sqrt(objective.cost() / T(errors));
  T sum(0);
  for (const CostTerm<T>& term : objective.cost_terms()) sum += term.factor * sqrt(term.cost);
  return sum / T(errors);
}

// The mean with its gradient. The gradient of w L is w^(1/2) J^T r / (w L^2)^(1/2), over the rows of the
// error.
class MeanError final : public Differentiable {
 public:
  // Makes the objective record cost terms.
  explicit MeanError(Objective<double>& objective, Scope scope = Scope::primary);

  Value at(const double* q, double* gradient) override;
  void rates(double* out) const override { column_norms(*objective_, scope_, out); }

 private:
  Objective<double>* objective_;
  Scope scope_;
  int errors_;
};

}  // namespace memetik
