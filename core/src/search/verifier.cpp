#include "memetik/search/verifier.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

namespace {

// Evaluations for secondary goals: maximum of one descent and of all, and the share of a small budget.
constexpr std::int64_t secondary_quota = 400, max_reserve = 1000, reserve_divisor = 5;
// The share of the difference between equal primary costs that the secondary goals may use up.
constexpr double secondary_share = 0.9;

// Differences of cost that do not matter: the cost of all primary goals if each error were as large as the
// smallest tolerance. A wide tolerance, such as that of a rotation that hardly matters, must not make the
// errors of the other goals equal.
double tolerated_cost(const Problem& problem, std::span<const double> parameters) {
  double smallest = HUGE_VAL, weights = 0;
  for (const Goal& goal : problem.goals()) {
    if (goal.priority != Priority::primary) continue;
    const double factor = parameters[static_cast<std::size_t>(goal.parameter)];  // square root of the weight
    for (const double tolerance : goal.tolerance) {
      if (!std::isfinite(tolerance) || !(factor * tolerance > 0)) continue;
      smallest = std::fmin(smallest, tolerance);
      weights += factor * factor;
    }
  }
  return weights > 0 ? weights * smallest * smallest : 0;
}

}  // namespace

void add_trace_entry(const Query& query, const Solution& solution, Stage stage, double cost) {
  if (query.trace) query.trace->add(stage, solution.starts, solution.evaluations, cost);
}

Verifier::Verifier(const Problem& problem)
    : problem_(&problem),
      exact_(problem),
      secondary_(problem),
      unwinder_(problem),
      difference_(static_cast<std::size_t>(problem.tree().dof())) {
  std::size_t count = 0;
  for (const Goal& goal : problem.goals()) count += static_cast<std::size_t>(goal.kernel->error_count(goal));
  errors_.resize(count);
  if (has_secondary()) sublevel_ = std::make_unique<SublevelDescent>(problem);
}

void Verifier::begin(const Query& query, Solution& solution, bool keeps_branch) {
  exact_.set_parameters(query.parameters);
  candidates_.begin({.slack = tolerated_cost(*problem_, query.parameters), .keeps_branch = keeps_branch});
  find_irrelevant(query);
  has_rejected_ = false;
  offer(query, solution, {query.start.begin(), query.start.end()}, {.stage = Stage::start, .of_start = true});
}

void Verifier::find_irrelevant(const Query& query) {
  irrelevant_.clear();
  const auto matters = [&](RowRange range) {
    for (const Goal& goal : problem_->goals())
      if (goal.decides_success() && goal.row < range.last && range.first < goal.row + goal.rows &&
          query.parameters[static_cast<std::size_t>(goal.parameter)] > 0)
        return true;
    return false;
  };
  for (int c = 0; c < static_cast<int>(problem_->active().size()); ++c) {
    const auto ranges = problem_->primary_support(c);
    if (std::none_of(ranges.begin(), ranges.end(), matters))
      irrelevant_.push_back(problem_->active()[static_cast<std::size_t>(c)]);
  }
}

Candidate Verifier::measure(const Query& query, std::vector<double> q, const Origin& origin) {
  exact_.measure(q.data(), errors_.data());
  difference(problem_->tree(), query.start, q, difference_);
  double sum = 0;
  for (const double d : difference_) sum += d * d;
  const double secondary = exact_.secondary_cost(), required = exact_.required_cost();
  return {origin,        {exact_.violation(), exact_.cost() - secondary - required},
          std::move(q),  exact_.accepted(),
          false,         false,
          required,      secondary,
          std::sqrt(sum)};
}

Measures Verifier::offer(const Query& query, Solution& solution, std::vector<double> q,
                         const Origin& origin) {
  for (const int i : irrelevant_) q[static_cast<std::size_t>(i)] = query.start[static_cast<std::size_t>(i)];
  Candidate candidate = measure(query, std::move(q), origin);
  add_trace_entry(query, solution, origin.stage, candidate.primary + candidate.required);
  if (unwind(query, candidate.q, candidate.solved))
    candidate = measure(query, std::move(candidate.q), origin);
  if (candidate.solved) ask_acceptor(query, candidate, solution);
  has_rejected_ |= candidate.solved && candidate.verdict == Candidate::rejected;
  const Measures measures = candidate;
  candidates_.add(std::move(candidate));
  publish(solution);
  return measures;
}

void Verifier::publish(Solution& solution) {
  Candidate& selected = candidates_.selected();
  selected.chosen = true;
  solution.q = selected.q;
  solution.cost = selected.required + selected.primary;
  solution.stage = selected.stage;
  if (selected.is_solution())
    solution.status = Status::solved;
  else if (selected.verdict == Candidate::rejected)
    solution.status = Status::invalid;
  else if (solution.status != Status::unreachable)
    solution.status = Status::approximate;
}

std::int64_t Verifier::reserve(const Query& query) const {
  return has_secondary() ? std::min(query.options.max_evaluations / reserve_divisor + 1, max_reserve) : 0;
}

bool Verifier::settle_secondary(const Query& query, Solution& solution, Stop& stop) {
  if (!has_secondary() || stop.reason() != StopReason::none) return false;
  const auto [candidate, most] = candidates_.next_to_settle();
  if (!candidate) return false;
  candidate->settled = true;
  const Candidate before = *candidate;
  std::vector<double> q = before.q;
  const double limit = before.primary + secondary_share * (most - before.primary);
  const auto quota = static_cast<int>(std::min(secondary_quota, reserve(query)));
  solution.evaluations += sublevel_->run(query, exact_, q.data(), limit, quota, stop);
  Candidate settled = measure(query, std::move(q), before);
  settled.settled = true;
  candidates_.add(std::move(settled));
  publish(solution);
  return true;
}

void Verifier::conclude(const Query& query, Solution& solution, Stop& stop) {
  const std::int64_t end = solution.evaluations + reserve(query);
  while (solution.evaluations < end && settle_secondary(query, solution, stop)) {
  }
  if (!query.acceptor) return;
  Candidate& selected = candidates_.selected();
  ask_acceptor(query, selected, solution);
  if (selected.verdict == Candidate::rejected) {
    if (stop.reason() == StopReason::none) ask_acceptor(query, candidates_.start(), solution);
    candidates_.reject_unknown();
  }
  publish(solution);
}

void Verifier::ask_acceptor(const Query& query, Candidate& candidate, SolutionFields& effort) {
  if (!query.acceptor || candidate.verdict != Candidate::unknown) return;
  const bool accepted = query.acceptor->accepts(query, candidate.q, effort);
  candidate.verdict = accepted ? Candidate::accepted : Candidate::rejected;
}

bool Verifier::verify(const Query& query, std::vector<double>& q, SolutionFields& effort) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(q.data(), Scope::primary);
  if (!exact_.accepted()) return false;
  unwind(query, q, true);
  return !query.acceptor || query.acceptor->accepts(query, q, effort);
}

void Verifier::descend_secondary(const Query& query, Solution& solution, Stop& stop) {
  if (!has_secondary()) return;
  exact_.set_parameters(query.parameters);
  std::vector<double> q = solution.q;
  const auto quota = static_cast<int>(std::min(secondary_quota, reserve(query)));
  solution.evaluations += secondary_.run(query, exact_, q.data(), quota, stop);
  unwind(query, q, true);
  // the descent changed the configuration, so the acceptor checks it again
  if (query.acceptor && !query.acceptor->accepts(query, q, solution)) return;
  solution.q = q;
  compute_cost(query, solution);
}

void Verifier::compute_cost(const Query& query, Solution& solution) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(solution.q.data(), Scope::primary);
  solution.cost = exact_.cost();
}

}  // namespace memetik
