#include "solver_arguments.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

namespace {

constexpr std::int64_t largest_budget = std::int64_t{1} << 62;

std::uint64_t read_seed(nb::handle random_seed) {
  std::uint64_t seed;
  accept_if(!PyBool_Check(random_seed.ptr()) && nb::try_cast(random_seed, seed));
  return seed;
}

}  // namespace

SolverArguments::SolverArguments(const Problem& problem, std::vector<nb::str> names,
                                 const std::vector<double>& neutral, std::int64_t max_evaluations)
    : problem_(&problem),
      names_(std::move(names)),
      neutral_(neutral),
      max_evaluations_(max_evaluations),
      history_(problem),
      start_(neutral) {}

std::size_t SolverArguments::goal_index(nb::handle name) const {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].is(name)) return i;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].equal(name)) return i;
  throw RefusedArgument();
}

bool SolverArguments::read_start(nb::handle start, std::span<const double> past) {
  if (start.is_none()) {
    const auto last = past.empty() ? std::span<const double>(neutral_) : past.last(start_.size());
    std::copy(last.begin(), last.end(), start_.begin());
    if (!past.empty()) clip(problem_->tree(), start_);
    return !past.empty();
  }
  Numbers array;
  accept_if(nb::try_cast(start, array) && array.ndim() == 1 && array.shape(0) == start_.size() &&
            all_usable(array.data(), array.size()));
  std::copy_n(array.data(), start_.size(), start_.begin());
  clip(problem_->tree(), start_);
  return true;
}

void SolverArguments::read_target(std::size_t index, nb::handle value) {
  const Goal& goal = problem_->goals()[index];
  Numbers array;
  const bool is_matrix = goal.kernel->target_kind == TargetKind::pose;
  accept_if(goal.smooths == 0 && nb::try_cast(value, array) && array.ndim() == (is_matrix ? 2 : 1) &&
            array.size() == goal.target.size() && array.size() > 0 && is_target(goal, array.data()));
  set_target(goal, array.data(), parameters_.data() + goal.parameter);
}

void SolverArguments::read_targets(nb::handle targets) {
  if (targets.is_none()) return;
  accept_if(nb::isinstance<nb::dict>(targets));
  for (const auto [name, value] : nb::borrow<nb::dict>(targets)) read_target(goal_index(name), value);
}

void SolverArguments::read_weights(nb::handle weights) {
  if (weights.is_none()) return;
  accept_if(nb::isinstance<nb::dict>(weights));
  for (const auto [name, value] : nb::borrow<nb::dict>(weights)) {
    const Goal& goal = problem_->goals()[goal_index(name)];
    double weight;
    accept_if(nb::try_cast(value, weight) && weight >= 0 && weight <= 1e12);
    set_weight(weight, parameters_.data() + goal.parameter);
  }
}

SolverArguments::PastRows SolverArguments::read_history(nb::handle history, nb::handle dt) const {
  PastRows past;
  accept_if(!PyBool_Check(dt.ptr()) && nb::try_cast(dt, past.dt) && past.dt >= 1e-6 && past.dt <= 1e6);
  if (history.is_none()) return past;
  accept_if(nb::try_cast(history, past.rows) && past.rows.ndim() == 2 &&
            past.rows.shape(1) == start_.size() && past.rows.shape(0) > 0 &&
            all_usable(past.rows.data(), past.rows.size()));
  past.values = {past.rows.data(), past.rows.size()};
  return past;
}

// One number for all variables, or one for each.
std::span<const double> SolverArguments::read_max_change(nb::handle max_change) {
  if (max_change.is_none()) return {};
  double most;
  Numbers array;
  if (PyFloat_CheckExact(max_change.ptr()) || PyLong_CheckExact(max_change.ptr())) {
    accept_if(nb::try_cast(max_change, most));
    if (std::isinf(most) && most > 0) return {};
    max_change_.assign(start_.size(), most);
  } else {
    accept_if(nb::try_cast(max_change, array) && array.ndim() == 1 && array.shape(0) == start_.size());
    max_change_.assign(array.data(), array.data() + array.size());
  }
  accept_if(std::all_of(max_change_.begin(), max_change_.end(), [](double change) { return change >= 0; }));
  return max_change_;
}

std::int64_t SolverArguments::read_budget(nb::handle max_evaluations) const {
  if (max_evaluations.is_none()) return max_evaluations_;
  std::int64_t budget;
  accept_if(!PyBool_Check(max_evaluations.ptr()) && nb::try_cast(max_evaluations, budget) && budget > 0 &&
            budget <= largest_budget);
  return budget;
}

Query SolverArguments::read_query(nb::handle start, nb::handle targets, nb::handle weights,
                                  nb::handle max_evaluations, nb::handle random_seed, nb::handle max_change,
                                  const PastRows& past) {
  parameters_.assign(problem_->parameters().begin(), problem_->parameters().end());
  const bool start_given = read_start(start, past.values);
  read_weights(weights);
  history_.aim(start_, past.values, past.dt, parameters_);
  read_targets(targets);
  return {.parameters = parameters_,
          .start = start_,
          .start_given = start_given,
          .random_seed = read_seed(random_seed),
          .max_evaluations = read_budget(max_evaluations),
          .max_change = read_max_change(max_change)};
}

BatchQuery SolverArguments::read_batch(nb::handle start, nb::handle weights, nb::handle max_evaluations,
                                       nb::handle random_seed, nb::handle max_change) {
  parameters_.assign(problem_->parameters().begin(), problem_->parameters().end());
  BatchQuery queries;
  queries.start_given = read_start(start);
  read_weights(weights);
  queries.parameters = parameters_;
  queries.start = start_;
  queries.random_seed = read_seed(random_seed);
  queries.max_evaluations = read_budget(max_evaluations);
  queries.max_change = read_max_change(max_change);
  return queries;
}

Stop::Clock::time_point read_deadline(nb::handle timeout) {
  if (timeout.is_none()) return Stop::Clock::time_point::max();
  double seconds;
  accept_if(nb::try_cast(timeout, seconds) && seconds >= 0);
  if (seconds >= 1e9) return Stop::Clock::time_point::max();
  return Stop::Clock::now() +
         std::chrono::duration_cast<Stop::Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace memetik
