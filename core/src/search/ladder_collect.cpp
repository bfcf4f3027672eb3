// How the ladder collects several solutions, for `solve_all` and prefer="best".
#include <algorithm>

#include "memetik/search/ladder.hpp"

namespace memetik {

std::vector<Solution> Ladder::solve_all(const Query& query, std::size_t count, Stop& stop) {
  Solution solution;
  SolutionSet set(*problem_, query.acceptor, stop);
  collect(query, set, solution, stop, 1);
  std::vector<Solution> solutions;
  for (const SolutionSet::Member& member : set.select(count))
    solutions.push_back(with_member(query, solution, member, stop));
  return solutions;
}

// Collects solutions by restarts with the whole budget. If the first restarts find none, the other stages
// search for one first; if they fail, too, they determine the solution.
void Ladder::collect(const Query& query, SolutionSet& set, Solution& solution, Stop& stop, int threads) {
  set_clock_interval(*problem_, stop);
  begin_at_start(query, solution);
  begin_counting(solution);
  const std::int64_t budget = query.options.max_evaluations;
  restart_into(query, set, solution, std::clamp<std::int64_t>(budget / 2, 1, first_quota_), stop);
  if (set.empty()) {
    finish(query, solution, stop, threads);
    if (solution.status != Status::solved) return;
    set.accepts(query, solution.q, solution);
  }
  restart_into(query, set, solution, budget, stop);
}

// Adds the solutions of restarts until this many evaluations are spent in all.
void Ladder::restart_into(const Query& query, SolutionSet& set, Solution& solution, std::int64_t budget,
                          Stop& stop) {
  const bool hopeless = solution.status == Status::unreachable;
  if (solution.evaluations >= budget || hopeless || stop.reason() != StopReason::none) return;
  Query all = query;
  all.acceptor = &set;
  const Solution found = restart_from(all, solution, budget - solution.evaluations, stop, true);
  add_effort(found, solution);
  if (found.cost < solution.cost) solution.q = found.q, solution.cost = found.cost;
  solution.status = found.status;
  count_starts(solution);
}

Solution Ladder::with_member(const Query& query, Solution solution, const SolutionSet::Member& member,
                             const Stop& stop) {
  solution.q = member.q;
  solution.status = Status::solved;
  solution.stopped_by = stopped_by(stop);
  verifier_.compute_cost(query, solution);
  return solution;
}

}  // namespace memetik
