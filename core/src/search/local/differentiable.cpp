#include "memetik/search/local/differentiable.hpp"

#include <cmath>

namespace memetik {

void column_norms(const Objective<double>& objective, double* out) {
  const Problem& problem = objective.problem();
  for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
    double sum = 0;
    for (const RowRange& range : problem.primary_support(c))
      for (int row = range.first; row < range.last; ++row)
        sum += objective.column(c)[row] * objective.column(c)[row];
    out[c] = std::sqrt(sum);
  }
}

}  // namespace memetik
