#include "memetik/search/methods/shared/race.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "memetik/search/trace.hpp"

namespace memetik {

namespace {

constexpr std::int64_t no_turn = std::numeric_limits<std::int64_t>::max();

}  // namespace

Race::Race(const Problem& problem, const StartSources& sources, Team team, RaceOptions options)
    : problem_(&problem),
      sources_(&sources),
      options_(std::move(options)),
      verifier_(problem),
      arm_(problem) {
  for (auto& searcher : team) runners_.push_back({.searcher = std::move(searcher), .spent = {}});
}

std::int64_t Race::turn_index(std::size_t i) const {
  const auto turns = static_cast<std::int64_t>(runners_[i].spent.size());
  return (turns - 1) * static_cast<std::int64_t>(runners_.size()) + static_cast<std::int64_t>(i);
}

void Race::solve(const Query& query, Solution& solution, Stop& stop, int threads) {
  set_clock_interval(*problem_, stop);
  begin_at_start(query, solution);
  verifier_.begin(query, solution, false);
  solution.evaluations = 1;
  for (Runner& runner : runners_) {
    runner.begun = runner.done = false;
    runner.spent.clear();
  }
  score_ = options_.score && solution.status == Status::solved ? options_.score(query, solution.q) : 0;
  // a search that is traced or calls Python runs on the calling thread
  const int team = problem_->has_python() || query.trace ? 1 : threads;
  bool goes_on = solution.status != Status::solved || options_.score;
  while (goes_on && !stop.check()) {
    run(query, stop, team);
    goes_on = verify_winner(query, solution, stop);
  }
  solution.stopped_by =
      solution.status == Status::solved && !options_.score ? StoppedBy::solved : stopped_by(stop);
  if (solution.status == Status::solved) return verifier_.descend_secondary(query, solution, stop);
  offer_best(query, solution);
  if (solution.status == Status::approximate &&
      (sources_->bound.excludes(query.parameters) || arm_.excludes(query)))
    solution.status = Status::unreachable;
  verifier_.conclude(query, solution, stop);
}

// Runs until the next winner is decided, or all runners are done without a solution.
void Race::run(const Query& query, Stop& stop, int threads) {
  first_ = no_turn;
  for (std::size_t i = 0; i < runners_.size(); ++i)
    if (runners_[i].begun && runners_[i].searcher->solved()) first_ = std::min(first_.load(), turn_index(i));
  const int shares = std::min(threads, static_cast<int>(runners_.size()));
  pool_.run(shares, threads, stop, [&](int share, Stop& own) { run_share(query, share, threads, own); });
}

// Runs every `threads`-th runner from `first` on, turn by turn.
void Race::run_share(const Query& query, int first, int threads, Stop& stop) {
  const auto step = static_cast<std::size_t>(threads);
  for (bool any = true; any;) {
    any = false;
    for (auto i = static_cast<std::size_t>(first); i < runners_.size(); i += step) {
      const auto ahead = turn_index(i) + static_cast<std::int64_t>(runners_.size());
      if (runners_[i].done || ahead > first_.load(std::memory_order_relaxed)) continue;
      if (stop.requested()) return;
      take_turn(query, i, threads, stop);
      any = true;
    }
  }
}

void Race::take_turn(const Query& query, std::size_t i, int threads, Stop& stop) {
  Runner& runner = runners_[i];
  const std::int64_t budget = query.options.max_evaluations / static_cast<std::int64_t>(runners_.size());
  if (!runner.begun) {
    const int own_threads = std::max(1, threads / static_cast<int>(runners_.size()));
    Lineage* lineage = query.trace ? &query.trace->lineage(i) : nullptr;
    runner.searcher->begin(query, {static_cast<int>(i), own_threads, lineage}, stop);
    runner.begun = true;
  }
  const std::int64_t spent = runner.searcher->evaluations();
  if (!runner.searcher->solved())
    runner.searcher->advance(std::min(options_.turn, std::max<std::int64_t>(budget - spent, 1)), stop);
  const Searcher& searcher = *runner.searcher;
  runner.spent.push_back({searcher.evaluations(), searcher.generations(), searcher.starts()});
  runner.done = searcher.solved() || searcher.exhausted() || searcher.evaluations() >= budget;
  if (query.trace) {
    Solution so_far;
    count_effort(so_far, no_turn);
    add_trace_entry(query, so_far, Stage::search, searcher.cost());
  }
  if (!searcher.solved()) return;
  std::int64_t known = first_.load();
  while (turn_index(i) < known && !first_.compare_exchange_weak(known, turn_index(i))) {
  }
}

// Offers the winner, if there is one, as the solution. Returns whether the race continues.
bool Race::verify_winner(const Query& query, Solution& solution, Stop& stop) {
  if (first_ == no_turn) return false;
  const auto winner = static_cast<std::size_t>(first_ % static_cast<std::int64_t>(runners_.size()));
  Runner& runner = runners_[winner];
  count_effort(solution, first_);
  if (options_.score)
    compare_scores(query, solution, runner.searcher->best());
  else
    verifier_.offer(query, solution, runner.searcher->best(), {.stage = Stage::search});
  if (solution.status == Status::solved && !options_.score) return false;
  runner.done = runner.spent.back().evaluations >=
                query.options.max_evaluations / static_cast<std::int64_t>(runners_.size());
  runner.searcher->reject(stop);
  return std::any_of(runners_.begin(), runners_.end(),
                     [](const Runner& r) { return !r.done || r.searcher->solved(); });
}

// Keeps q as the solution if it is one, and its score is the lowest.
void Race::compare_scores(const Query& query, Solution& solution, std::vector<double> q) {
  if (!verifier_.verify(query, q, solution)) return;
  const double score = options_.score(query, q);
  if (solution.status == Status::solved && !(score < score_)) return;
  score_ = score;
  solution.q = std::move(q);
  solution.stage = Stage::search;
  solution.status = Status::solved;
  verifier_.compute_cost(query, solution);
}

// Offers the best of every runner. Called if no runner met all goals.
void Race::offer_best(const Query& query, Solution& solution) {
  count_effort(solution, no_turn);
  for (const Runner& runner : runners_)
    if (runner.begun) verifier_.offer(query, solution, runner.searcher->best(), {.stage = Stage::search});
}

// Counts the effort of all runners up to and including this turn.
void Race::count_effort(Solution& solution, std::int64_t last_turn) const {
  solution.evaluations = 1;  // the start
  solution.starts = 0;
  solution.generations = 0;
  const auto team = static_cast<std::int64_t>(runners_.size());
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    const Runner& runner = runners_[i];
    if (runner.spent.empty()) continue;
    const bool in_this_turn = static_cast<std::int64_t>(i) <= last_turn % team;
    const auto turns = static_cast<std::size_t>(last_turn / team) + (in_this_turn ? 1 : 0);
    if (turns == 0) continue;
    const Effort& effort = runner.spent[std::min(turns, runner.spent.size()) - 1];
    solution.evaluations += effort.evaluations;
    solution.generations += effort.generations;
    solution.starts += effort.starts;
  }
}

}  // namespace memetik
