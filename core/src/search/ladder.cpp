#include "memetik/search/ladder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/runtime/trace.hpp"

namespace memetik {

namespace {

// Evaluations of the restarts before anything else is tried, then of each turn, which are twice as long every
// time: whichever is the right tool, at most half of the effort goes into the other.
constexpr std::int64_t first_quota = 1000;
constexpr int settle_quota = 200, secondary_quota = 200;
// [m, rad] Goals at least as loose are eased, that is, they make room for others within their tolerance: only
// after a share of the restarts without, which end on the targets themselves.
constexpr double loose_tolerance = 1e-3;
constexpr double strict_share = 0.5;
constexpr int long_step =
    300;  // entries of a Jacobian that takes long enough to look at the clock every time

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
  answer.attempts = 0;
  answer.cost = std::numeric_limits<double>::infinity();
}

bool is_open(const Answer& answer) {
  return answer.status == Status::approximate || answer.status == Status::unreachable ||
         answer.status == Status::invalid;
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

Ladder::Ladder(const Problem& problem, const StartSources& sources, const LadderOptions& options)
    : problem_(&problem),
      sources_(&sources),
      options_(options),
      loose_(std::any_of(problem.goals().begin(), problem.goals().end(), leaves_room)),
      restarts_(problem, sources),
      exact_(problem),
      eased_(problem, true),
      settle_(problem),
      secondary_(problem) {}

void Ladder::pace(Stop& stop) const {
  const auto entries = problem_->primary_rows() * static_cast<int>(problem_->active().size());
  stop.look_every(entries >= long_step || problem_->has_external() ? 1 : 8);
}

void Ladder::solve(const Query& query, Answer& answer, Stop& stop, int threads) {
  if (!options_.best) {
    SingleDesk desk(query, answer);
    restart(desk, stop);
    return finish(query, answer, stop, threads);
  }
  const auto best = collect(query, 1, answer, stop);
  if (best.empty()) return finish(query, answer, stop, threads);
  answer.q = best.front().q;
  answer.status = Status::solved;
  wind_back(query, answer);
  weigh(query, answer);
}

std::vector<Answer> Ladder::solve_all(const Query& query, std::size_t count, Stop& stop) {
  Answer answer;
  std::vector<Answer> answers;
  for (SolutionSet::Solution& solution : collect(query, count, answer, stop)) {
    answers.push_back(answer);
    answers.back().q = std::move(solution.q);
    answers.back().status = Status::solved;
    wind_back(query, answers.back());
    weigh(query, answers.back());
  }
  return answers;
}

std::vector<SolutionSet::Solution> Ladder::collect(const Query& query, std::size_t count, Answer& answer,
                                                   Stop& stop) {
  pace(stop);
  SolutionSet set(*problem_, query.referee, stop);
  Query all = query;
  all.referee = &set;
  all.spread = !query.near_start;
  begin_at_start(query, answer);
  // the whole budget if there are solutions at all, else a part of it
  restart_more(all, answer, first_quota, stop);
  if (!set.empty()) restart_more(all, answer, query.max_evaluations - answer.evaluations, stop);
  return set.select(count);
}

void Ladder::restart(Restarts::Desk& desk, Stop& stop) {
  pace(stop);
  if (options_.method == Method::memetic) {
    while (const Query* query = desk.next()) {
      Answer answer;
      begin_at_start(*query, answer);
      if (sources_->bound.excludes(query->parameters)) answer.status = Status::unreachable;
      desk.take(*query, answer);
    }
    return;
  }
  const auto strict = static_cast<std::int64_t>(strict_share * first_quota);
  restarts_.run(desk, loose_ ? strict : first_quota, stop);
}

void Ladder::finish(const Query& query, Answer& answer, Stop& stop, int threads) {
  pace(stop);
  // after an interrupt users' functions must not be called again
  if (answer.status == Status::cancelled && problem_->has_python()) return;
  if (std::isinf(answer.cost)) offer(query, answer, answer.q, Stage::start);
  if (is_open(answer)) escalate(query, answer, stop, threads);
  if (answer.status == Status::approximate || (is_open(answer) && stop.reason() == StopReason::cancelled))
    answer.status = status_of(stop);
  if (answer.status == Status::solved && has_secondary())
    descend_secondary(query, answer, stop);
  else if (answer.status != Status::solved)
    wind_back(query, answer);
}

void Ladder::escalate(const Query& query, Answer& answer, Stop& stop, int threads) {
  const auto left = [&](std::int64_t quota) {
    return std::min(quota, query.max_evaluations - answer.evaluations);
  };
  const auto goes_on = [&] {
    return is_open(answer) && answer.evaluations < query.max_evaluations && !stop.check();
  };
  const bool settles = options_.method != Method::memetic && answer.status != Status::invalid;
  if (settles && !stop.check()) settle(query, answer, stop);
  if (loose_ && options_.method != Method::memetic && goes_on())
    restart_more(query, answer, left(first_quota / 2), stop);
  bool has_islands = false;
  for (std::int64_t quota = first_quota; goes_on(); quota *= 2) {
    const bool evolves = options_.method == Method::memetic || left(quota) >= first_quota;
    if (options_.method != Method::restarts && evolves) {
      if (!std::exchange(has_islands, true)) begin_islands(query, answer, stop, threads);
      evolve(query, answer, left(quota), stop, threads);
    }
    if (options_.method == Method::memetic) continue;
    if (goes_on()) compromise(query, answer, left(quota), stop);
    if (goes_on() && answer.status != Status::unreachable) restart_more(query, answer, left(quota), stop);
  }
}

// Attempts after those that were made before. Where goals are loose they are eased from now on.
void Ladder::restart_more(const Query& query, Answer& answer, std::int64_t quota, Stop& stop) {
  if (loose_ && !eased_restarts_) eased_restarts_ = std::make_unique<Restarts>(*problem_, *sources_, true);
  Query more = query;
  more.first_attempt = answer.attempts;
  Answer found;
  found.q.resize(answer.q.size());
  SingleDesk desk(more, found);
  (loose_ ? *eased_restarts_ : restarts_).run(desk, quota, stop);
  answer.evaluations += found.evaluations;
  answer.attempts = std::max(answer.attempts, found.attempts);
  const bool decided = found.status == Status::solved || found.status == Status::invalid;
  if (decided || (found.cost < answer.cost && answer.status != Status::invalid)) {
    answer.q = found.q;
    answer.cost = found.cost;
    answer.stage = found.stage;
  }
  if (answer.status == Status::approximate || decided) answer.status = found.status;
  if (answer.status == Status::timed_out || answer.status == Status::cancelled)
    answer.status = Status::approximate;  // finish says why
}

// Down from the best start to the best compromise nearby.
void Ladder::settle(const Query& query, Answer& answer, Stop& stop) {
  Objective<double>& objective = loose_ ? eased_ : exact_;
  objective.set_parameters(query.parameters);
  wound_ = answer.q;
  const auto result = settle_.run(query, objective, wound_.data(), settle_quota, stop);
  answer.evaluations += result.evaluations;
  offer(query, answer, wound_, Stage::settle);
}

void Ladder::compromise(const Query& query, Answer& answer, std::int64_t quota, Stop& stop) {
  if (!compromise_) compromise_ = std::make_unique<Compromise>(*problem_, *sources_, loose_);
  Answer found = answer;
  // a rejected solution is no match for others, nor is a plain cost for eased ones
  if (loose_ || answer.status == Status::invalid) found.cost = std::numeric_limits<double>::infinity();
  compromise_->run(query, found, quota, stop);
  answer.evaluations = found.evaluations;
  answer.attempts = found.attempts;
  offer(query, answer, found.q, Stage::settle);
}

// Takes q if it is better: within all tolerances, as far as the referee agrees, or of a lower cost. Whether
// it was taken.
bool Ladder::offer(const Query& query, Answer& answer, const std::vector<double>& q, Stage stage) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(q.data(), Scope::primary);
  const bool accepted = exact_.accepted();
  const double cost = exact_.cost();
  if (query.trace) query.trace->note(static_cast<int>(stage), answer.attempts, answer.evaluations, cost);
  if (!accepted && (answer.status == Status::invalid || !(cost < answer.cost))) return false;
  std::vector<double> taken = q;
  if (accepted && query.referee && !query.referee->takes(query, taken, answer.evaluations)) {
    if (answer.status == Status::invalid) return false;
    answer.status = Status::invalid;
  } else if (accepted) {
    answer.status = Status::solved;
  }
  answer.q = std::move(taken);
  answer.cost = cost;
  answer.stage = stage;
  if (answer.status == Status::solved) wind_back(query, answer);
  return true;
}

void Ladder::descend_secondary(const Query& query, Answer& answer, Stop& stop) {
  exact_.set_parameters(query.parameters);
  std::vector<double> q = answer.q;
  answer.evaluations += secondary_.run(query, exact_, q.data(), secondary_quota, stop);
  // what descended is another configuration, on which the referee has the last word, too
  std::vector<double> judged = q;
  if (query.referee && !query.referee->takes(query, judged, answer.evaluations)) return;
  answer.q = q;
  wind_back(query, answer);
  weigh(query, answer);
}

// Whole turns towards the start, unless that breaks a tolerance, or a goal of joints prefers where it is.
void Ladder::wind_back(const Query& query, Answer& answer) {
  if (!query.max_change.empty()) clip(problem_->tree(), answer.q);  // rotation vectors may need a wrap
  wound_ = answer.q;
  if (!unwind(problem_->tree(), query.start, wound_)) return;
  exact_.set_parameters(query.parameters);
  exact_.evaluate(answer.q.data(), Scope::all);
  const double before = exact_.cost();
  exact_.evaluate(wound_.data(), Scope::all);
  const bool as_good = exact_.cost() <= before * (1 + 1e-9) + 1e-15;
  const bool solved = answer.status == Status::solved;
  if (solved ? !exact_.accepted() || (has_secondary() && !as_good) : !as_good) return;
  answer.q = wound_;
  weigh(query, answer);
}

void Ladder::weigh(const Query& query, Answer& answer) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(answer.q.data(), Scope::primary);
  answer.cost = exact_.cost();
}

void Ladder::begin_islands(const Query& query, Answer& answer, Stop& stop, int threads) {
  while (islands_.size() < static_cast<std::size_t>(options_.evolution.islands))
    islands_.emplace_back(*problem_, sources_->sampler, options_.evolution, loose_);
  const int count = static_cast<int>(islands_.size()), team = problem_->has_python() ? 1 : threads;
  run_on_threads(count, team, stop, [&](int i, Stop& own) {
    islands_[static_cast<std::size_t>(i)].begin(query, answer.q.data(), i, own);
  });
  for (const Island& island : islands_) answer.evaluations += island.evaluations();
}

// A turn of all islands, or of as many as have a generation each; the answer is that of the first island that
// found one.
void Ladder::evolve(const Query& query, Answer& answer, std::int64_t quota, Stop& stop, int threads) {
  const int all = static_cast<int>(islands_.size()), team = problem_->has_python() ? 1 : threads;
  const int count = static_cast<int>(std::clamp<std::int64_t>(quota / islands_[0].generation_size(), 1, all));
  const auto spent = [&] {
    std::int64_t sum = 0;
    for (const Island& island : islands_) sum += island.evaluations();
    return sum;
  };
  const std::int64_t before = spent();
  run_on_threads(count, team, stop, [&](int i, Stop& own) {
    islands_[static_cast<std::size_t>(i)].run(quota / count + 1, own);
  });
  answer.evaluations += spent() - before;
  for (Island& island : islands_) {
    if (answer.status == Status::solved) return;
    offer(query, answer, island.best(), Stage::memetic);
    if (island.solved() && answer.status != Status::solved) island.reject(stop);
  }
}

}  // namespace memetik
