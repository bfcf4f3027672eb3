#include "memetik/search/restarts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

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

Restarts::Restarts(const Problem& problem, const StartSources& sources, bool eased)
    : problem_(&problem),
      sources_(&sources),
      attempts_(problem, eased),
      exact_(problem),
      starts_(problem, sources),
      start_(static_cast<std::size_t>(problem.tree().dof())),
      found_(start_.size()),
      unwound_(start_.size()),
      has_obstacles_(problem.aggregated_rows() > 0),
      max_evaluations_(attempts_.max_iterations() + starts_.most_evaluations()),
      needs_exact_check_(std::any_of(problem.goals().begin(), problem.goals().end(),
                                     [](const Goal& goal) {
                                       return goal.kernel->aggregates ||
                                              *std::min_element(goal.tolerance.begin(),
                                                                goal.tolerance.end()) < rounding;
                                     })),
      near_cost_(near_cost * problem.reach() * problem.reach()) {
  for (Slot& slot : slots_) slot.solution.q.resize(start_.size());
}

void Restarts::run(QuerySource& source, const RestartPlan& plan, Stop& stop) {
  plan_ = plan;
  reset();
  for (;;) {
    fill(source, stop);
    if (attempts_.busy() == 0) return;
    const auto [accepted, hopeless] = attempts_.evaluate();
    const unsigned ended = accepted | hopeless;
    for (unsigned left = ended; left != 0; left &= left - 1) {
      const int l = std::countr_zero(left);
      if (attempts_.busy() >> l & 1) end(l, accepted >> l & 1);
    }
    if (ended)
      for (unsigned left = in_progress_; left != 0; left &= left - 1) {
        Slot& slot = slots_[static_cast<std::size_t>(std::countr_zero(left))];
        if (slot.running == 0 && !may_begin(slot)) deliver(source, slot, StoppedBy::budget);
      }
    if (stop.requested()) return give_up(source, stop);
  }
}

void Restarts::reset() {
  in_progress_ = 0;
  for (Lane& lane : lanes_) lane.slot = nullptr;
  attempts_.end(attempts_.busy());
  more_queries_ = true;
}

// Gives work to idle lanes.
void Restarts::fill(QuerySource& source, Stop& stop) {
  while (attempts_.idle() != 0 && (attempts_.busy() == 0 || !stop.requested())) {
    Slot* slot = next_slot(source);
    if (!slot) return;
    int count = slot->next == 0 ? 1 : room_to_help(*slot);
    do {
      begin(std::countr_zero(attempts_.idle()), *slot, stop);
      if (starts_.solved()) return;  // later attempts are in vain
    } while (--count > 0 && attempts_.idle() != 0);
  }
}

// How many attempts of this query may begin at once: more than one if it is the only query.
int Restarts::room_to_help(const Slot& slot) const {
  const bool alone = !more_queries_ && in_progress_ == 1u << (&slot - slots_.data());
  if (!alone || slot.query->acceptor) return 1;
  const std::int64_t affordable = (slot.budget - slot.spent) / max_evaluations_ - slot.running;
  return static_cast<int>(std::min<std::int64_t>(affordable, pack_lanes));
}

// A query that no lane works on; otherwise the next query; otherwise one to help.
Restarts::Slot* Restarts::next_slot(QuerySource& source) {
  for (unsigned left = in_progress_; left != 0; left &= left - 1) {
    Slot& slot = slots_[static_cast<std::size_t>(std::countr_zero(left))];
    if (slot.running == 0 && may_begin(slot)) return &slot;
  }
  Slot* slot = more_queries_ ? admit(source) : nullptr;
  return slot ? slot : slot_to_help();
}

// There are as many slots as lanes, so a slot is free whenever a lane is idle.
Restarts::Slot* Restarts::admit(QuerySource& source) {
  const Query* query = source.next();
  more_queries_ = query != nullptr;
  if (!query) return nullptr;
  const int free = std::countr_one(in_progress_);
  in_progress_ |= 1u << free;
  Slot* slot = &slots_[static_cast<std::size_t>(free)];
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
  if (slot.spent >= plan_.turn) return false;
  if (slot.spent + slot.running * attempt + waiting * acceptor >= slot.budget) return false;
  return !is_unreachable(slot);
}

// Computed only after the first attempt has failed.
bool Restarts::is_unreachable(Slot& slot) const {
  if (slot.unreachable == Slot::unknown)
    slot.unreachable = sources_->bound.excludes(slot.query->parameters) ? Slot::yes : Slot::no;
  return slot.unreachable == Slot::yes;
}

// The slot with the fewest running attempts.
Restarts::Slot* Restarts::slot_to_help() {
  Slot* best = nullptr;
  for (unsigned left = in_progress_; left != 0; left &= left - 1) {
    Slot& slot = slots_[static_cast<std::size_t>(std::countr_zero(left))];
    if (slot.next == 1 && (sources_->decoupling || !starts_far_away(slot))) continue;
    if (may_begin(slot) && (!best || slot.running < best->running)) best = &slot;
  }
  return best;
}

// Before the first evaluation, the start is assumed to be as far from its target as the last query's was: who
// follows a moving target has near starts. This changes the work of helping lanes only, never an answer.
bool Restarts::starts_far_away(const Slot& slot) const {
  const int iterations = attempts_.iterations(slot.first_lane);
  if (iterations == 0) return !last_start_was_near_ && !slot.query->trace;
  return attempts_.first_cost(slot.first_lane) >= near_cost_ || iterations >= head_start;
}

void Restarts::begin(int l, Slot& slot, Stop& stop) {
  const int evaluations = starts_.get(slot.starts, slot.next, start_.data(), stop);
  const bool late = has_obstacles_ && slot.next >= first_late_attempt;
  attempts_.begin(l, *slot.query, slot.number, start_.data(),
                  slot.next == 0 ? AttemptLanes::Kind::first
                  : late         ? AttemptLanes::Kind::late
                                 : AttemptLanes::Kind::later);
  lanes_[static_cast<std::size_t>(l)] = {&slot, slot.next, evaluations};
  if (slot.next == 0) slot.first_lane = l;
  ++slot.next;
  ++slot.running;
}

// One bit per lane.
void Restarts::release(unsigned lanes) {
  for (unsigned left = lanes; left != 0; left &= left - 1) {
    Lane& lane = lanes_[static_cast<std::size_t>(std::countr_zero(left))];
    --lane.slot->running;
    lane.slot = nullptr;
  }
  attempts_.end(lanes);
}

}  // namespace memetik
