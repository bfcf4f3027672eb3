// Goals with a loss other than the square.
#include "memetik/objective/sink.hpp"

namespace memetik {

template <class T>
void Sink<T>::error_by_loss(T squared, std::size_t tolerance, const T& scale) {
  const T inner(0.99 * goal_->tolerance[tolerance]);
  // where the loss is least somewhere else than at zero, the error is how far it is to there
  const bool shifted = loss_->lower != 0 || loss_->upper != 0;
  if (shifted) squared = T(0);
  const auto add = [&](T* first, T* last) {
    const T beyond = lose(first, last, inner, scale);
    if (shifted) squared += beyond * beyond;
  };
  if (goal_->kernel->rows_apart)
    for (T* row = group_; row != next_row_; ++row) add(row, row + 1);
  else
    add(group_, next_row_);
  group_ = next_row_;
  ++loss_;
  judge(squared <= T(goal_->limit[tolerance]));
  report(squared, tolerance);
}

// Replaces rows by what their loss makes of them; returns how far their size x is from where that is least.
// A single row has a sign, several together none.
template <class T>
T Sink<T>::lose(T* first, T* last, const T& inner, const T& scale) {
  T sum(0);
  for (T* row = first; row != last; ++row) sum += *row * *row;
  const T size = last - first == 1 ? *first : sqrt(sum);
  const T x = size / scale, beyond = loss_->beyond(x), price = factor_ * factor_ * scale * scale;
  T eased = x;
  if (eased_) {
    plain_cost_ += price * loss_->at(x).value;
    if (goal_->primary && std::isfinite(lane(inner, 0))) eased = x - min(max(beyond, -inner), inner);
  }
  const LossValue<T> loss = loss_->at(eased);
  cost_ += price * loss.value;
  const T f = sqrt(max(loss.weight, T(1e-30)));
  const T ratio = scale * loss.slope / (T(2) * f * select(abs(size) > T(1e-150), size, T(1e-150)));
  for (T* row = first; row != last; ++row) {
    *row *= ratio;
    row_factors_[row - residuals_] = f;
  }
  return beyond;
}

template <class T>
void Sink<T>::end_with_loss() {
  for (T* row = residuals_ + goal_->row; row != next_row_; ++row) *row *= factor_;
  if (!wants_derivatives()) return;
  for (int c = 0; c < jacobian_.count; ++c)
    for (int row = goal_->row; row < goal_->row + goal_->rows; ++row)
      jacobian_.columns[c * jacobian_.stride + row] *= row_factors_[row];
}

template class Sink<double>;
template class Sink<Pack>;

}  // namespace memetik
