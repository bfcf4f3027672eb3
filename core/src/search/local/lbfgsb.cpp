#include "memetik/search/local/lbfgsb.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "memetik/search/box.hpp"

namespace memetik {

namespace {

constexpr double sufficient_decrease = 1e-4, curvature = 0.9;  // of the Wolfe conditions
constexpr double min_gain = 1e-13;                             // minimum progress, relative to the cost
constexpr double min_slope = 1e-12;                            // minimum projected gradient
constexpr double first_move = 0.3;        // [rad, m] first step, before any curvature is known
constexpr double min_rate = 1e-3;         // minimum |J_c| by which a variable is scaled
constexpr int max_line_evaluations = 20;  // evaluations along one direction

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

Lbfgsb::Lbfgsb(const Problem& problem, const Options& options)
    : problem_(&problem),
      options_(options),
      q_(static_cast<std::size_t>(problem.tree().dof())),
      model_(problem.active().size()) {
  const std::size_t n = problem.active().size();
  for (std::vector<double>* v : {&units_, &lower_, &upper_, &here_.x, &here_.gradient, &trial_.x,
                                 &trial_.gradient, &target_, &direction_, &breakpoints_})
    v->resize(n);
  order_.resize(n);
  ranges_.resize(n);
  wraps_.resize(n);
  free_.reserve(n);
  held_.reserve(n);
}

// Writes the configuration of the point into q_.
void Lbfgsb::place(const Point& point) {
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const double value = units_[c] * point.x[c];
    q_[static_cast<std::size_t>(active[c])] = wraps_[c] ? wrapped_into(ranges_[c], value) : value;
  }
}

// Evaluates the function at the point, which is first moved into the box unless limits are Limits::end.
void Lbfgsb::evaluate(const Query& query, Differentiable& function, Point& point, Result& result) {
  place(point);
  if (options_.limits != Limits::end) clip(problem_->tree(), query, q_);
  const auto [value, accepted] = function.at(q_.data(), point.gradient.data());
  result.evaluations += function.evaluations();
  point.cost = value;
  point.accepted = accepted;
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    if (!wraps_[c]) point.x[c] = q_[static_cast<std::size_t>(active[c])] / units_[c];
    point.gradient[c] *= units_[c];
  }
}

// Locked variables always have bounds.
void Lbfgsb::set_bounds(const Query& query) {
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) {
    const auto i = static_cast<std::size_t>(active[c]);
    ranges_[c] = interval_of(problem_->tree(), query, i);
    const auto [lower, upper] = ranges_[c];
    wraps_[c] = options_.limits != Limits::hold && covers_full_turn(problem_->tree(), ranges_[c], i);
    const bool open = wraps_[c] || (options_.limits == Limits::end && lower < upper);
    lower_[c] = open ? -HUGE_VAL : lower;
    upper_[c] = open ? HUGE_VAL : upper;
  }
}

bool Lbfgsb::is_inside(const Query& query, const Point& point) {
  place(point);
  clip(problem_->tree(), query, q_);
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c)
    if (!wraps_[c] && q_[static_cast<std::size_t>(active[c])] != units_[c] * point.x[c]) return false;
  return true;
}

double Lbfgsb::projected_gradient() const {
  double largest = 0;
  for (std::size_t i = 0; i < here_.x.size(); ++i) {
    const double moved = std::min(std::max(here_.x[i] - here_.gradient[i], lower_[i]), upper_[i]);
    largest = std::max(largest, std::abs(moved - here_.x[i]));
  }
  return largest;
}

// The first minimum of the model along x(t) = P(x - t g), piece by piece (algorithm CP of the paper).
void Lbfgsb::find_cauchy_point() {
  const std::vector<double>& g = here_.gradient;
  for (std::size_t i = 0; i < g.size(); ++i) {
    const double bound = g[i] < 0 ? upper_[i] : lower_[i];
    breakpoints_[i] = g[i] == 0 ? HUGE_VAL : (here_.x[i] - bound) / g[i];
    direction_[i] = breakpoints_[i] > 0 ? -g[i] : 0;
  }
  const auto later = [&](int a, int b) {
    return breakpoints_[static_cast<std::size_t>(a)] > breakpoints_[static_cast<std::size_t>(b)];
  };
  std::iota(order_.begin(), order_.end(), 0);
  std::make_heap(order_.begin(), order_.end(), later);
  LbfgsModel::Row p = model_.project(direction_);
  c_ = {};
  target_ = here_.x;
  const double theta = model_.theta();
  double slope = -dot(direction_, direction_);
  double bend = -theta * slope - (model_.empty() ? 0.0 : memetik::dot(p, model_.times_m(p)));
  double reached = 0, best = bend > 0 ? -slope / bend : HUGE_VAL;
  for (auto end = order_.end(); end != order_.begin(); --end) {
    const auto b = static_cast<std::size_t>(order_.front());
    std::pop_heap(order_.begin(), end, later);
    if (direction_[b] == 0) continue;
    const double step = breakpoints_[b] - reached;
    if (best < step) break;
    const double d = direction_[b];
    target_[b] = d > 0 ? upper_[b] : lower_[b];
    const double z = target_[b] - here_.x[b];
    add(c_, step, p);
    slope += step * bend + d * d - theta * d * z;
    bend -= theta * d * d;
    if (!model_.empty()) {
      const LbfgsModel::Row &row = model_.row(b), across = model_.times_m(row);
      slope += d * memetik::dot(across, c_);
      bend += 2 * d * memetik::dot(across, p) - d * d * memetik::dot(across, row);
      add(p, -d, row);
    }
    direction_[b] = 0;
    reached = breakpoints_[b];
    best = bend > 0 ? -slope / bend : 0;
  }
  best = std::isfinite(best) ? std::max(best, 0.0) : 0;
  for (std::size_t i = 0; i < g.size(); ++i)
    if (direction_[i] != 0) target_[i] = here_.x[i] + (reached + best) * direction_[i];
  add(c_, best, p);
}

// Finds the model's minimum over the variables that are not on a bound at the Cauchy point. The step is
// truncated where it leaves the box.
void Lbfgsb::minimize_in_subspace() {
  free_.clear();
  held_.clear();
  for (std::size_t i = 0; i < target_.size(); ++i)
    (target_[i] > lower_[i] && target_[i] < upper_[i] ? free_ : held_).push_back(static_cast<int>(i));
  if (free_.empty()) return;
  const double theta = model_.theta();
  const LbfgsModel::Row mc = model_.empty() ? LbfgsModel::Row{} : model_.times_m(c_);
  LbfgsModel::Row sum{}, v;
  for (const int k : free_) {
    const auto i = static_cast<std::size_t>(k);
    direction_[i] = here_.gradient[i] + theta * (target_[i] - here_.x[i]) - memetik::dot(model_.row(i), mc);
    add(sum, direction_[i], model_.row(i));
  }
  if (!model_.solve_free(held_, sum, v)) return;
  double share = 1;
  for (const int k : free_) {
    const auto i = static_cast<std::size_t>(k);
    const double step = -direction_[i] / theta - memetik::dot(model_.row(i), v) / (theta * theta);
    direction_[i] = step;
    if (step > 0) share = std::min(share, (upper_[i] - target_[i]) / step);
    if (step < 0) share = std::min(share, (lower_[i] - target_[i]) / step);
  }
  for (const int k : free_)
    target_[static_cast<std::size_t>(k)] += share * direction_[static_cast<std::size_t>(k)];
}

// Searches along direction_ for a point that satisfies the Wolfe conditions. Returns whether the cost fell.
bool Lbfgsb::search_along(const Query& query, Differentiable& function, int max_evaluations, Result& result,
                          Stop& stop) {
  double longest = 0;
  for (std::size_t i = 0; i < direction_.size(); ++i) {
    direction_[i] = target_[i] - here_.x[i];
    longest = std::max(longest, std::abs(direction_[i]));
  }
  const double slope = dot(direction_, here_.gradient);
  if (!(slope < 0)) return false;
  double low = 0, high = HUGE_VAL, share = 1, max_share = HUGE_VAL;
  for (std::size_t i = 0; i < direction_.size(); ++i) {
    if (direction_[i] > 0) max_share = std::min(max_share, (upper_[i] - here_.x[i]) / direction_[i]);
    if (direction_[i] < 0) max_share = std::min(max_share, (lower_[i] - here_.x[i]) / direction_[i]);
  }
  if (model_.empty()) share = std::min(1.0, first_move / longest);
  for (int k = 0; k < max_line_evaluations && result.evaluations < max_evaluations && !stop.requested();
       ++k) {
    for (std::size_t i = 0; i < direction_.size(); ++i) trial_.x[i] = here_.x[i] + share * direction_[i];
    evaluate(query, function, trial_, result);
    if (!(trial_.cost <= here_.cost + sufficient_decrease * share * slope))
      high = share;
    else if (trial_.accepted || share >= max_share || dot(trial_.gradient, direction_) >= curvature * slope)
      return true;
    else
      low = share;
    share = std::isfinite(high) ? 0.5 * (low + high) : std::min(2 * share, max_share);
  }
  return trial_.cost < here_.cost;
}

void Lbfgsb::scale_variables(const Differentiable& function) {
  function.rates(units_.data());
  for (std::size_t i = 0; i < units_.size(); ++i) {
    units_[i] = 1 / std::max(units_[i], min_rate);
    here_.x[i] /= units_[i];
    here_.gradient[i] *= units_[i];
    lower_[i] /= units_[i];
    upper_[i] /= units_[i];
  }
}

Lbfgsb::Result Lbfgsb::run(const Query& query, Differentiable& function, double* q, int max_evaluations,
                           Stop& stop) {
  std::copy_n(q, q_.size(), q_.begin());
  const auto active = problem_->active();
  for (std::size_t c = 0; c < active.size(); ++c) here_.x[c] = q[active[c]];
  set_bounds(query);
  model_.forget();
  std::fill(units_.begin(), units_.end(), 1.0);
  Result result{0, false, false, 0};
  evaluate(query, function, here_, result);
  if (options_.scaled) scale_variables(function);
  return descend(query, function, q, max_evaluations, stop, result);
}

Lbfgsb::Result Lbfgsb::resume(const Query& query, Differentiable& function, double* q, int max_evaluations,
                              Stop& stop) {
  return descend(query, function, q, max_evaluations, stop, {0, false, false, 0});
}

Lbfgsb::Result Lbfgsb::descend(const Query& query, Differentiable& function, double* q, int max_evaluations,
                               Stop& stop, Result result) {
  const auto active = problem_->active();
  while (result.evaluations < max_evaluations && !here_.accepted && !active.empty()) {
    result.converged = projected_gradient() <= min_slope;
    if (result.converged) break;
    find_cauchy_point();
    minimize_in_subspace();
    if (!search_along(query, function, max_evaluations, result, stop)) {
      if (stop.requested() || result.evaluations >= max_evaluations) break;
      result.converged = model_.empty();
      if (result.converged) break;
      model_.forget();  // the model misleads: try again along the gradient
      continue;
    }
    result.at_limit = options_.limits == Limits::end && !is_inside(query, trial_);
    if (result.at_limit) break;
    const double gain = here_.cost - trial_.cost;
    model_.learn(here_.x, here_.gradient, trial_.x, trial_.gradient);
    std::swap(here_, trial_);
    result.converged = gain <= min_gain * std::abs(here_.cost);
    if (result.converged) break;
  }
  result.cost = here_.cost;
  result.accepted = here_.accepted;
  place(here_);
  if (options_.scaled) clip(problem_->tree(), query, q_);  // scaling may have rounded values out of the box
  for (const int i : active) q[i] = q_[static_cast<std::size_t>(i)];
  return result;
}

}  // namespace memetik
