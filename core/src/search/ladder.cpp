#include "memetik/search/ladder.hpp"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/kernel.hpp"

namespace memetik {

namespace {

constexpr double restart_share = 0.25;  // of the budget, before evolution takes over
constexpr int island_count = 4;         // fixed: answers must not depend on the number of threads
constexpr int round_quota = 1000;       // evaluations of an island between two looks at the others
constexpr int settle_quota = 200;
// [m, rad] Goals at least as loose are eased, that is, they make room for others within their tolerance: only
// after a share of the restarts without, which end on the targets themselves.
constexpr double loose_tolerance = 1e-3;
constexpr double strict_share = 0.125;
constexpr int secondary_quota = 200;

bool leaves_room(const Goal& goal) {
  const double widest = *std::max_element(goal.tolerance.begin(), goal.tolerance.end());
  const bool has_range = std::any_of(goal.losses.begin(), goal.losses.end(),
                                     [](const Loss& loss) { return loss.upper > loss.lower; });
  return goal.primary && (widest >= loose_tolerance || has_range || goal.kernel->pulls_when_met(goal));
}

// No answer yet.
void begin_at_start(const Query& query, Answer& answer) {
  answer.q.assign(query.start.begin(), query.start.end());
  answer.status = Status::approximate;
  answer.stage = Stage::start;
  answer.evaluations = 0;
  answer.cost = std::numeric_limits<double>::infinity();
}

// Hands out one query.
class SingleDesk final : public Restarts::Desk {
 public:
  SingleDesk(const Query& query, Answer& answer) : query_(&query), answer_(&answer) {}
  const Query* next() override { return std::exchange(query_, nullptr); }
  void take(const Query&, Answer& answer) override { std::swap(*answer_, answer); }

 private:
  const Query* query_;
  Answer* answer_;
};

// f(i, stop) for i = 0 .. count-1 on so many threads, the calling one included.
template <class F>
void run_on_threads(int count, int threads, Stop& stop, F f) {
  std::vector<std::jthread> others;
  for (int t = 1; t < std::min(threads, count); ++t)
    others.emplace_back([=, own = stop.for_another_thread()]() mutable {
      for (int i = t; i < count; i += threads) f(i, own);
    });
  for (int i = 0; i < count; i += std::max(threads, 1)) f(i, stop);
}

}  // namespace

Status status_of(const Stop& stop) {
  switch (stop.reason()) {
    case StopReason::deadline: return Status::timed_out;
    case StopReason::cancelled: return Status::cancelled;
    case StopReason::none: break;
  }
  return Status::approximate;
}

Ladder::Ladder(const Problem& problem, const StartSources& sources, Method method)
    : problem_(&problem),
      sources_(&sources),
      method_(method),
      loose_(std::any_of(problem.goals().begin(), problem.goals().end(), leaves_room)),
      restarts_(problem, sources),
      exact_(problem),
      eased_(problem, true),
      settle_(problem),
      secondary_(problem) {}

void Ladder::solve(const Query& query, Answer& answer, Stop& stop, int threads) {
  SingleDesk desk(query, answer);
  restart(desk, stop);
  finish(query, answer, stop, threads);
}

void Ladder::restart(Restarts::Desk& desk, Stop& stop) {
  if (method_ == Method::memetic) {
    while (const Query* query = desk.next()) {
      Answer answer;
      begin_at_start(*query, answer);
      desk.take(*query, answer);
    }
    return;
  }
  restarts_.run(desk, loose_ ? strict_share * restart_budget() : restart_budget(), stop);
}

double Ladder::restart_budget() const { return method_ == Method::restarts ? 1.0 : restart_share; }

void Ladder::finish(const Query& query, Answer& answer, Stop& stop, int threads) {
  // after an interrupt users' functions must not be called again
  const bool quiet = answer.status == Status::cancelled && problem_->has_python();
  if (answer.status != Status::solved && method_ != Method::memetic && !quiet) {
    settle(query, answer, exact_);
    if (answer.status == Status::approximate && loose_) ease(query, answer, stop);
  }
  if (answer.status == Status::approximate && method_ != Method::restarts)
    evolve(query, answer, stop, threads);
  if (answer.status != Status::solved || !has_secondary()) return;
  exact_.set_parameters(query.parameters);
  answer.evaluations += secondary_.run(exact_, answer.q.data(), secondary_quota);
  wind_back(query, answer);
  exact_.evaluate(answer.q.data(), Scope::primary);
  answer.cost = exact_.cost();
}

// Down from the best start to the best compromise nearby.
void Ladder::settle(const Query& query, Answer& answer, Objective<double>& objective) {
  objective.set_parameters(query.parameters);
  exact_.set_parameters(query.parameters);
  const Settle::Result result = settle_.run(objective, answer.q.data(), settle_quota);
  answer.evaluations += result.evaluations;
  exact_.evaluate(answer.q.data(), Scope::primary);
  answer.cost = exact_.cost();
  if (result.accepted)
    accept(query, answer, Stage::settle);
  else
    wind_back(query, answer);
}

// Where the goals cannot all be met exactly, they may still all be within their tolerances.
void Ladder::ease(const Query& query, Answer& answer, Stop& stop) {
  if (!eased_restarts_) eased_restarts_ = std::make_unique<Restarts>(*problem_, *sources_, true);
  Answer eased;
  eased.q.resize(answer.q.size());
  SingleDesk desk(query, eased);
  eased_restarts_->run(desk, (1 - strict_share) * restart_budget(), stop);
  if (eased.status == Status::approximate) settle(query, eased, eased_);
  eased.evaluations += answer.evaluations;
  if (eased.status == Status::solved) {
    answer = eased;
  } else {
    answer.evaluations = eased.evaluations;
    answer.status = eased.status;
  }
}

void Ladder::accept(const Query& query, Answer& answer, Stage stage) {
  answer.status = Status::solved;
  answer.stage = stage;
  exact_.set_parameters(query.parameters);
  wind_back(query, answer);
}

// Whole turns towards the start, unless that breaks a tolerance, or a goal of joints prefers where it is.
void Ladder::wind_back(const Query& query, Answer& answer) {
  wound_ = answer.q;
  if (!unwind(problem_->tree(), query.start, wound_)) return;
  exact_.evaluate(answer.q.data(), Scope::all);
  const double before = exact_.cost();
  exact_.evaluate(wound_.data(), Scope::all);
  const bool as_good = exact_.cost() <= before * (1 + 1e-9) + 1e-15;
  const bool solved = answer.status == Status::solved;
  if (solved ? !exact_.accepted() || (has_secondary() && !as_good) : !as_good) return;
  answer.q = wound_;
  exact_.evaluate(wound_.data(), Scope::primary);
  answer.cost = exact_.cost();
}

// Rounds of equal quotas; the answer is that of the first round and, in it, of the first island.
void Ladder::evolve(const Query& query, Answer& answer, Stop& stop, int threads) {
  while (islands_.size() < island_count) islands_.emplace_back(*problem_, sources_->sampler, loose_);
  const int team = problem_->has_python() ? 1 : threads;
  const auto spent = [&] {
    std::int64_t sum = answer.evaluations;
    for (const Island& island : islands_) sum += island.evaluations();
    return sum;
  };
  const auto island = [&](int i) -> Island& { return islands_[static_cast<std::size_t>(i)]; };
  run_on_threads(island_count, team, stop, [&](int i, Stop&) { island(i).begin(query, answer.q.data(), i); });
  while (spent() < query.max_evaluations && !stop.check()) {
    const auto left = (query.max_evaluations - spent()) / island_count + 1;
    const int quota = static_cast<int>(std::min<std::int64_t>(round_quota, left));
    run_on_threads(island_count, team, stop, [&](int i, Stop& own) { island(i).run(quota, own); });
    if (std::any_of(islands_.begin(), islands_.end(), [](const Island& i) { return i.solved(); })) break;
  }
  const auto better = [](const Island& a, const Island& b) {
    if (a.solved() != b.solved()) return a.solved();
    return !a.solved() && a.cost() < b.cost();
  };
  const Island& best = *std::min_element(islands_.begin(), islands_.end(), better);
  answer.evaluations = spent();
  exact_.set_parameters(query.parameters);
  exact_.evaluate(best.best().data(), Scope::primary);
  if (exact_.accepted() || exact_.cost() < answer.cost) {
    answer.q = best.best();
    answer.cost = exact_.cost();
    answer.stage = Stage::memetic;
  }
  if (exact_.accepted()) return accept(query, answer, Stage::memetic);
  answer.status = status_of(stop);
  wind_back(query, answer);
}

}  // namespace memetik
