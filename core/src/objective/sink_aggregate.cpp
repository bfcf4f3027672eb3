// The part of Sink for goals that add up any number of residuals.
#include "memetik/objective/sink.hpp"

namespace memetik {

template <class T>
void Sink<T>::aggregate(Quadratic<T>& sum, const T& squared) {
  T* rows = residuals_ + goal_->row;
  const int count = sum.count();
  const T price = factor_ * factor_;
  cost_ += price * sum.cost();
  if (eased_) plain_cost_ += price * sum.cost();
  if (cost_terms_) *cost_terms_++ = {price * sum.cost(), factor_, goal_->row, goal_->row + goal_->rows};
  update_acceptance(squared <= T(goal_->limit[0]));
  add_violation(squared, 0);
  report(squared, 0);
  if (!wants_derivatives()) {
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

template void Sink<double>::aggregate(Quadratic<double>&, const double&);
template void Sink<Pack>::aggregate(Quadratic<Pack>&, const Pack&);

}  // namespace memetik
