#include "memetik/search/local/differences.hpp"

#include <algorithm>
#include <utility>

namespace memetik {

namespace {

constexpr double step = 1e-7;  // [rad, m], about the square root of the rounding error

}  // namespace

Differences::Differences(Objective<double>& objective, bool incremental, Scope scope, Function function)
    : objective_(&objective),
      incremental_(incremental),
      scope_(scope),
      function_(std::move(function)),
      q_(static_cast<std::size_t>(objective.problem().tree().dof())) {}

Differentiable::Value Differences::at(const double* q, double* gradient) {
  std::copy_n(q, q_.size(), q_.begin());
  if (incremental_)
    objective_->evaluate_before_changes(q, scope_);
  else
    objective_->evaluate(q, scope_);
  const Value here{function_(*objective_), objective_->accepted()};
  const auto active = objective_->problem().active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<std::size_t>(active[c]);
    q_[i] = q[i] + step;
    if (incremental_)
      objective_->evaluate_change(q_.data(), active[c], scope_);
    else
      objective_->evaluate(q_.data(), scope_);
    gradient[c] = (function_(*objective_) - here.value) / step;
    q_[i] = q[i];
  }
  return here;
}

void Differences::rates(double* out) const { std::fill_n(out, objective_->problem().active().size(), 1.0); }

}  // namespace memetik
