#include "memetik/search/ladder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/search/batch.hpp"
#include "memetik/search/closed_form/branch_search.hpp"
#include "memetik/search/decoupled/decoupled_restarts.hpp"
#include "memetik/search/out_of_time.hpp"
#include "memetik/search/single_query.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

namespace {

// The length of a turn of evolution and restarts doubles every time, up to this. So at most half of the
// effort is wasted on the stage that does not suit the problem.
constexpr std::int64_t max_quota = std::int64_t{1} << 40;
// Of a small budget the secondary goals get this part, see Verifier::reserve, and the first restarts get the
// rest. The descent from the start gets the same part in addition.
constexpr int start_divisor = 5;
// Users' functions may have any shape: the longer part of each turn is evolution's.
constexpr int external_factor = 8;
// [m, rad] Goals with at least this tolerance are eased: they cost nothing within it, which leaves room for
// other goals. A share of the restarts runs first without easing, because those end on the targets
// themselves.
constexpr double loose_tolerance = 1e-3;
constexpr double strict_share = 0.5;

bool is_loose(const Goal& goal) {
  const double widest = *std::max_element(goal.tolerance.begin(), goal.tolerance.end());
  const bool has_range = std::any_of(goal.losses.begin(), goal.losses.end(),
                                     [](const Loss& loss) { return loss.upper > loss.lower; });
  return goal.decides_success() &&
         (widest >= loose_tolerance || has_range || goal.kernel->nonzero_when_met(goal));
}

// Passes on the queries of a batch, and sets aside those that need more than restarts.
class RestartsOfBatch final : public QuerySource {
 public:
  RestartsOfBatch(BatchShare& share, bool has_secondary) : share_(&share), has_secondary_(has_secondary) {}
  const Query* next() override { return share_->next(); }
  void receive(const Query& query, Solution& solution) override {
    const bool stopped =
        solution.stopped_by == StoppedBy::deadline || solution.stopped_by == StoppedBy::cancelled;
    if (solution.status == Status::solved ? has_secondary_ || solution.passed_near_start : !stopped)
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
      first_quota_(problem.aggregated_rows() > 0 ? first_quota_among_obstacles : usual_first_quota),
      loose_(std::any_of(problem.goals().begin(), problem.goals().end(), is_loose)),
      restarts_(problem, sources),
      hinted_restarts_(problem.has_hints() && options.method != Method::memetic
                           ? std::make_unique<HintedRestarts>(problem, sources)
                           : nullptr),
      decoupled_restarts_(hinted_restarts_ && options.split
                              ? std::make_unique<DecoupledRestarts>(
                                    problem, sources, DecouplingOptions{.split = *options.split})
                              : nullptr),
      verifier_(problem) {}

Ladder::~Ladder() = default;

void Ladder::solve(const Query& query, Solution& solution, Stop& stop, int threads) {
  if (options_.best) {
    Solutions all = find_all(query, 1, solution, stop, threads);
    if (!all.list.empty()) return void(solution = std::move(all.list.front()));
    if (!all.complete) return;
    // there is none: what follows finds the best approximation
  }
  SingleQuery source(query, solution);
  restart(source, stop);
  finish(query, solution, stop, threads);
}

void Ladder::solve_batch(BatchShare& share, Stop& stop) {
  if (options_.best) return Engine::solve_batch(share, stop);
  RestartsOfBatch restarts(share, problem_->rows() > problem_->primary_rows());
  restart(restarts, stop);
  Solution solution;
  while (const Query* query = share.resume(solution)) {
    if (!stop.requested())
      end_in_time(solution, [&] { finish(*query, solution, stop, 1); });
    else
      solution.stopped_by = stopped_by(stop);
    share.receive(*query, solution);
  }
}

void Ladder::restart(QuerySource& source, Stop& stop) {
  set_clock_interval(*problem_, stop);
  if (options_.method == Method::memetic || problem_->active().empty()) {
    while (const Query* query = source.next()) {
      Solution solution;
      begin_at_start(*query, solution);
      if (sources_->bound.excludes(query->parameters)) solution.status = Status::unreachable;
      source.receive(*query, solution);
    }
    return;
  }
  const std::int64_t start_only = 0;
  const std::int64_t budget = hinted_restarts_ ? start_only : strict_quota();
  restarts_.run(source, {.budget = budget, .share = first_share()}, stop);
}

// Of the first restarts, which are not eased.
std::int64_t Ladder::strict_quota() const {
  return loose_ ? static_cast<std::int64_t>(strict_share * static_cast<double>(first_quota_)) : first_quota_;
}

double Ladder::first_share() const { return verifier_.has_secondary() ? 1 - 1. / start_divisor : 1; }

// Continues where restarts ended.
void Ladder::finish(const Query& query, Solution& solution, Stop& stop, int threads) {
  set_clock_interval(*problem_, stop);
  begin_counting(solution);
  if (hinted_restarts_ && solution.status != Status::solved && !query.options.local)
    restart_with_hints(query, solution, stop);
  if (solution.status == Status::solved && solution.passed_near_start)
    prefer_branch_of_start(query, solution, stop);
  if (solution.status == Status::solved) return verifier_.descend_secondary(query, solution, stop);
  const Solution restarted = solution;
  verifier_.begin(query, solution, query.start_given && !options_.best);
  const bool rejected = restarted.status == Status::invalid;
  if (rejected || (std::isfinite(restarted.cost) && !query.options.local))
    offer_restarted(query, solution, restarted, rejected ? Origin::rejected : Origin::unknown);
  if (solution.status == Status::approximate && arm_of(query) && arm_->excludes(query))
    solution.status = Status::unreachable;
  if (solution.status != Status::solved) escalate(query, solution, stop, threads);
  if (solution.status != Status::solved) return verifier_.conclude(query, solution, stop);
  solution.stopped_by = StoppedBy::solved;
  verifier_.descend_secondary(query, solution, stop);
}

// A restart solved the query. If the descent from the start does, too, that is the solution: whoever follows
// a moving target stays on the branch.
void Ladder::prefer_branch_of_start(const Query& query, Solution& solution, Stop& stop) {
  solution.passed_near_start = false;
  Solution own;
  own.evaluations = solution.evaluations;
  own.starts = solution.starts;
  verifier_.begin(query, own, true);
  compromise().begin(query, own, max_quota, stop);
  solution.evaluations = own.evaluations;
  if (own.status != Status::solved) return;
  own.stopped_by = StoppedBy::solved;
  solution = std::move(own);
}

// The arm whose closed form answers the query, or null.
PoseArm* Ladder::arm_of(const Query& query) {
  if (!arm_ && PoseArm::may_suit(*problem_)) arm_ = std::make_unique<PoseArm>(*problem_);
  return arm_ && arm_->suits(query) ? arm_.get() : nullptr;
}

Compromise& Ladder::compromise() {
  if (!compromise_) compromise_ = std::make_unique<Compromise>(*problem_, *sources_, verifier_, loose_);
  return *compromise_;
}

void Ladder::escalate(const Query& query, Solution& solution, Stop& stop, int threads) {
  if (problem_->active().empty()) return void(solution.stopped_by = StoppedBy::converged);  // no other q
  const auto left = [&](std::int64_t quota) {
    return std::min(quota, query.options.max_evaluations - verifier_.reserve(query) - solution.evaluations);
  };
  const auto may_continue = [&] { return solution.status != Status::solved && left(1) > 0 && !stop.check(); };
  const bool unreachable = solution.status == Status::unreachable, local = query.options.local;
  const bool descends = options_.method != Method::memetic, evolves = options_.method != Method::restarts;
  if (descends && !stop.check()) {
    const std::int64_t share = query.options.max_evaluations / start_divisor + 1;
    compromise().begin(query, solution, local || unreachable ? left(max_quota) : share, stop);
    if (may_continue()) verifier_.settle_secondary(query, solution, stop);
    // with a larger budget, there would be more restarts before the other stages
    const bool cut_short = first_share() * static_cast<double>(query.options.max_evaluations) <
                               static_cast<double>(first_quota_) &&
                           !unreachable;
    if (cut_short && solution.status != Status::solved && !local)
      return void(solution.stopped_by = stopped_by(stop));
  }
  if (loose_ && descends && !local && may_continue())
    restart_more(query, solution, left(first_quota_ / 2), stop);
  for (std::int64_t quota = first_quota_; may_continue() && !local; quota = std::min(2 * quota, max_quota)) {
    const std::int64_t before = solution.evaluations;
    // compromises are of no use if the goals can be met, but the acceptor rejects it, or if they jump
    const bool compromises = descends && !compromise().is_flat() && !verifier_.has_rejected();
    if (compromises) {
      compromise().run(query, solution, attempts_,
                       unreachable                ? max_quota
                       : problem_->has_external() ? quota
                                                  : 2 * quota,
                       left(max_quota), stop);
      count_starts(solution);
      if (compromise().converged() && solution.status != Status::solved && !query.options.thorough &&
          stop.reason() == StopReason::none)
        return void(solution.stopped_by = unreachable ? StoppedBy::unreachable : StoppedBy::converged);
      if (unreachable && !query.options.thorough) break;
    }
    if (descends && !compromise().is_flat() && may_continue())
      restart_more(query, solution, left(quota), stop);
    const std::int64_t evolution_quota = problem_->has_external() ? external_factor * quota : quota;
    if (evolves && may_continue()) evolve(query, solution, evolution_quota, left(max_quota), stop, threads);
    if (solution.evaluations == before) break;  // too few are left for any stage
  }
  solution.stopped_by = stopped_by(stop);
  if (local && stop.reason() == StopReason::none) solution.stopped_by = StoppedBy::converged;
}

// Runs the attempts after those already made. Loose goals are eased from now on.
Solution Ladder::restart_from(const Query& query, const Solution& solution, std::int64_t quota, Stop& stop,
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
  attempts_ = std::max(attempts_, static_cast<int>(found.starts));
  return found;
}

void Ladder::restart_more(const Query& query, Solution& solution, std::int64_t quota, Stop& stop) {
  const Solution found = restart_from(query, solution, quota, stop, false);
  add_effort(found, solution);
  count_starts(solution);
  if (std::isinf(found.cost)) return;
  const auto verdict = found.status == Status::invalid                    ? Origin::rejected
                       : found.status == Status::solved && query.acceptor ? Origin::accepted
                                                                          : Origin::unknown;
  offer_restarted(query, solution, found, verdict);
}

void Ladder::offer_restarted(const Query& query, Solution& solution, const Solution& found,
                             Origin::Verdict verdict) {
  verifier_.offer(query, solution, found.q, {.stage = Stage::restarts, .verdict = verdict});
  for (const std::vector<double>& q : found.others)
    verifier_.offer(query, solution, q, {.stage = Stage::restarts});
}

// All starts so far belong to local searches.
void Ladder::begin_counting(const Solution& solution) {
  attempts_ = static_cast<int>(solution.starts);
  species_ = 0;
  begun_ = 0;
  counted_ = 0;
}

}  // namespace memetik
