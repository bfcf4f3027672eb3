#include "memetik/search/attempt_lanes.hpp"

#include <cmath>
#include <utility>

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

// A single pose converges quickly or not at all; several goals on a tree need longer. The user's start gets
// more time than the others, because a solution near it is worth more than a quick one.
Patience Patience::of(const Problem& problem) {
  if (problem.primary_rows() <= 6)
    return {.shrink = 0.2, .first_shrink = 0.8, .within = 2, .max_iterations = 20};
  return {.shrink = 0.7, .first_shrink = 0.8, .within = 3, .max_iterations = 40};
}

AttemptLanes::AttemptLanes(const Problem& problem, bool eased)
    : descent_(Descent::of(problem, eased)),
      has_obstacles_(problem.aggregated_rows() > 0),
      patience_(Patience::of(problem)),
      max_iterations_(has_obstacles_ ? Patience::late_max_iterations : patience_.max_iterations),
      variables_(problem.variables().begin(), problem.variables().end()),
      q_(static_cast<std::size_t>(problem.tree().dof())) {
  std::vector<double> inside(q_.size());
  clip(problem.tree(), inside);  // users' functions are called for idle lanes, too
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = Pack(inside[i]);
}

void AttemptLanes::begin(int l, const Query& query, std::int64_t number, const double* q, Kind kind) {
  if (busy_ == 0) step_is_due_ = false;
  step();
  set_query(l, query, number);
  for (const int i : variables_) q_[static_cast<std::size_t>(i)].set(l, q[i]);
  const unsigned bit = 1u << l;
  busy_ |= bit;
  new_ |= bit;
  first_ = kind == Kind::first ? first_ | bit : first_ & ~bit;
  late_ = kind == Kind::late ? late_ | bit : late_ & ~bit;
  iteration_.set(l, 0);
}

// If no other query is in progress, all lanes get the parameters of this one at once: they will probably
// help.
void AttemptLanes::set_query(int l, const Query& query, std::int64_t number) {
  std::int64_t& own = query_of_[static_cast<std::size_t>(l)];
  if (own == number) return;
  if (busy_ == 0) {
    descent_->set_query(query);
    query_of_.fill(number);
  } else {
    descent_->set_lane_query(l, query);
    own = number;
  }
}

AttemptLanes::Ended AttemptLanes::evaluate() {
  step();
  descent_->evaluate(q_.data(), lanes_of_bits(~busy_));
  step_is_due_ = true;
  iteration_ += 1;
  if (new_ != 0) forget_costs(lanes_of_bits(std::exchange(new_, 0)));
  const Pack& cost = descent_->cost();
  const Pack& earlier = patience_.within == 2 ? cost2_ : cost3_;
  const Pack shrink = select(lanes_of_bits(first_), Pack(patience_.first_shrink), Pack(patience_.shrink));
  Mask hopeless = (cost > shrink * earlier) | (iteration_ >= Pack(patience_.max_iterations));
  if (has_obstacles_) [[unlikely]] {
    const Mask late =
        (cost > Pack(Patience::late_shrink) * cost5_) | (iteration_ >= Pack(Patience::late_max_iterations));
    const Mask is_late = lanes_of_bits(late_);
    hopeless = (is_late & late) | ((!is_late) & hopeless);
    cost5_ = cost4_;
    cost4_ = cost3_;
  }
  cost3_ = cost2_;
  cost2_ = cost1_;
  cost1_ = cost;
  const auto bits = [&](Mask mask) { return static_cast<unsigned>(lane_bits(mask)) & busy_; };
  const unsigned accepted = bits(descent_->accepted());
  return {accepted, bits(hopeless) & ~accepted};
}

// Of attempts at their first look.
void AttemptLanes::forget_costs(const Mask& begun) {
  const Pack unknown(HUGE_VAL);
  first_cost_ = select(begun, descent_->cost(), first_cost_);
  cost1_ = select(begun, unknown, cost1_);
  cost2_ = select(begun, unknown, cost2_);
  cost3_ = select(begun, unknown, cost3_);
  if (!has_obstacles_) return;
  cost4_ = select(begun, unknown, cost4_);
  cost5_ = select(begun, unknown, cost5_);
}

// The last step of a search is not taken.
void AttemptLanes::step() {
  if (!std::exchange(step_is_due_, false)) return;
  descent_->step(q_.data());
}

void AttemptLanes::read(int l, double* q) const {
  for (const int i : variables_) q[i] = q_[static_cast<std::size_t>(i)][l];
}

}  // namespace memetik
