#include "memetik/search/local/lbfgsb.hpp"

#include <Eigen/LU>
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
constexpr int most_searches = 20;                              // evaluations along one direction

}  // namespace

Lbfgsb::Lbfgsb(const Problem& problem)
    : problem_(&problem), q_(static_cast<std::size_t>(problem.tree().dof())) {
  const auto n = static_cast<Eigen::Index>(problem.active().size());
  for (Eigen::VectorXd* v : {&lower_, &upper_, &here_.x, &here_.gradient, &trial_.x, &trial_.gradient,
                             &target_, &direction_, &breakpoints_})
    v->setZero(n);
  order_.resize(static_cast<std::size_t>(n));
  free_.reserve(static_cast<std::size_t>(n));
  s_.setZero(n, memory);
  y_.setZero(n, memory);
  w_.setZero(n, 2 * memory);
}

// Of the point, which is brought into the box.
void Lbfgsb::evaluate(const Query& query, Objective<double>& objective, Point& point, Result& result) {
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c)
    q_[static_cast<std::size_t>(active[c])] = point.x[static_cast<Eigen::Index>(c)];
  clip(problem_->tree(), query, q_);
  objective.linearize(q_.data(), Scope::primary);
  ++result.evaluations;
  point.cost = objective.cost();
  point.accepted = objective.accepted();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<Eigen::Index>(c);
    point.x[i] = q_[static_cast<std::size_t>(active[c])];
    point.gradient[i] = 2 * objective.gradient()[c];
  }
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
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int a, int b) { return breakpoints_[a] < breakpoints_[b]; });
  const auto used = 2 * count_;
  SmallVector p = w_.leftCols(used).transpose() * direction_;
  c_.setZero(used);
  target_ = here_.x;
  double slope = -direction_.squaredNorm();
  double bend = -theta_ * slope - (count_ ? p.dot(m_ * p) : 0.0);
  double reached = 0, best = bend > 0 ? -slope / bend : HUGE_VAL;
  for (const int b : order_) {
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
      const SmallVector row = w_.row(b).head(used).transpose();
      slope += d * row.dot(m_ * c_);
      bend += 2 * d * row.dot(m_ * p) - d * d * row.dot(m_ * row);
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

// The model's minimum over the variables that are free at the Cauchy point, cut where it leaves the box
// (their direct primal method).
void Lbfgsb::minimize_in_subspace() {
  free_.clear();
  for (int i = 0; i < static_cast<int>(target_.size()); ++i)
    if (target_[i] > lower_[i] && target_[i] < upper_[i]) free_.push_back(i);
  if (free_.empty()) return;
  const auto used = 2 * count_;
  SmallVector mc = count_ ? SmallVector(m_ * c_) : SmallVector(SmallVector::Zero(0));
  SmallVector sum = SmallVector::Zero(used);  // W^T Z r
  Small products = Small::Zero(used, used);   // W^T Z Z^T W
  for (const int i : free_) {
    const SmallVector row = w_.row(i).head(used).transpose();
    direction_[i] = here_.gradient[i] + theta_ * (target_[i] - here_.x[i]) - (count_ ? row.dot(mc) : 0.0);
    sum += direction_[i] * row;
    products += row * row.transpose();
  }
  SmallVector v = SmallVector::Zero(used);
  if (count_) {
    const Small system = Small::Identity(used, used) - m_ * products / theta_;
    v = system.partialPivLu().solve(SmallVector(m_ * sum));
  }
  double share = 1;
  for (const int i : free_) {
    const double correction = count_ ? w_.row(i).head(used).dot(v) / (theta_ * theta_) : 0.0;
    const double step = -direction_[i] / theta_ - correction;
    direction_[i] = step;
    if (step > 0) share = std::min(share, (upper_[i] - target_[i]) / step);
    if (step < 0) share = std::min(share, (lower_[i] - target_[i]) / step);
  }
  for (const int i : free_) target_[i] += share * direction_[i];
}

// To a point that is lower and less steep; false if there is none.
bool Lbfgsb::search_along(const Query& query, Objective<double>& objective, int max_evaluations,
                          Result& result, Stop& stop) {
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
    evaluate(query, objective, trial_, result);
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

// The step from here to the trial, unless the cost bends the wrong way along it.
void Lbfgsb::learn() {
  const double sy = (trial_.x - here_.x).dot(trial_.gradient - here_.gradient);
  const double yy = (trial_.gradient - here_.gradient).squaredNorm();
  if (!(sy > 2.2e-16 * yy)) return;
  if (count_ == memory) {  // the oldest is forgotten
    for (int k = 1; k < memory; ++k) {
      s_.col(k - 1) = s_.col(k);
      y_.col(k - 1) = y_.col(k);
    }
    --count_;
  }
  s_.col(count_) = trial_.x - here_.x;
  y_.col(count_) = trial_.gradient - here_.gradient;
  ++count_;
  theta_ = yy / sy;
  w_.leftCols(count_) = y_.leftCols(count_);
  w_.middleCols(count_, count_) = theta_ * s_.leftCols(count_);
  const Small products = s_.leftCols(count_).transpose() * y_.leftCols(count_);
  Small system(2 * count_, 2 * count_);
  system.topLeftCorner(count_, count_) = Small((-products.diagonal()).asDiagonal());
  system.bottomLeftCorner(count_, count_) = products.triangularView<Eigen::StrictlyLower>();
  system.topRightCorner(count_, count_) = system.bottomLeftCorner(count_, count_).transpose().eval();
  system.bottomRightCorner(count_, count_) = theta_ * s_.leftCols(count_).transpose() * s_.leftCols(count_);
  m_ = system.inverse();
  if (!m_.allFinite()) forget();
}

void Lbfgsb::forget() {
  count_ = 0;
  theta_ = 1;
  m_.resize(0, 0);
}

Lbfgsb::Result Lbfgsb::run(const Query& query, Objective<double>& objective, double* q, int max_evaluations,
                           Stop& stop) {
  std::copy_n(q, q_.size(), q_.begin());
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<Eigen::Index>(c);
    const Interval interval = interval_of(problem_->tree(), query, static_cast<std::size_t>(active[c]));
    lower_[i] = interval.lower;
    upper_[i] = interval.upper;
    here_.x[i] = q[active[c]];
  }
  forget();
  Result result{0, false, false, 0};
  evaluate(query, objective, here_, result);
  while (result.evaluations < max_evaluations && !here_.accepted && !active.empty()) {
    result.converged = projected_gradient() <= least_slope;
    if (result.converged) break;
    find_cauchy_point();
    minimize_in_subspace();
    if (!search_along(query, objective, max_evaluations, result, stop)) {
      if (stop.requested() || result.evaluations >= max_evaluations) break;
      result.converged = count_ == 0;
      if (result.converged) break;
      forget();  // what was learned misleads: once more from the gradient
      continue;
    }
    const double gain = here_.cost - trial_.cost;
    learn();
    std::swap(here_, trial_);
    result.converged = gain <= least_gain * std::abs(here_.cost);
    if (result.converged) break;
  }
  result.cost = here_.cost;
  result.accepted = here_.accepted;
  for (std::size_t c = 0; c < active.size(); ++c) q[active[c]] = here_.x[static_cast<Eigen::Index>(c)];
  return result;
}

}  // namespace memetik
