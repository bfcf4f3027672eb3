// The part of Sink for goals that add up any number of residuals.
#include "memetik/objective/sink.hpp"

namespace memetik {

template <class T>
void Sink<T>::end_aggregate(const T& cost, const T& squared) {
  const T price = factor_ * factor_ * cost;
  cost_ += price;
  if (cost_terms_) *cost_terms_++ = {price, factor_, goal_->row, goal_->row + goal_->rows};
  update_acceptance(squared <= T(goal_->limit[0]));
  add_violation(squared, 0);
  report(squared, 0);
}

template <class T>
void Sink<T>::aggregate(Quadratic<T>& sum, const T& squared) {
  if (eased_) {
    plain_cost_ += factor_ * factor_ * sum.cost();
    // others cost nothing where they are met, and need no easing
    if (goal_->kernel->nonzero_when_met(*goal_)) sum.ease(share_beyond_tolerance(squared, 0));
  }
  end_aggregate(sum.cost(), squared);
  T* rows = residuals_ + goal_->row;
  const int count = sum.count();
  if (!has_jacobian()) {
    for (int i = 0; i < count; ++i) rows[i] = T(0);
    rows[count] = factor_ * sqrt(sum.cost());
    return;
  }
  sum.factor();
  for (int i = 0; i <= count; ++i) rows[i] = factor_ * sum.residuals()[i];
  for (int c = 0; c < count; ++c) {
    T* column = jacobian_.columns + c * jacobian_.stride + goal_->row;
    for (int i = 0; i <= c; ++i) column[i] = factor_ * sum.column(c)[i];
  }
}

template <>
void Sink<double>::aggregate(const LargestResiduals& largest, Quadratic<double>& others,
                             const double& squared) {
  const int count = others.count();
  double *rows = residuals_ + goal_->row, cost = others.cost();
  for (int i = 0; i <= count; ++i) rows[i] = 0;
  for (std::size_t i = 0; i < largest.kept().size(); ++i) {
    cost += largest.kept()[i].cost;
    rows[i] = factor_ * std::sqrt(largest.kept()[i].cost);
  }
  rows[count] = factor_ * std::sqrt(others.cost());
  end_aggregate(cost, squared);
  if (!has_jacobian()) return;
  for (int c = 0; c < count; ++c) {
    double* column = jacobian_.columns + c * jacobian_.stride + goal_->row;
    for (int i = 0; i < count; ++i) column[i] = 0;
    column[count] = others.cost() > 0 ? factor_ * others.gradient(c) / std::sqrt(others.cost()) : 0;
  }
  for (std::size_t i = 0; i < largest.kept().size(); ++i) {
    const PairResidual& own = largest.kept()[i];
    if (own.cost <= 0) continue;
    for_each_relative_rate(*kinematics_, own.nodes, own.rate, [&](int variable, double rate) {
      const int column = jacobian_.column_of[variable];
      if (column < 0) return;
      double& entry = jacobian_.columns[column * jacobian_.stride + goal_->row + static_cast<int>(i)];
      entry += factor_ * own.pull / std::sqrt(own.cost) * rate;
    });
  }
}

template void Sink<double>::aggregate(Quadratic<double>&, const double&);
template void Sink<Pack>::aggregate(Quadratic<Pack>&, const Pack&);

}  // namespace memetik
