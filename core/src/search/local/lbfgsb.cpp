#include "memetik/search/local/lbfgsb.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "memetik/search/box.hpp"

namespace memetik {

namespace {

constexpr double sufficient_decrease = 1e-4, curvature = 0.9;  // of the Wolfe conditions
constexpr double least_gain = 1e-13;                           // of the cost: less is no progress
constexpr double least_slope = 1e-12;                          // of the projected gradient
constexpr double first_move = 0.3;                             // [rad, m] before any curvature is known
constexpr double least_rate = 1e-3;                            // of residuals by a variable, where it scales
constexpr int most_searches = 20;                              // evaluations along one direction

// A <- A^-1 of a symmetric positive definite matrix, by Gauss-Jordan elimination, which needs no pivoting
// then. False if it is not.
template <class Matrix>
bool invert(Matrix& a) {
  for (Eigen::Index k = 0; k < a.rows(); ++k) {
    const double pivot = a(k, k);
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    const Eigen::Vector<double, Matrix::RowsAtCompileTime> column = a.col(k);
    a.col(k).setZero();
    const Eigen::RowVector<double, Matrix::ColsAtCompileTime> row = a.row(k) / pivot;
    a -= column.lazyProduct(row);
    a.row(k) = row;
    a.col(k) = column / -pivot;
    a(k, k) = 1 / pivot;
  }
  return true;
}

}  // namespace

Lbfgsb::Lbfgsb(const Problem& problem, const Options& options)
    : problem_(&problem), options_(options), q_(static_cast<std::size_t>(problem.tree().dof())) {
  const auto n = static_cast<Eigen::Index>(problem.active().size());
  for (Eigen::VectorXd* v : {&units_, &lower_, &upper_, &here_.x, &here_.gradient, &trial_.x,
                             &trial_.gradient, &target_, &direction_, &breakpoints_})
    v->setZero(n);
  order_.resize(static_cast<std::size_t>(n));
  ranges_.resize(static_cast<std::size_t>(n));
  winds_.resize(static_cast<std::size_t>(n));
  free_.reserve(static_cast<std::size_t>(n));
  w_.setZero(2 * memory, n);
}

// q_ is where the point is.
void Lbfgsb::place(const Point& point) {
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<Eigen::Index>(c);
    const double value = units_[i] * point.x[i];
    q_[static_cast<std::size_t>(active[c])] = winds_[c] ? wound_into(ranges_[c], value) : value;
  }
}

// Of the point, which is brought into the box, if that holds it.
void Lbfgsb::evaluate(const Query& query, Differentiable& function, Point& point, Result& result) {
  place(point);
  if (options_.limits != Limits::end) clip(problem_->tree(), query, q_);
  const auto [value, accepted] = function.at(q_.data(), point.gradient.data());
  result.evaluations += function.evaluations();
  point.cost = value;
  point.accepted = accepted;
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<Eigen::Index>(c);
    if (!winds_[c]) point.x[i] = q_[static_cast<std::size_t>(active[c])] / units_[i];
    point.gradient[i] *= units_[i];
  }
}

// Variables that are locked have bounds in any case.
void Lbfgsb::set_bounds(const Query& query) {
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<std::size_t>(active[c]);
    ranges_[c] = interval_of(problem_->tree(), query, i);
    const auto [lower, upper] = ranges_[c];
    winds_[c] = options_.limits != Limits::hold && winds(problem_->tree(), ranges_[c], i);
    const bool open = winds_[c] || (options_.limits == Limits::end && lower < upper);
    lower_[static_cast<Eigen::Index>(c)] = open ? -HUGE_VAL : lower;
    upper_[static_cast<Eigen::Index>(c)] = open ? HUGE_VAL : upper;
  }
}

bool Lbfgsb::is_inside(const Query& query, const Point& point) {
  place(point);
  clip(problem_->tree(), query, q_);
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<Eigen::Index>(c);
    if (!winds_[c] && q_[static_cast<std::size_t>(active[c])] != units_[i] * point.x[i]) return false;
  }
  return true;
}

double Lbfgsb::projected_gradient() const {
  return ((here_.x - here_.gradient).cwiseMax(lower_).cwiseMin(upper_) - here_.x).cwiseAbs().maxCoeff();
}

// The first minimum of the model along x(t) = P(x - t g), piece by piece (their algorithm CP).
void Lbfgsb::find_cauchy_point() {
  const auto n = here_.x.size();
  const Eigen::VectorXd& g = here_.gradient;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double bound = g[i] < 0 ? upper_[i] : lower_[i];
    breakpoints_[i] = g[i] == 0 ? HUGE_VAL : (here_.x[i] - bound) / g[i];
    direction_[i] = breakpoints_[i] > 0 ? -g[i] : 0;
  }
  const auto later = [&](int a, int b) { return breakpoints_[a] > breakpoints_[b]; };
  std::iota(order_.begin(), order_.end(), 0);
  std::make_heap(order_.begin(), order_.end(), later);
  Pair p = w_ * direction_;
  c_.setZero();
  target_ = here_.x;
  double slope = -direction_.squaredNorm();
  double bend = -theta_ * slope - (count_ ? p.dot(m_.lazyProduct(p)) : 0.0);
  double reached = 0, best = bend > 0 ? -slope / bend : HUGE_VAL;
  for (auto end = order_.end(); end != order_.begin(); --end) {
    const int b = order_.front();
    std::pop_heap(order_.begin(), end, later);
    if (direction_[b] == 0) continue;
    const double step = breakpoints_[b] - reached;
    if (best < step) break;
    const double d = direction_[b];
    target_[b] = d > 0 ? upper_[b] : lower_[b];
    const double z = target_[b] - here_.x[b];
    c_ += step * p;
    slope += step * bend + d * d - theta_ * d * z;
    bend -= theta_ * d * d;
    if (count_) {
      const Pair row = w_.col(b);
      slope += d * row.dot(m_.lazyProduct(c_));
      bend += 2 * d * row.dot(m_.lazyProduct(p)) - d * d * row.dot(m_.lazyProduct(row));
      p -= d * row;
    }
    direction_[b] = 0;
    reached = breakpoints_[b];
    best = bend > 0 ? -slope / bend : 0;
  }
  best = std::isfinite(best) ? std::max(best, 0.0) : 0;
  for (Eigen::Index i = 0; i < n; ++i)
    if (direction_[i] != 0) target_[i] = here_.x[i] + (reached + best) * direction_[i];
  c_ += best * p;
}

// The model's minimum over the variables F that are free at the Cauchy point, cut where it leaves the box
// (their direct primal method). With r the model's gradient there, D the diagonal of S^T Y, R its upper
// triangle and A the variables on bounds, the step is -r / theta - W v / theta^2 where
//   [ -(D + Y_F^T Y_F / theta)    (S_A^T Y_A - R)^T ]
//   [  S_A^T Y_A - R               theta S_A^T S_A  ] v = W_F^T r:
// two systems of half the size, both positive definite.
void Lbfgsb::minimize_in_subspace() {
  free_.clear();
  Square sy = Square::Zero(), ss = Square::Zero(), yy = yy_;
  for (int i = 0; i < static_cast<int>(target_.size()); ++i) {
    if (target_[i] > lower_[i] && target_[i] < upper_[i]) {
      free_.push_back(i);
    } else if (count_) {
      const auto y = w_.col(i).head<memory>(), s = w_.col(i).tail<memory>();
      sy.noalias() += s * y.transpose();
      ss.noalias() += s * s.transpose();
      yy.noalias() -= y * y.transpose();
    }
  }
  if (free_.empty()) return;
  const Pair mc = count_ ? Pair(m_.lazyProduct(c_)) : Pair(Pair::Zero());
  Pair sum = Pair::Zero(), v = Pair::Zero();
  for (const int i : free_) {
    direction_[i] = here_.gradient[i] + theta_ * (target_[i] - here_.x[i]) - w_.col(i).dot(mc);
    sum += direction_[i] * w_.col(i);
  }
  if (count_) {
    const Square upper = sy_.triangularView<Eigen::Upper>();
    const Square below = sy - upper;
    Square first = yy / theta_;
    first.diagonal() += sy_.diagonal();
    if (!invert(first)) return;
    const Square across = first.lazyProduct(below.transpose());
    Square second = theta_ * ss;
    second += below.lazyProduct(across);
    if (!invert(second)) return;
    // theta belongs to S on both sides
    const Half a = sum.head<memory>(), b = theta_ * sum.tail<memory>();
    const Half known = b + across.transpose().lazyProduct(a);
    const Half half = second.lazyProduct(known);
    v.head<memory>() = across.lazyProduct(half) - first.lazyProduct(a);
    v.tail<memory>() = theta_ * half;
  }
  double share = 1;
  for (const int i : free_) {
    const double step = -direction_[i] / theta_ - w_.col(i).dot(v) / (theta_ * theta_);
    direction_[i] = step;
    if (step > 0) share = std::min(share, (upper_[i] - target_[i]) / step);
    if (step < 0) share = std::min(share, (lower_[i] - target_[i]) / step);
  }
  for (const int i : free_) target_[i] += share * direction_[i];
}

// To a point that is lower and less steep; false if there is none.
bool Lbfgsb::search_along(const Query& query, Differentiable& function, int max_evaluations, Result& result,
                          Stop& stop) {
  direction_ = target_ - here_.x;
  const double slope = direction_.dot(here_.gradient);
  if (!(slope < 0)) return false;
  double low = 0, high = HUGE_VAL, share = 1, most = HUGE_VAL;
  for (Eigen::Index i = 0; i < direction_.size(); ++i) {
    if (direction_[i] > 0) most = std::min(most, (upper_[i] - here_.x[i]) / direction_[i]);
    if (direction_[i] < 0) most = std::min(most, (lower_[i] - here_.x[i]) / direction_[i]);
  }
  if (count_ == 0) share = std::min(1.0, first_move / direction_.cwiseAbs().maxCoeff());
  for (int k = 0; k < most_searches && result.evaluations < max_evaluations && !stop.requested(); ++k) {
    trial_.x = here_.x + share * direction_;
    evaluate(query, function, trial_, result);
    if (!(trial_.cost <= here_.cost + sufficient_decrease * share * slope))
      high = share;
    else if (trial_.accepted || share >= most || trial_.gradient.dot(direction_) >= curvature * slope)
      return true;
    else
      low = share;
    share = std::isfinite(high) ? 0.5 * (low + high) : std::min(2 * share, most);
  }
  return trial_.cost < here_.cost;
}

// The step from here to the trial, unless the cost bends the wrong way along it. With D the diagonal of S^T Y
// and L what is below it, M is the inverse of [-D, L^T; L, theta S^T S], by blocks.
void Lbfgsb::learn() {
  const double sy = (trial_.x - here_.x).dot(trial_.gradient - here_.gradient);
  const double yy = (trial_.gradient - here_.gradient).squaredNorm();
  if (!(sy > 2.2e-16 * yy)) return;
  if (count_ == memory) make_room();
  const int k = count_++;
  w_.row(k) = trial_.gradient - here_.gradient;
  w_.row(memory + k) = trial_.x - here_.x;
  const Pair with_y = w_ * (trial_.gradient - here_.gradient), with_s = w_ * (trial_.x - here_.x);
  yy_.col(k) = yy_.row(k).transpose() = with_y.head<memory>();
  ss_.col(k) = ss_.row(k).transpose() = with_s.tail<memory>();
  sy_.col(k) = with_y.tail<memory>();
  sy_.row(k) = with_s.head<memory>();
  for (int i = count_; i < memory; ++i) sy_(i, i) = ss_(i, i) = 1;
  theta_ = yy / sy;
  const Half d = sy_.diagonal().cwiseInverse();
  const Square below = sy_.triangularView<Eigen::StrictlyLower>();
  const Square across = d.asDiagonal() * below.transpose();
  Square inverse = theta_ * ss_;
  inverse += below.lazyProduct(across);
  if (!invert(inverse)) return forget();
  const Square mixed = across.lazyProduct(inverse);
  // theta belongs to S on both sides
  m_.topLeftCorner<memory, memory>() = mixed.lazyProduct(across.transpose());
  m_.diagonal().head<memory>() -= d;
  m_.topRightCorner<memory, memory>() = theta_ * mixed;
  m_.bottomLeftCorner<memory, memory>() = theta_ * mixed.transpose();
  m_.bottomRightCorner<memory, memory>() = theta_ * theta_ * inverse;
  if (!m_.allFinite()) forget();
}

// The oldest step is forgotten.
void Lbfgsb::make_room() {
  constexpr int rest = memory - 1;
  for (Eigen::Index i = 0; i < w_.cols(); ++i)
    for (const int first : {0, memory})
      for (int k = first; k < first + rest; ++k) w_(k, i) = w_(k + 1, i);
  for (Square* products : {&sy_, &ss_, &yy_})
    products->topLeftCorner<rest, rest>() = products->bottomRightCorner<rest, rest>().eval();
  --count_;
}

void Lbfgsb::forget() {
  count_ = 0;
  theta_ = 1;
  w_.setZero();
  for (Square* products : {&sy_, &ss_}) products->setIdentity();
  yy_.setZero();
}

void Lbfgsb::scale_variables(const Differentiable& function) {
  function.rates(units_.data());
  units_ = units_.cwiseMax(least_rate).cwiseInverse();
  here_.x.array() /= units_.array();
  here_.gradient.array() *= units_.array();
  lower_.array() /= units_.array();
  upper_.array() /= units_.array();
}

Lbfgsb::Result Lbfgsb::run(const Query& query, Differentiable& function, double* q, int max_evaluations,
                           Stop& stop) {
  std::copy_n(q, q_.size(), q_.begin());
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) here_.x[static_cast<Eigen::Index>(c)] = q[active[c]];
  set_bounds(query);
  forget();
  units_.setOnes();
  Result result{0, false, false, 0};
  evaluate(query, function, here_, result);
  if (options_.scaled) scale_variables(function);
  return descend(query, function, q, max_evaluations, stop, result);
}

Lbfgsb::Result Lbfgsb::go_on(const Query& query, Differentiable& function, double* q, int max_evaluations,
                             Stop& stop) {
  return descend(query, function, q, max_evaluations, stop, {0, false, false, 0});
}

Lbfgsb::Result Lbfgsb::descend(const Query& query, Differentiable& function, double* q, int max_evaluations,
                               Stop& stop, Result result) {
  const auto active = problem_->active();
  while (result.evaluations < max_evaluations && !here_.accepted && !active.empty()) {
    result.converged = projected_gradient() <= least_slope;
    if (result.converged) break;
    find_cauchy_point();
    minimize_in_subspace();
    if (!search_along(query, function, max_evaluations, result, stop)) {
      if (stop.requested() || result.evaluations >= max_evaluations) break;
      result.converged = count_ == 0;
      if (result.converged) break;
      forget();  // what was learned misleads: once more from the gradient
      continue;
    }
    result.at_limit = options_.limits == Limits::end && !is_inside(query, trial_);
    if (result.at_limit) break;
    const double gain = here_.cost - trial_.cost;
    learn();
    std::swap(here_, trial_);
    result.converged = gain <= least_gain * std::abs(here_.cost);
    if (result.converged) break;
  }
  result.cost = here_.cost;
  result.accepted = here_.accepted;
  place(here_);
  if (options_.scaled) clip(problem_->tree(), query, q_);  // units round
  for (const int i : active) q[i] = q_[static_cast<std::size_t>(i)];
  return result;
}

}  // namespace memetik
