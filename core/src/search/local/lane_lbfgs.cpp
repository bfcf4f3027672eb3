#include "memetik/search/local/lane_lbfgs.hpp"

#include <cmath>
#include <numbers>

namespace memetik {

namespace {

constexpr double sufficient_decrease = 1e-4;
constexpr double min_gain = 1e-9;          // minimum progress, relative to the cost
constexpr double min_share = 1e-3;         // a direction that needs shorter steps than this is dropped
constexpr double first_move = 0.3;         // [rad, m] first step, before any curvature is known
constexpr double min_curvature = 2.2e-16;  // smaller s y / y y are rounding errors

}  // namespace

LaneLbfgs::LaneLbfgs(const Problem& problem, int max_iterations)
    : problem_(&problem), max_iterations_(max_iterations), bounds_(problem) {
  const std::size_t count = problem.active().size();
  for (std::vector<Pack>* all : {&q_, &trial_})
    all->assign(static_cast<std::size_t>(problem.tree().dof()), Pack(0));
  for (std::vector<Pack>* own : {&gradient_, &change_, &free_, &direction_, &step_})
    own->assign(count, Pack(0));
  for (Pair& pair : pairs_)
    pair = {std::vector<Pack>(count, Pack(0)), std::vector<Pack>(count, Pack(0)), Pack(0)};
  for (const int i : problem.active()) {
    const Variable& v = problem.tree().variables()[static_cast<std::size_t>(i)];
    may_wrap_.push_back(v.kind == VariableKind::rotation_vector && v.upper >= std::numbers::pi);
  }
}

void LaneLbfgs::begin(const Query& query) {
  bounds_.set_query(query);
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = trial_[i] = Pack(query.start[i]);
  cost_ = slope_ = curvature_ = iterations_ = Pack(0);
  share_ = Pack(1);
  accepted_ = Pack(0) > Pack(0);
  ended_ = Pack(0) <= Pack(0);
  forget(ended_);
}

void LaneLbfgs::load(int lane, const double* q) {
  for (std::size_t i = 0; i < q_.size(); ++i) set_lane(trial_[i], lane, q[i]);
  set_lane(cost_, lane, HUGE_VAL);  // so that the first trial is accepted
  set_lane(slope_, lane, 0);
  set_lane(share_, lane, 1);
  set_lane(iterations_, lane, 0);
  for (Pair& pair : pairs_) set_lane(pair.weight, lane, 0);
  set_lane(curvature_, lane, 0);
  set_lane(accepted_, lane, false);
  set_lane(ended_, lane, false);
}

void LaneLbfgs::read(int lane, double* q) const {
  for (std::size_t i = 0; i < q_.size(); ++i) q[i] = memetik::lane(q_[i], lane);
}

Pack LaneLbfgs::dot(const std::vector<Pack>& a, const std::vector<Pack>& b) const {
  Pack sum(0);
  for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

void LaneLbfgs::step(Objective<Pack>& objective) {
  objective.linearize(trial_.data(), Scope::primary);
  const Pack& cost = objective.cost();
  const Mask taken = (cost <= cost_ + sufficient_decrease * slope_) & !ended_;
  const Mask first = cost_ >= Pack(HUGE_VAL);
  for (std::size_t c = 0; c < change_.size(); ++c) change_[c] = 2 * objective.gradient()[c] - gradient_[c];
  learn(taken & !first);
  const Mask stuck = taken & !first & (cost_ - cost <= min_gain * cost);
  // backtracks to the minimum of the parabola through both costs and the slope, safeguarded (Nocedal and
  // Wright 3.5)
  const Pack parabola = -0.5 * slope_ / max(cost - cost_ - slope_, Pack(1e-300));
  share_ = select(taken, Pack(1), share_ * min(max(parabola, Pack(0.1)), Pack(0.5)));
  cost_ = select(taken, cost, cost_);
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = select(taken, trial_[i], q_[i]);
  for (std::size_t c = 0; c < gradient_.size(); ++c)
    gradient_[c] = select(taken, 2 * objective.gradient()[c], gradient_[c]);
  iterations_ += select(taken, Pack(1), Pack(0));
  accepted_ = accepted_ | (taken & objective.accepted());
  const Mask wrong = share_ < Pack(min_share);
  ended_ = ended_ | accepted_ | stuck | (iterations_ > Pack(max_iterations_)) |
           (wrong & (pairs_[0].weight <= Pack(0)));
  forget(wrong);
  if (!all(ended_)) propose();
}

// Stores the last step and the change of the gradient, unless the curvature along the step is not positive.
void LaneLbfgs::learn(const Mask& where) {
  const Pack bend = dot(step_, change_), square = dot(change_, change_);
  const Mask useful = where & (bend > min_curvature * square);
  if (!any(useful)) return;
  for (std::size_t k = memory; k-- > 0;) {  // drops the oldest pair
    const std::vector<Pack>& s = k > 0 ? pairs_[k - 1].s : step_;
    const std::vector<Pack>& y = k > 0 ? pairs_[k - 1].y : change_;
    const Pack weight = k > 0 ? pairs_[k - 1].weight : Pack(1) / select(useful, bend, Pack(1));
    for (std::size_t c = 0; c < s.size(); ++c) {
      pairs_[k].s[c] = select(useful, s[c], pairs_[k].s[c]);
      pairs_[k].y[c] = select(useful, y[c], pairs_[k].y[c]);
    }
    pairs_[k].weight = select(useful, weight, pairs_[k].weight);
  }
  curvature_ = select(useful, bend / max(square, Pack(1e-300)), curvature_);
}

void LaneLbfgs::forget(const Mask& where) {
  for (Pair& pair : pairs_) pair.weight = select(where, Pack(0), pair.weight);
  share_ = select(where, Pack(1), share_);
}

// trial_ <- q_ + step_ within the box. A lane without a descent direction ends.
void LaneLbfgs::propose() {
  for (int attempt = 0; attempt < 2; ++attempt) {
    find_direction();
    for (std::size_t c = 0; c < step_.size(); ++c) step_[c] = share_ * direction_[c];
    trial_ = q_;
    bounds_.apply(step_.data(), trial_.data());
    for (std::size_t c = 0; c < step_.size(); ++c) {
      const auto i = static_cast<std::size_t>(problem_->active()[c]);
      if (!may_wrap_[c]) step_[c] = trial_[i] - q_[i];
    }
    slope_ = dot(gradient_, step_);
    const Mask uphill = (slope_ >= Pack(0)) & !ended_;
    if (!any(uphill)) return;
    // bounds have turned the step uphill: try again along the projected gradient, which never leads uphill
    ended_ = ended_ | (uphill & (pairs_[0].weight <= Pack(0)));
    forget(uphill);
  }
}

void LaneLbfgs::find_direction() {
  bounds_.find_free(q_.data(), gradient_.data(), free_.data());
  Pack shares[memory], steepest(1e-300);
  for (std::size_t c = 0; c < direction_.size(); ++c) {
    direction_[c] = -gradient_[c] * free_[c];
    steepest = max(steepest, abs(direction_[c]));
  }
  for (std::size_t k = 0; k < memory; ++k) {
    shares[k] = pairs_[k].weight * dot(pairs_[k].s, direction_);
    for (std::size_t c = 0; c < direction_.size(); ++c)
      direction_[c] -= shares[k] * pairs_[k].y[c] * free_[c];
  }
  const Pack scale =
      select(pairs_[0].weight > Pack(0), curvature_, min(Pack(1), Pack(first_move) / steepest));
  for (Pack& d : direction_) d *= scale;
  for (std::size_t k = memory; k-- > 0;) {
    const Pack share = shares[k] - pairs_[k].weight * dot(pairs_[k].y, direction_);
    for (std::size_t c = 0; c < direction_.size(); ++c) direction_[c] += share * pairs_[k].s[c] * free_[c];
  }
}

}  // namespace memetik
