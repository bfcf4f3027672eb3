// The part of Sink for goals with losses other than the square.
#include "memetik/objective/sink.hpp"

namespace memetik {

template <class T>
void Sink<T>::error_by_loss(T squared, std::size_t tolerance, const T& scale) {
  // if the minimum of the loss is not at zero, the error is the distance from the wanted range
  const bool shifted = loss_->lower != 0 || loss_->upper != 0;
  const T share = eased_ && !shifted ? share_beyond_tolerance(squared, tolerance) : T(1);
  if (shifted) squared = T(0);
  const T before = cost_;
  const auto add = [&](T* first, T* last) {
    const T beyond = apply_loss(first, last, tolerance, share, scale);
    if (shifted) squared += beyond * beyond;
  };
  if (goal_->kernel->loss_per_row)
    for (T* row = group_; row != next_row_; ++row) add(row, row + 1);
  else
    add(group_, next_row_);
  if (cost_terms_) add_cost_term(cost_ - before);
  group_ = next_row_;
  ++loss_;
  update_acceptance(squared <= T(goal_->limit[tolerance]));
  add_violation(squared, tolerance);
  report(squared, tolerance);
}

// Scales the rows so that their squares add up to the loss, and returns the distance of their size x from the
// wanted range. The size of a single row is the row itself, with its sign; that of several rows is their
// norm. A loss with its minimum at zero is evaluated at `share` times x, like an eased row without a loss. A
// loss with its minimum elsewhere is eased by the distance of x from the wanted range: within the tolerance
// it costs nothing, even if it prefers a value inside the range.
template <class T>
T Sink<T>::apply_loss(T* first, T* last, std::size_t tolerance, const T& share, const T& scale) {
  T sum(0);
  for (T* row = first; row != last; ++row) sum += *row * *row;
  const T size = last - first == 1 ? *first : sqrt(sum);
  const T x = size / scale, beyond = loss_->beyond(x), price = factor_ * factor_ * scale * scale;
  T eased = share * x, counts = select(share > T(0), T(1), T(0));
  if (eased_) {
    plain_cost_ += price * loss_->at(x).value;
    const double inner = 0.99 * goal_->tolerance[tolerance];
    if (goal_->decides_success() && std::isfinite(inner) && (loss_->lower != 0 || loss_->upper != 0)) {
      eased = x - min(max(beyond, T(-inner)), T(inner));
      counts = select(abs(beyond) > T(inner), T(1), T(0));
    }
  }
  const LossValue<T> loss = loss_->at(eased);
  cost_ += counts * price * loss.value;
  const T f = counts * sqrt(max(loss.weight, T(1e-30)));
  const T ratio = counts * scale * loss.slope /
                  (T(2) * max(f, T(1e-15)) * select(abs(size) > T(1e-150), size, T(1e-150)));
  for (T* row = first; row != last; ++row) {
    *row *= ratio;
    row_factors_[row - residuals_] = f;
  }
  return beyond;
}

template <class T>
void Sink<T>::end_with_loss() {
  for (T* row = residuals_ + goal_->row; row != next_row_; ++row) *row *= factor_;
  scale_rates();
}

template <class T>
void Sink<T>::scale_rates() {
  if (!wants_derivatives()) return;
  for (int c = 0; c < jacobian_.count; ++c)
    for (int row = goal_->row; row < goal_->row + goal_->rows; ++row)
      jacobian_.columns[c * jacobian_.stride + row] *= row_factors_[row];
}

template class Sink<double>;
template class Sink<Pack>;

}  // namespace memetik
