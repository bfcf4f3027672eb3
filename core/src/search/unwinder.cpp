#include "memetik/search/unwinder.hpp"

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

Unwinder::Unwinder(const Problem& problem)
    : problem_(&problem), unwound_(static_cast<std::size_t>(problem.tree().dof())) {}

bool Unwinder::apply(const Query& query, Objective<double>& exact, std::vector<double>& q, bool solved) {
  if (!query.max_change.empty()) clip(problem_->tree(), q);  // wraps rotation vectors
  unwound_ = q;
  if (!unwind(problem_->tree(), query.start, unwound_)) return false;
  exact.set_parameters(query.parameters);
  exact.evaluate(q.data(), Scope::all);
  const double before = exact.cost();
  exact.evaluate(unwound_.data(), Scope::all);
  const bool as_good = exact.cost() <= before * (1 + 1e-9) + 1e-15;
  const bool has_secondary = problem_->rows() > problem_->primary_rows();
  if (solved ? !exact.accepted() || (has_secondary && !as_good) : !as_good) return false;
  q = unwound_;
  return true;
}

}  // namespace memetik
