#include "memetik/search/local/differentiable.hpp"

#include <cmath>

namespace memetik {

void column_norms(const Objective<double>& objective, Scope scope, double* out) {
  const Problem& problem = objective.problem();
  for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
    double sum = 0;
    const auto support = scope == Scope::all ? problem.support(c) : problem.primary_support(c);
    for (const RowRange& range : support)
      for (int row = range.first; row < range.last; ++row)
        sum += objective.column(c)[row] * objective.column(c)[row];
    out[c] = std::sqrt(sum);
  }
}

}  // namespace memetik
