// How restarts end attempts, verify their results and deliver solutions.
#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/search/engine.hpp"
#include "memetik/search/restarts.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

namespace {

// With a smaller budget an earlier attempt was the best: it stays known if it is as good. An attempt that is
// slightly worse has not converged.
bool equally_good(double earlier, double best) { return earlier <= (1 + 1e-6) * best; }

}  // namespace

void Restarts::end(int l, bool success) {
  const Lane& lane = lanes_[static_cast<std::size_t>(l)];
  Slot& slot = *lane.slot;
  const int attempt = lane.attempt;
  const int evaluations = attempts_.iterations(l) + lane.start_evaluations;
  const double cost = attempts_.plain_cost(l);
  if (attempt == 0) {
    slot.start_cost = attempts_.first_cost(l);
    last_start_was_near_ = slot.start_cost < near_cost_;
  }
  // among equal costs the lowest attempt is kept, in whatever order they end
  const bool better = cost < slot.solution.cost || (cost == slot.solution.cost && attempt < slot.best);
  const bool other = slot.winner == none && attempt < slot.best && equally_good(cost, slot.solution.cost);
  const bool best = slot.winner == none && !slot.rejected && better;
  if (success || best || other) {
    std::copy(slot.query->start.begin(), slot.query->start.end(), found_.begin());
    attempts_.read(l, found_.data());
  }
  release(1u << l);
  slot.evaluations_of(attempt) = evaluations;
  slot.spent += evaluations;
  const bool found = success && verify(*slot.query, found_);
  if (found && slot.query->acceptor) {
    slot.candidates.push_back({attempt, cost, found_});
  } else if (found || best) {
    if (!found && attempt > slot.best && equally_good(slot.solution.cost, cost))
      slot.solution.others.push_back(slot.solution.q);
    slot.solution.q = found_;
    slot.solution.cost = cost;
    slot.best = attempt;
    if (found) set_winner(slot, attempt);
  } else if (other) {
    slot.solution.others.push_back(found_);
  }
  if (slot.query->trace)
    slot.query->trace->add(attempt == 0 ? Stage::start : Stage::restarts, plan_.other_starts + slot.next,
                           plan_.earlier_evaluations + slot.spent, cost);
  if (!slot.candidates.empty()) consult_acceptor(slot);
}

void Restarts::set_winner(Slot& slot, int attempt) {
  slot.winner = attempt;
  abandon_attempts_after(slot, attempt);
}

// Passes candidates to the acceptor in the order of attempts, each after all earlier attempts have ended.
void Restarts::consult_acceptor(Slot& slot, int max_calls) {
  const auto earlier = [](const Candidate& a, const Candidate& b) { return a.attempt < b.attempt; };
  for (int k = 0; k < max_calls && slot.winner == none && !slot.candidates.empty(); ++k) {
    const auto first = std::min_element(slot.candidates.begin(), slot.candidates.end(), earlier);
    for (const Lane& lane : lanes_)
      if (lane.slot == &slot && lane.attempt < first->attempt) return;
    Candidate candidate = std::move(*first);
    slot.candidates.erase(first);
    SolutionFields effort;
    const bool taken = slot.query->acceptor->accepts(*slot.query, candidate.q, effort);
    slot.spent += effort.evaluations;
    slot.checks += effort.validity_checks;
    slot.evaluations_of(candidate.attempt) += static_cast<int>(effort.evaluations);
    if (taken || !slot.rejected) {
      slot.solution.q = candidate.q;
      slot.solution.cost = candidate.cost;
    }
    if (taken)
      set_winner(slot, candidate.attempt);
    else
      slot.rejected = true;
  }
}

void Restarts::abandon_attempts_after(Slot& slot, int attempt) {
  if (slot.running == 0) return;
  unsigned later = 0;
  for (unsigned left = attempts_.busy(); left != 0; left &= left - 1) {
    const int l = std::countr_zero(left);
    const Lane& lane = lanes_[static_cast<std::size_t>(l)];
    if (lane.slot != &slot || lane.attempt <= attempt) continue;
    slot.evaluations_of(lane.attempt) = 0;
    later |= 1u << l;
  }
  release(later);
}

void Restarts::deliver(QuerySource& source, Slot& slot, StoppedBy reason) {
  Solution& solution = slot.solution;
  solution.evaluations = slot.spent;
  solution.validity_checks = slot.checks;
  solution.starts = slot.next;
  if (slot.winner != none) {
    for (int a = slot.winner + 1; a < slot.next; ++a) solution.evaluations -= slot.evaluations_of(a);
    solution.starts = slot.winner + 1;
    solution.others.clear();
    solution.status = Status::solved;
    solution.stopped_by = StoppedBy::solved;
    solution.stage = slot.winner == 0 ? Stage::start : Stage::restarts;
  } else {
    solution.status = slot.rejected          ? Status::invalid
                      : is_unreachable(slot) ? Status::unreachable
                                             : Status::approximate;
    solution.stopped_by = reason;
    solution.stage = Stage::restarts;
    if (solution.cost == HUGE_VAL) solution.q.assign(slot.query->start.begin(), slot.query->start.end());
  }
  solution.passed_near_start = slot.winner != 0 && slot.query->start_given && slot.start_cost < near_cost_;
  source.receive(*slot.query, solution);
  slot.query = nullptr;
  in_progress_ &= ~(1u << (&slot - slots_.data()));
}

void Restarts::give_up(QuerySource& source, const Stop& stop) {
  for (Slot& slot : slots_) {
    if (!(in_progress_ >> (&slot - slots_.data()) & 1)) continue;
    abandon_attempts_after(slot, none);
    // the acceptor still sees the first waiting candidate; further calls would take too long
    if (stop.reason() == StopReason::deadline) consult_acceptor(slot, 1);
    deliver(source, slot, stopped_by(stop));
  }
}

// The lane has accepted q. This removes whole turns to bring q nearer to the start and keeps the result if it
// is accepted, too.
bool Restarts::verify(const Query& query, std::vector<double>& q) {
  const auto accepts = [&](const std::vector<double>& candidate) {
    exact_.set_parameters(query.parameters);
    exact_.evaluate(candidate.data(), Scope::primary);
    return bool{exact_.accepted()};
  };
  const auto is_finite = [&](int variable) { return std::isfinite(q[static_cast<std::size_t>(variable)]); };
  if (!std::all_of(problem_->active().begin(), problem_->active().end(), is_finite)) return false;
  if (!problem_->winding().empty()) {
    unwound_ = q;
    if (unwind(problem_->tree(), problem_->winding(), query.start, unwound_) && accepts(unwound_)) {
      std::swap(q, unwound_);
      return true;
    }
  }
  return !needs_exact_check_ || accepts(q);
}

}  // namespace memetik
