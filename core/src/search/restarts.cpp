#include "memetik/search/restarts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

namespace {

// A start whose cost is below this, in units of the robot's reach squared, is near: idle lanes do not run
// ahead of it before it has had the few iterations that near starts need.
constexpr double near_cost = 0.02;
constexpr int head_start = 4;

}  // namespace

// One pose is reached or not; several goals on a tree pull at each other for longer.
Restarts::Patience Restarts::Patience::for_rows(int rows) {
  return rows <= 6 ? Patience{.shrink = 0.5, .within = 2, .most = 20}
                   : Patience{.shrink = 0.7, .within = 3, .most = 40};
}

Restarts::Restarts(const Problem& problem, const StartSources& sources)
    : problem_(&problem),
      objective_(problem),
      exact_(problem),
      step_(problem),
      starts_(problem, sources),
      q_(static_cast<std::size_t>(problem.tree().dof()), Pack(0)),
      start_(q_.size()),
      patience_(Patience::for_rows(problem.primary_rows())),
      near_(near_cost * problem.tree().reach() * problem.tree().reach()) {
  for (Slot& slot : slots_) slot.answer.q.resize(q_.size());
}

void Restarts::run(Desk& desk, double share, Stop& stop) {
  share_ = share;
  reset();
  for (;;) {
    fill(desk);
    if (busy_ == 0) return;
    objective_.linearize(q_.data(), Scope::primary, &idle_);
    const Pack cost = objective_.cost();
    iteration_ += 1;
    const Mask done = objective_.accepted();
    const Pack& earlier = patience_.within == 2 ? cost2_ : cost3_;
    const Mask hopeless = (cost > patience_.shrink * earlier) | (iteration_ >= Pack(patience_.most));
    cost3_ = cost2_;
    cost2_ = cost1_;
    cost1_ = cost;
    const int done_bits = lane_bits(done);
    const int ended = (done_bits | lane_bits(hopeless)) & ~lane_bits(idle_);
    if (ended) {
      for (unsigned bits = static_cast<unsigned>(ended); bits; bits &= bits - 1) {
        const int lane = std::countr_zero(bits);
        if (lane_[static_cast<std::size_t>(lane)].slot != none) end(lane, done_bits >> lane & 1);
      }
      for (int slot = 0; slot < lanes; ++slot)
        if (slots_[static_cast<std::size_t>(slot)].query) settle(desk, slot, Status::approximate);
    }
    if (busy_ > 0) step_.apply(objective_, q_.data());
    if (stop.requested()) {
      const Status status = stop.reason() == StopReason::deadline ? Status::timed_out : Status::cancelled;
      for (int slot = 0; slot < lanes; ++slot)
        if (slots_[static_cast<std::size_t>(slot)].query) {
          abandon_attempts_after(slot, none);
          slots_[static_cast<std::size_t>(slot)].budget = 0;
          settle(desk, slot, status);
        }
      return;
    }
  }
}

void Restarts::reset() {
  for (Slot& slot : slots_) slot.query = nullptr;
  for (Lane& lane : lane_) lane.slot = none;
  idle_ = Pack(0) <= Pack(0);
  busy_ = 0;
  more_queries_ = true;
}

// Work for idle lanes: the next attempt of a query that no lane works on, else the next query, else an
// attempt ahead of time.
void Restarts::fill(Desk& desk) {
  if (busy_ == lanes) return;
  for (int lane = 0; lane < lanes; ++lane) {
    if (lane_[static_cast<std::size_t>(lane)].slot != none) continue;
    int slot = none;
    for (int s = 0; s < lanes && slot == none; ++s) {
      const Slot& candidate = slots_[static_cast<std::size_t>(s)];
      if (candidate.query && candidate.running == 0 && may_begin(candidate)) slot = s;
    }
    if (slot == none && more_queries_) {
      for (int s = 0; s < lanes && slot == none; ++s)
        if (!slots_[static_cast<std::size_t>(s)].query) slot = s;
      const Query* query = slot == none ? nullptr : desk.next();
      more_queries_ = slot == none || query;
      if (query) {
        Slot& fresh = slots_[static_cast<std::size_t>(slot)];
        fresh.query = query;
        fresh.starts.query = query;
        fresh.starts.prepared = false;
        fresh.next = fresh.running = 0;
        fresh.winner = none;
        fresh.spent = 0;
        fresh.budget =
            static_cast<std::int64_t>(std::ceil(share_ * static_cast<double>(query->max_evaluations)));
        fresh.answer.cost = HUGE_VAL;
      } else {
        slot = none;
      }
    }
    if (slot == none) slot = slot_to_help();
    if (slot == none) return;
    begin(lane, slot);
  }
}

// Never beyond the budget, even if every running attempt takes as long as it may.
bool Restarts::may_begin(const Slot& slot) const {
  return slot.winner == none && slot.spent + slot.running * patience_.most < slot.budget;
}

int Restarts::slot_to_help() const {
  int best = none;
  for (int lane = 0; lane < lanes; ++lane) {
    const int s = lane_[static_cast<std::size_t>(lane)].slot;
    if (s == none) continue;
    const Slot& slot = slots_[static_cast<std::size_t>(s)];
    if (!may_begin(slot)) continue;
    // not before it is known how near the first start is
    const double head = cost1_[lane] < near_ ? head_start : 1;
    if (slot.next == 1 && iteration_[lane] < head) continue;
    if (best == none || slot.running < slots_[static_cast<std::size_t>(best)].running) best = s;
  }
  return best;
}

void Restarts::begin(int lane, int s) {
  Slot& slot = slots_[static_cast<std::size_t>(s)];
  starts_.get(slot.starts, slot.next, start_.data());
  for (std::size_t i = 0; i < q_.size(); ++i) set_lane(q_[i], lane, start_[i]);
  objective_.set_lane_parameters(lane, slot.query->parameters);
  set_lane(cost1_, lane, HUGE_VAL);
  set_lane(cost2_, lane, HUGE_VAL);
  set_lane(cost3_, lane, HUGE_VAL);
  set_lane(iteration_, lane, 0);
  lane_[static_cast<std::size_t>(lane)] = {s, slot.next};
  set_lane(idle_, lane, false);
  ++slot.next;
  ++slot.running;
  ++busy_;
}

void Restarts::release(int lane) {
  --slots_[static_cast<std::size_t>(lane_[static_cast<std::size_t>(lane)].slot)].running;
  lane_[static_cast<std::size_t>(lane)].slot = none;
  set_lane(idle_, lane, true);
  --busy_;
}

void Restarts::end(int lane, bool success) {
  const auto [s, attempt] = lane_[static_cast<std::size_t>(lane)];
  Slot& slot = slots_[static_cast<std::size_t>(s)];
  release(lane);
  const int evaluations = static_cast<int>(iteration_[lane]);
  slot.evaluations[static_cast<std::size_t>(attempt) % slot.evaluations.size()] = evaluations;
  slot.spent += evaluations;
  if (!success && (slot.winner != none || cost1_[lane] >= slot.answer.cost)) return;
  for (std::size_t i = 0; i < q_.size(); ++i) slot.answer.q[i] = q_[i][lane];
  slot.answer.cost = cost1_[lane];
  if (success && verify(*slot.query, slot.answer.q)) {
    slot.winner = attempt;
    abandon_attempts_after(s, attempt);
  }
}

void Restarts::abandon_attempts_after(int s, int attempt) {
  Slot& slot = slots_[static_cast<std::size_t>(s)];
  for (int l = 0; l < lanes; ++l) {
    const Lane& lane = lane_[static_cast<std::size_t>(l)];
    if (lane.slot != s || lane.attempt <= attempt) continue;
    slot.evaluations[static_cast<std::size_t>(lane.attempt) % slot.evaluations.size()] = 0;
    release(l);
  }
}

// Hands in the answer of a query that has one, or will not get one.
void Restarts::settle(Desk& desk, int s, Status failure) {
  Slot& slot = slots_[static_cast<std::size_t>(s)];
  if (slot.running > 0 || (slot.winner == none && may_begin(slot))) return;
  Answer& answer = slot.answer;
  answer.evaluations = slot.spent;
  if (slot.winner != none) {
    for (int a = slot.winner + 1; a < slot.next; ++a)
      answer.evaluations -= slot.evaluations[static_cast<std::size_t>(a) % slot.evaluations.size()];
    answer.status = Status::solved;
    answer.stage = slot.winner == 0 ? Stage::start : Stage::restarts;
  } else {
    answer.status = failure;
    answer.stage = Stage::restarts;
    if (answer.cost == HUGE_VAL)
      std::copy(slot.query->start.begin(), slot.query->start.end(), answer.q.begin());
    unwind(problem_->tree(), slot.query->start, answer.q);
  }
  desk.take(*slot.query, answer);
  slot.query = nullptr;
}

// The lane has accepted q by exact kinematics; only where whole turns were added it is another q.
bool Restarts::verify(const Query& query, std::vector<double>& q) {
  if (!unwind(problem_->tree(), query.start, q)) return true;
  exact_.set_parameters(query.parameters);
  exact_.evaluate(q.data(), Scope::primary);
  return exact_.accepted();
}

}  // namespace memetik
