// How the ladder collects several solutions, for `solve_all` and prefer="best".
#include <algorithm>

#include "memetik/search/closed_form/self_motion.hpp"
#include "memetik/search/ladder.hpp"

namespace memetik {

Solutions Ladder::solve_all(const Query& query, std::size_t count, Stop& stop) {
  if (PoseArm* arm = redundant_arm_of(query))
    if (Solutions samples = sample(*arm, query, count, stop); !samples.list.empty()) return samples;
  Solution solution;
  return find_all(query, count, solution, stop, 1);
}

// The arm whose self-motion answers the query, or null. Among secondary goals, a search that descends them is
// better than samples.
PoseArm* Ladder::redundant_arm_of(const Query& query) {
  if (!arm_ && PoseArm::may_suit(*problem_)) arm_ = std::make_unique<PoseArm>(*problem_);
  return arm_ && !verifier_.has_secondary() && arm_->is_redundant(query) ? arm_.get() : nullptr;
}

// Representatives of a redundant arm's motion that keeps the pose, in closed form. None does not prove that
// there is none: the motion may be within the limits between two samples.
Solutions Ladder::sample(PoseArm& arm, const Query& query, std::size_t count, Stop& stop) {
  if (!branches_) branches_ = std::make_unique<BranchSearch>(*problem_);
  Solution solution;
  begin_at_start(query, solution);
  solution.stage = Stage::closed_form;
  const auto found = SelfMotion(*branches_, arm, query, solution, stop).sample(count);
  const StoppedBy reason = stop.reason() == StopReason::none ? StoppedBy::solved : stopped_by(stop);
  Solutions samples;
  for (const std::vector<double>& q : found)
    samples.list.push_back(
        with_member(query, solution, {.q = q, .measure = 0, .cost = 0, .is_branch = true}, reason));
  return samples;
}

// If all branches are known in closed form, they are the solutions, and nothing is searched for. A continuum
// gets further representatives from restarts, once all branches are among the solutions. Loose tolerances
// leave room between the branches that the acceptor may accept. If nothing is found by a search, `solution`
// is its best approximation.
Solutions Ladder::find_all(const Query& query, std::size_t count, Solution& solution, Stop& stop,
                           int threads) {
  begin_at_start(query, solution);
  PoseArm* arm = arm_of(query);
  bool complete = false;
  if (arm) {
    if (!branches_) branches_ = std::make_unique<BranchSearch>(*problem_);
    branches_->find(*arm, query);
    complete = !branches_->has_continuum() && (!branches_->branches().empty() || arm->excludes(query));
    if (complete && !query.acceptor && !verifier_.has_secondary()) return branches_of(count);
  }
  SolutionSet set(*problem_, query.acceptor, stop);
  if (arm) add_branches(query, set, solution, stop);
  complete &= !set.empty() || !loose_;
  if (!complete) collect(query, set, solution, stop, threads);
  Solutions solutions{.list = {}, .complete = complete && count >= set.size() && !stop.requested()};
  for (const SolutionSet::Member& member : set.select(count))
    solutions.list.push_back(
        with_member(query, solution, member, complete ? StoppedBy::solved : stopped_by(stop)));
  return solutions;
}

void Ladder::add_branches(const Query& query, SolutionSet& set, Solution& solution, Stop& stop) {
  solution.evaluations += branches_->evaluations();
  set.know_branches(branches_->has_continuum());
  for (const BranchSearch::Branch& branch : branches_->branches())
    if (!stop.check()) set.add_branch(query, branch.q, solution);
}

// The branches that were found last, as solutions.
Solutions Ladder::branches_of(std::size_t count) const {
  const auto branches = branches_->branches();
  Solutions solutions{.list = std::vector<Solution>(std::min(count, branches.size())),
                      .complete = count >= branches.size()};
  for (std::size_t i = 0; i < solutions.list.size(); ++i) {
    Solution& solution = solutions.list[i];
    solution.q = branches[i].q;
    solution.cost = branches[i].cost;
    solution.status = Status::solved;
    solution.stopped_by = StoppedBy::solved;
    solution.stage = Stage::closed_form;
    solution.evaluations = branches_->evaluations();
  }
  return solutions;
}

// Collects solutions by restarts with the whole budget. If the first restarts find none, the other stages
// search for one first; if they fail, too, they determine the solution.
void Ladder::collect(const Query& query, SolutionSet& set, Solution& solution, Stop& stop, int threads) {
  set_clock_interval(*problem_, stop);
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
                             StoppedBy reason) {
  solution.q = member.q;
  solution.status = Status::solved;
  solution.stopped_by = reason;
  if (member.is_branch) solution.stage = Stage::closed_form;
  verifier_.compute_cost(query, solution);
  return solution;
}

}  // namespace memetik
