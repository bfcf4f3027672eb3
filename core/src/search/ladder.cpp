#include "memetik/search/ladder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/search/batch.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

namespace {

// Evaluations of the first restarts, and of the first turn of evolution and restarts. The length of a turn
// doubles every time. So at most half of the effort is wasted on the stage that does not suit the problem.
constexpr std::int64_t first_quota = 1000, max_quota = std::int64_t{1} << 40;
constexpr int settle_quota = 200;
// [m, rad] Goals with at least this tolerance are eased: they cost nothing within it, which leaves room for
// other goals. A share of the restarts runs first without easing, because those end on the targets
// themselves.
constexpr double loose_tolerance = 1e-3;
constexpr double strict_share = 0.5;

bool is_loose(const Goal& goal) {
  const double widest = *std::max_element(goal.tolerance.begin(), goal.tolerance.end());
  const bool has_range = std::any_of(goal.losses.begin(), goal.losses.end(),
                                     [](const Loss& loss) { return loss.upper > loss.lower; });
  return goal.primary && (widest >= loose_tolerance || has_range || goal.kernel->nonzero_when_met(goal));
}

bool is_open(const Solution& solution) {
  return solution.status == Status::approximate || solution.status == Status::unreachable ||
         solution.status == Status::invalid;
}

// The source of a single query.
class SingleQuery final : public QuerySource {
 public:
  SingleQuery(const Query& query, Solution& solution) : query_(&query), solution_(&solution) {}
  const Query* next() override { return std::exchange(query_, nullptr); }
  void receive(const Query&, Solution& solution) override { std::swap(*solution_, solution); }

 private:
  const Query* query_;
  Solution* solution_;
};

// Passes on the queries of a batch, and sets aside those that need more than restarts.
class RestartsOfBatch final : public QuerySource {
 public:
  RestartsOfBatch(BatchShare& share, bool has_secondary) : share_(&share), has_secondary_(has_secondary) {}
  const Query* next() override { return share_->next(); }
  void receive(const Query& query, Solution& solution) override {
    const bool stopped = solution.status == Status::timed_out || solution.status == Status::cancelled;
    if (solution.status == Status::solved ? has_secondary_ : !stopped)
      share_->set_aside(query, solution);
    else
      share_->receive(query, solution);
  }

 private:
  BatchShare* share_;
  bool has_secondary_;
};

}  // namespace

Ladder::Ladder(const Problem& problem, const StartSources& sources, const LadderOptions& options)
    : problem_(&problem),
      sources_(&sources),
      options_(options),
      loose_(std::any_of(problem.goals().begin(), problem.goals().end(), is_loose)),
      restarts_(problem, sources),
      verifier_(problem),
      eased_(problem, true),
      settle_(problem) {}

void Ladder::solve(const Query& query, Solution& solution, Stop& stop, int threads) {
  if (!options_.best) {
    SingleQuery source(query, solution);
    restart(source, stop);
    return finish(query, solution, stop, threads);
  }
  const auto best = collect(query, 1, solution, stop, false);
  if (best.empty()) return finish(query, solution, stop, threads);
  solution.q = best.front().q;
  solution.status = Status::solved;
  verifier_.compute_cost(query, solution);
}

std::vector<Solution> Ladder::solve_all(const Query& query, std::size_t count, Stop& stop) {
  Solution solution;
  std::vector<Solution> solutions;
  for (SolutionSet::Member& member : collect(query, count, solution, stop, true)) {
    solutions.push_back(solution);
    solutions.back().q = std::move(member.q);
    solutions.back().status = Status::solved;
    verifier_.compute_cost(query, solutions.back());
  }
  return solutions;
}

void Ladder::solve_batch(BatchShare& share, Stop& stop) {
  if (options_.best || share.common().acceptor) return Engine::solve_batch(share, stop);
  RestartsOfBatch restarts(share, problem_->rows() > problem_->primary_rows());
  restart(restarts, stop);
  Solution solution;
  while (const Query* query = share.resume(solution)) {
    if (!stop.requested())
      finish(*query, solution, stop, 1);
    else if (solution.status == Status::approximate)
      solution.status = status_of(stop);
    share.receive(*query, solution);
  }
}

// Stops at half of the budget if no solution is found by then, unless `spend_all`.
std::vector<SolutionSet::Member> Ladder::collect(const Query& query, std::size_t count, Solution& solution,
                                                 Stop& stop, bool spend_all) {
  set_clock_interval(*problem_, stop);
  SolutionSet set(*problem_, query.acceptor, stop);
  Query all = query;
  all.acceptor = &set;
  begin_at_start(query, solution);
  begin_counting(solution);
  const auto spend = [&](std::int64_t budget) {
    const bool hopeless = solution.status == Status::unreachable;
    if (solution.evaluations < budget && !hopeless && stop.reason() == StopReason::none)
      restart_more(all, solution, budget - solution.evaluations, stop, true);
  };
  spend(std::max<std::int64_t>(query.options.max_evaluations / 2, 1));
  if (spend_all || !set.empty()) spend(query.options.max_evaluations);
  return set.select(count);
}

void Ladder::restart(QuerySource& source, Stop& stop) {
  set_clock_interval(*problem_, stop);
  if (options_.method == Method::memetic) {
    while (const Query* query = source.next()) {
      Solution solution;
      begin_at_start(*query, solution);
      if (sources_->bound.excludes(query->parameters)) solution.status = Status::unreachable;
      source.receive(*query, solution);
    }
    return;
  }
  const auto strict = static_cast<std::int64_t>(strict_share * first_quota);
  restarts_.run(source, {.budget = loose_ ? strict : first_quota}, stop);
}

void Ladder::finish(const Query& query, Solution& solution, Stop& stop, int threads) {
  set_clock_interval(*problem_, stop);
  begin_counting(solution);
  if (std::isinf(solution.cost)) verifier_.offer(query, solution, solution.q, Stage::start);
  if (is_open(solution)) escalate(query, solution, stop, threads);
  if (solution.status == Status::approximate || (is_open(solution) && stop.reason() == StopReason::cancelled))
    solution.status = status_of(stop);
  if (solution.status == Status::solved) verifier_.descend_secondary(query, solution, stop);
  if (solution.status == Status::solved || solution.status == Status::invalid) return;
  if (verifier_.unwind(query, solution.q, false)) verifier_.compute_cost(query, solution);
}

void Ladder::escalate(const Query& query, Solution& solution, Stop& stop, int threads) {
  const auto left = [&](std::int64_t quota) {
    return std::min(quota, query.options.max_evaluations - solution.evaluations);
  };
  const auto may_continue = [&] {
    return is_open(solution) && solution.evaluations < query.options.max_evaluations && !stop.check();
  };
  const bool settles = options_.method != Method::memetic && solution.status != Status::invalid;
  if (settles && !stop.check()) settle(query, solution, stop);
  if (loose_ && options_.method != Method::memetic && may_continue())
    restart_more(query, solution, left(first_quota / 2), stop);
  for (std::int64_t quota = first_quota; may_continue(); quota = std::min(2 * quota, max_quota)) {
    const bool evolves = options_.method == Method::memetic || left(quota) >= first_quota;
    if (options_.method != Method::restarts && evolves) evolve(query, solution, left(quota), stop, threads);
    if (options_.method == Method::memetic) continue;
    if (may_continue()) compromise(query, solution, left(quota), stop);
    if (may_continue() && solution.status != Status::unreachable)
      restart_more(query, solution, left(quota), stop);
  }
}

// Continues with the attempts after those already made. Loose goals are eased from now on.
void Ladder::restart_more(const Query& query, Solution& solution, std::int64_t quota, Stop& stop,
                          bool spread) {
  if (loose_ && !eased_restarts_) eased_restarts_ = std::make_unique<Restarts>(*problem_, *sources_, true);
  const RestartPlan plan{.budget = quota,
                         .first_attempt = attempts_,
                         .spread = spread,
                         .other_starts = species_,
                         .earlier_evaluations = solution.evaluations};
  Solution found;
  found.q.resize(solution.q.size());
  SingleQuery source(query, found);
  (loose_ ? *eased_restarts_ : restarts_).run(source, plan, stop);
  solution.evaluations += found.evaluations;
  attempts_ = std::max(attempts_, static_cast<int>(found.starts));
  count_starts(solution);
  const bool decided = found.status == Status::solved || found.status == Status::invalid;
  if (decided || (found.cost < solution.cost && solution.status != Status::invalid)) {
    solution.q = found.q;
    solution.cost = found.cost;
    solution.stage = found.stage;
  }
  if (solution.status == Status::approximate || decided) solution.status = found.status;
  if (solution.status == Status::timed_out || solution.status == Status::cancelled)
    solution.status = Status::approximate;  // finish() sets the reason
}

// Descends from the best configuration so far to the nearest compromise between the goals.
void Ladder::settle(const Query& query, Solution& solution, Stop& stop) {
  Objective<double>& objective = loose_ ? eased_ : verifier_.exact();
  objective.set_parameters(query.parameters);
  std::vector<double> q = solution.q;
  const auto result = settle_.run(query, objective, q.data(), settle_quota, stop);
  solution.evaluations += result.evaluations;
  verifier_.offer(query, solution, q, Stage::settle);
}

void Ladder::compromise(const Query& query, Solution& solution, std::int64_t quota, Stop& stop) {
  if (!compromise_) compromise_ = std::make_unique<Compromise>(*problem_, *sources_, loose_);
  Solution found = solution;
  found.starts = attempts_;
  // the cost of a rejected solution does not compete, and a plain cost cannot be compared with eased ones
  if (loose_ || solution.status == Status::invalid) found.cost = std::numeric_limits<double>::infinity();
  compromise_->run(query, found, quota, stop);
  solution.evaluations = found.evaluations;
  attempts_ = static_cast<int>(found.starts);
  count_starts(solution);
  verifier_.offer(query, solution, found.q, Stage::settle);
}

// One turn of all islands, or of as many as the quota allows one generation each. The solution is that of the
// first island that found one. Each island begins in its first turn, at the best configuration known by then.
void Ladder::evolve(const Query& query, Solution& solution, std::int64_t quota, Stop& stop, int threads) {
  const std::int64_t fitting = quota / Island::generation_size(options_.evolution);
  const int count = static_cast<int>(std::clamp<std::int64_t>(fitting, 1, options_.evolution.islands));
  islands_.reserve(static_cast<std::size_t>(options_.evolution.islands));
  while (islands_.size() < static_cast<std::size_t>(count)) {
    islands_.emplace_back(*problem_, sources_->sampler, options_.evolution, loose_);
    if (stop.check()) return;  // islands take long to construct, but only once
  }
  // islands do not begin at a rejected solution
  const double* best = solution.status == Status::invalid ? query.start.data() : solution.q.data();
  const int team = problem_->has_python() ? 1 : threads;
  if (query.trace)
    query.trace->lineage(
        static_cast<std::size_t>(count - 1));  // all are created here, so that no other thread creates one
  pool_.run(count, team, stop, [&](int i, Stop& own) {
    Island& island = islands_[static_cast<std::size_t>(i)];
    if (i >= begun_) island.begin(query, best, i, own);
    island.run(quota / count + 1, own);
  });
  begun_ = std::max(begun_, count);
  count_effort(solution);
  for (int i = 0; i < count && solution.status != Status::solved; ++i) {
    Island& island = islands_[static_cast<std::size_t>(i)];
    // eased costs cannot be compared with plain ones
    const bool promising = loose_ || island.solved() || island.cost() < solution.cost;
    if (promising) verifier_.offer(query, solution, island.best(), Stage::memetic);
    if (island.solved() && solution.status != Status::solved) island.reject(stop);
  }
  count_effort(solution);
  add_trace_entry(query, solution, Stage::memetic, solution.cost);
}

// All starts so far belong to local searches.
void Ladder::begin_counting(const Solution& solution) {
  attempts_ = static_cast<int>(solution.starts);
  species_ = 0;
  begun_ = 0;
  counted_ = 0;
}

// Adds the evaluations of the islands that were not counted before, and counts species and generations anew.
void Ladder::count_effort(Solution& solution) {
  std::int64_t evaluations = 0;
  species_ = 0;
  solution.generations = 0;
  for (int i = 0; i < begun_; ++i) {
    const Island& island = islands_[static_cast<std::size_t>(i)];
    evaluations += island.evaluations();
    species_ += island.starts();
    solution.generations += island.generations();
  }
  solution.evaluations += evaluations - counted_;
  counted_ = evaluations;
  count_starts(solution);
}

}  // namespace memetik
