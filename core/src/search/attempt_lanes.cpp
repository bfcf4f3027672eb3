#include "memetik/search/attempt_lanes.hpp"

#include <cmath>

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
    : variables_(problem.variables()),
      descent_(Descent::of(problem, eased)),
      has_obstacles_(problem.aggregated_rows() > 0),
      patience_(Patience::of(problem)),
      max_iterations_(has_obstacles_ ? Patience::late_max_iterations : patience_.max_iterations),
      q_(static_cast<std::size_t>(problem.tree().dof())),
      idle_(Pack(0) <= Pack(0)),
      late_(Pack(0) > Pack(0)) {
  std::vector<double> inside(q_.size());
  clip(problem.tree(), inside);  // users' functions are called for idle lanes, too
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = Pack(inside[i]);
}

void AttemptLanes::begin(int l, const Query& query, std::int64_t number, const double* q, Kind kind) {
  if (busy_ == 0) step_is_due_ = false;
  step();
  set_query(l, query, number);
  for (const int i : variables_) set_lane(q_[static_cast<std::size_t>(i)], l, q[i]);
  set_lane(cost1_, l, HUGE_VAL);
  set_lane(cost2_, l, HUGE_VAL);
  set_lane(cost3_, l, HUGE_VAL);
  if (has_obstacles_) [[unlikely]] {
    set_lane(cost4_, l, HUGE_VAL);
    set_lane(cost5_, l, HUGE_VAL);
    set_lane(late_, l, kind == Kind::late);
  }
  set_lane(iteration_, l, 0);
  set_lane(shrink_, l, kind == Kind::first ? patience_.first_shrink : patience_.shrink);
  set_lane(idle_, l, false);
  busy_ |= 1u << l;
}

// If no other query is in progress, all lanes get the parameters of this one at once: they will probably
// help.
void AttemptLanes::set_query(int l, const Query& query, std::int64_t number) {
  if (query_of_[l] == number) return;
  if (busy_ == 0) {
    descent_->set_query(query);
    for (std::int64_t& of : query_of_) of = number;
  } else {
    descent_->set_lane_query(l, query);
    query_of_[l] = number;
  }
}

void AttemptLanes::end(int l) {
  set_lane(idle_, l, true);
  busy_ &= ~(1u << l);
}

void AttemptLanes::end_all() {
  idle_ = Pack(0) <= Pack(0);
  busy_ = 0;
}

AttemptLanes::Ended AttemptLanes::evaluate() {
  step();
  descent_->evaluate(q_.data(), idle_);
  step_is_due_ = true;
  iteration_ += 1;
  const Pack& cost = descent_->cost();
  const Pack& earlier = patience_.within == 2 ? cost2_ : cost3_;
  Mask hopeless = (cost > shrink_ * earlier) | (iteration_ >= Pack(patience_.max_iterations));
  if (has_obstacles_) [[unlikely]] {
    const Mask late =
        (cost > Pack(Patience::late_shrink) * cost5_) | (iteration_ >= Pack(Patience::late_max_iterations));
    hopeless = (late_ & late) | ((!late_) & hopeless);
    cost5_ = cost4_;
    cost4_ = cost3_;
  }
  cost3_ = cost2_;
  cost2_ = cost1_;
  cost1_ = cost;
  first_cost_ = select(iteration_ <= Pack(1), cost, first_cost_);
  const auto bits = [&](Mask mask) { return static_cast<unsigned>(lane_bits(mask)) & busy_; };
  const unsigned accepted = bits(descent_->accepted());
  return {accepted, bits(hopeless) & ~accepted};
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
