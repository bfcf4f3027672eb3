// How the ladder uses hints: restarts with and without them take turns.
#include <algorithm>
#include <utility>

#include "memetik/search/decoupled/decoupled_restarts.hpp"
#include "memetik/search/ladder.hpp"
#include "memetik/search/single_query.hpp"

namespace memetik {

namespace {

constexpr std::int64_t first_turn = 300;  // evaluations; later turns are twice as long as those before

}  // namespace

// Continues after the attempt from the start until the quota of the first restarts is spent. A hint may be
// wrong, so half of the turns are without; where the robot can be decoupled, these are decoupled and first.
// Otherwise the first attempt with hints is from a given start, too, which may be near a solution. Unsolved
// results with hints are no candidates: their cost includes that of hints.
void Ladder::restart_with_hints(const Query& query, Solution& solution, Stop& stop) {
  if (solution.status == Status::unreachable) return;
  const bool alternates = hinted_restarts_->begin(query);
  const auto share =
      static_cast<std::int64_t>(first_share() * static_cast<double>(query.options.max_evaluations));
  const std::int64_t end = std::min(strict_quota(), share);
  bool hinted = alternates && !decoupled_restarts_;
  if (hinted && query.start_given) attempts_ = 0;
  std::int64_t turn = alternates ? first_turn : end;
  for (int number = 1; solution.evaluations < end && !stop.check(); ++number) {
    const RestartPlan plan{.budget = end - solution.evaluations,
                           .turn = turn,
                           .first_attempt = attempts_,
                           .earlier_evaluations = solution.evaluations};
    const bool decoupled = alternates && !hinted && decoupled_restarts_;
    Solution found = hinted      ? hinted_restarts_->run(plan, stop)
                     : decoupled ? decoupled_restarts_->run(query, plan, stop)
                                 : run_restarts(query, plan, stop);
    if (found.starts <= attempts_) return;  // the budget does not suffice for another attempt
    if (attempts_ > 0) found.passed_near_start = solution.passed_near_start;
    attempts_ = static_cast<int>(found.starts);
    const bool better = found.status == Status::invalid || (!hinted && found.cost < solution.cost);
    if (found.status == Status::solved || (better && solution.status != Status::invalid)) {
      add_effort(solution, found);
      solution = std::move(found);
    } else {
      add_effort(found, solution);
    }
    if (solution.status == Status::solved) return;
    solution.starts = attempts_;
    if (number % 2 == 0) turn *= 2;
    hinted = alternates && !hinted;
  }
}

Solution Ladder::run_restarts(const Query& query, const RestartPlan& plan, Stop& stop) {
  Solution found;
  found.q.resize(query.start.size());
  SingleQuery source(query, found);
  restarts_.run(source, plan, stop);
  return found;
}

}  // namespace memetik
