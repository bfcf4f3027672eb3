#include "memetik/search/restarts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/kernel.hpp"

namespace memetik {

namespace {

// A start whose cost is below this, in units of the robot's reach squared, is near. It usually needs only a
// few iterations; during these, idle lanes do not begin later attempts.
constexpr double near_cost = 0.02;
constexpr int head_start = 4;
// Maximum candidates that wait for an earlier attempt to end. With the attempts that fail meanwhile there are
// at most 30, fewer than Slot::latest has entries.
constexpr std::int64_t max_waiting = 24;
// [m, rad] The kinematics of packs and of scalars differ by less than this.
constexpr double rounding = 1e-12;

}  // namespace

// A single pose converges quickly or not at all; several goals on a tree need longer. The user's start gets
// more time than the others, because a solution near it is worth more than a quick one.
Restarts::Patience Restarts::Patience::for_rows(int rows) {
  if (rows <= 6) return {.shrink = 0.2, .first_shrink = 0.8, .within = 2, .max_iterations = 20};
  return {.shrink = 0.7, .first_shrink = 0.8, .within = 3, .max_iterations = 40};
}

Restarts::Restarts(const Problem& problem, const StartSources& sources, bool eased)
    : problem_(&problem),
      sources_(&sources),
      descent_(Descent::of(problem, eased)),
      exact_(problem),
      starts_(problem, sources),
      q_(static_cast<std::size_t>(problem.tree().dof()), Pack(0)),
      start_(q_.size()),
      found_(q_.size()),
      unwound_(q_.size()),
      has_obstacles_(problem.aggregated_rows() > 0),
      patience_(Patience::for_rows(problem.primary_rows())),
      max_evaluations_((has_obstacles_ ? late_max_iterations : patience_.max_iterations) +
                       starts_.most_evaluations()),
      needs_exact_check_(std::any_of(problem.goals().begin(), problem.goals().end(),
                                     [](const Goal& goal) {
                                       return goal.kernel->aggregates ||
                                              *std::min_element(goal.tolerance.begin(),
                                                                goal.tolerance.end()) < rounding;
                                     })),
      near_cost_(near_cost * problem.tree().reach() * problem.tree().reach()) {
  for (Slot& slot : slots_) slot.solution.q.resize(q_.size());
  clip(problem.tree(), start_);  // users' functions are called for idle lanes, too
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = Pack(start_[i]);
}

void Restarts::run(QuerySource& source, const RestartPlan& plan, Stop& stop) {
  plan_ = plan;
  reset();
  for (;;) {
    fill(source, stop);
    if (busy_ == 0) return;
    descent_->evaluate(q_.data(), idle_);
    iteration_ += 1;
    const Pack& earlier = patience_.within == 2 ? cost2_ : cost3_;
    Mask hopeless = (descent_->cost() > shrink_ * earlier) | (iteration_ >= Pack(patience_.max_iterations));
    if (has_obstacles_) [[unlikely]] {
      const Mask late =
          (descent_->cost() > Pack(late_shrink) * cost5_) | (iteration_ >= Pack(late_max_iterations));
      hopeless = (late_ & late) | ((!late_) & hopeless);
      cost5_ = cost4_;
      cost4_ = cost3_;
    }
    cost3_ = cost2_;
    cost2_ = cost1_;
    cost1_ = descent_->cost();
    first_cost_ = select(iteration_ <= Pack(1), cost1_, first_cost_);
    const int done = lane_bits(descent_->accepted());
    const int ended = (done | lane_bits(hopeless)) & ~lane_bits(idle_);
    if (ended) {
      for (int l = 0; l < pack_lanes; ++l)
        if (ended >> l & 1 && lanes_[l].slot) end(l, done >> l & 1);
      for (Slot& slot : slots_)
        if (slot.query && slot.running == 0 && !may_begin(slot)) deliver(source, slot, StoppedBy::budget);
    }
    if (stop.requested()) return give_up(source, stop);
    if (busy_ == 0) continue;
    descent_->step(q_.data());
    if (stop.requested()) return give_up(source, stop);
  }
}

void Restarts::reset() {
  for (Slot& slot : slots_) slot.query = nullptr;
  for (Lane& lane : lanes_) lane.slot = nullptr;
  idle_ = Pack(0) <= Pack(0);
  busy_ = 0;
  more_queries_ = true;
}

// Gives work to idle lanes: the next attempt of a query that no lane works on; otherwise the next query;
// otherwise an attempt in advance.
void Restarts::fill(QuerySource& source, Stop& stop) {
  for (int l = 0; l < pack_lanes && busy_ < pack_lanes; ++l) {
    if (lanes_[l].slot) continue;
    if (busy_ > 0 && stop.requested()) return;
    Slot* slot = waiting_slot();
    if (!slot && more_queries_) slot = admit(source);
    if (!slot) slot = slot_to_help();
    if (!slot) return;
    begin(l, *slot, stop);
    if (starts_.solved()) return;  // later attempts are in vain
  }
}

Restarts::Slot* Restarts::waiting_slot() {
  for (Slot& slot : slots_)
    if (slot.query && slot.running == 0 && may_begin(slot)) return &slot;
  return nullptr;
}

// There are as many slots as lanes, so a slot is free whenever a lane is idle.
Restarts::Slot* Restarts::admit(QuerySource& source) {
  Slot* slot = std::find_if(slots_.begin(), slots_.end(), [](const Slot& s) { return !s.query; });
  const Query* query = source.next();
  more_queries_ = query != nullptr;
  if (!query) return nullptr;
  slot->query = query;
  slot->number = ++admitted_;
  slot->starts.query = query;
  slot->starts.table_count = StartList::unknown;
  slot->starts.looked_up = slot->starts.ranked = slot->starts.distal_ranked = false;
  slot->starts.spread = plan_.spread;
  slot->next = plan_.first_attempt;
  slot->running = 0;
  slot->winner = none;
  slot->best = none;
  slot->start_cost = HUGE_VAL;
  slot->spent = slot->checks = 0;
  slot->candidates.clear();
  slot->rejected = false;
  slot->unreachable = Slot::unknown;
  // a local search makes the first attempt only, which needs no budget
  const auto share =
      static_cast<std::int64_t>(plan_.share * static_cast<double>(query->options.max_evaluations));
  const std::int64_t attempt = max_evaluations_;  // may begin last
  slot->budget = query->options.local ? 0 : std::min(plan_.budget, share - attempt);
  static_cast<SolutionFields&>(slot->solution) = {.cost = HUGE_VAL};
  slot->solution.others.clear();
  return slot;
}

// The budget is kept even if every running attempt takes the maximum number of evaluations.
bool Restarts::may_begin(Slot& slot) const {
  if (slot.winner != none) return false;
  if (slot.next == 0) return true;
  const int acceptor = slot.query->acceptor ? slot.query->acceptor->max_evaluations() : 0;
  const std::int64_t attempt = max_evaluations_ + acceptor;
  const auto waiting = static_cast<std::int64_t>(slot.candidates.size());
  if (waiting >= max_waiting) return false;
  if (slot.spent + slot.running * attempt + waiting * acceptor >= slot.budget) return false;
  return !is_unreachable(slot);
}

// Computed only after the first attempt has failed.
bool Restarts::is_unreachable(Slot& slot) const {
  if (slot.unreachable == Slot::unknown)
    slot.unreachable = sources_->bound.excludes(slot.query->parameters) ? Slot::yes : Slot::no;
  return slot.unreachable == Slot::yes;
}

// The slot with the fewest running attempts. A slot is skipped until it is known how near its first start is.
Restarts::Slot* Restarts::slot_to_help() {
  Slot* best = nullptr;
  for (int l = 0; l < pack_lanes; ++l) {
    Slot* slot = lanes_[l].slot;
    if (!slot || !may_begin(*slot)) continue;
    const int head = cost1_[l] < near_cost_ ? head_start : 1;
    if (slot->next == 1 && (sources_->decoupling || iteration_[l] < head)) continue;
    if (!best || slot->running < best->running) best = slot;
  }
  return best;
}

void Restarts::begin(int l, Slot& slot, Stop& stop) {
  lanes_[l].start_evaluations = starts_.get(slot.starts, slot.next, start_.data(), stop);
  for (std::size_t i = 0; i < q_.size(); ++i) set_lane(q_[i], l, start_[i]);
  pass_query_to_lane(l, slot);
  set_lane(cost1_, l, HUGE_VAL);
  set_lane(cost2_, l, HUGE_VAL);
  set_lane(cost3_, l, HUGE_VAL);
  if (has_obstacles_) [[unlikely]] {
    set_lane(cost4_, l, HUGE_VAL);
    set_lane(cost5_, l, HUGE_VAL);
    set_lane(late_, l, slot.next >= first_late_attempt);
  }
  set_lane(iteration_, l, 0);
  set_lane(shrink_, l, slot.next == 0 ? patience_.first_shrink : patience_.shrink);
  set_lane(idle_, l, false);
  lanes_[l].slot = &slot;
  lanes_[l].attempt = slot.next;
  ++slot.next;
  ++slot.running;
  ++busy_;
}

// If no other query is in progress, all lanes get the parameters of this one at once: they will probably
// help.
void Restarts::pass_query_to_lane(int l, const Slot& slot) {
  if (lanes_[l].parameters_of == slot.number) return;
  if (busy_ == 0) {
    descent_->set_query(*slot.query);
    for (Lane& lane : lanes_) lane.parameters_of = slot.number;
  } else {
    descent_->set_lane_query(l, *slot.query);
    lanes_[l].parameters_of = slot.number;
  }
}

void Restarts::release(int l) {
  --lanes_[l].slot->running;
  lanes_[l].slot = nullptr;
  set_lane(idle_, l, true);
  --busy_;
}

}  // namespace memetik
