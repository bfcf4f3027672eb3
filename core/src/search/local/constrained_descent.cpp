#include "memetik/search/local/constrained_descent.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/objective/kernel.hpp"

namespace memetik {

namespace {

constexpr double first_penalty = 10, penalty_growth = 3, max_penalty = 1e5;
constexpr int rounds = 12, projections = 10;
constexpr double enough_decrease = 0.25;  // of the violation in a round
constexpr double first_damping = 1e-6;    // a large penalty makes curvatures differ
// The minimum gain of a step in a round, relative to the cost.
constexpr double rough_gain = 1e-4, exact_gain = 1e-7;

// [m, rad] A required goal with a smaller tolerance is an equation, which needs u. Others are inequalities
// with room for the primary goals; a penalty for what exceeds their tolerance suffices.
constexpr double loose_tolerance = 1e-3;

bool is_loose(const Goal& goal) {
  if (goal.kernel->aggregates) return true;  // its rows have no identity
  return *std::min_element(goal.tolerance.begin(), goal.tolerance.end()) >= loose_tolerance;
}

// The problem with tolerances of the required goals that are smaller by a factor, unless they are loose.
Problem with_smaller_tolerances(const Problem& problem, double factor) {
  std::vector<Goal> goals(problem.goals().begin(), problem.goals().end());
  for (Goal& goal : goals)
    if (goal.priority == Priority::required && !is_loose(goal))
      for (double& tolerance : goal.tolerance) tolerance *= factor;
  std::vector<bool> movable(problem.columns().size());
  for (std::size_t i = 0; i < movable.size(); ++i) movable[i] = problem.columns()[i] >= 0;
  return Problem(problem.tree(), std::move(goals), movable);
}

}  // namespace

ConstrainedDescent::ConstrainedDescent(const Problem& problem)
    : problem_(&problem),
      aimed_at_(with_smaller_tolerances(problem, 1e-3)),
      projected_(with_smaller_tolerances(problem, 0.5)),
      penalized_(aimed_at_, true),
      required_(projected_, true),
      exact_(problem),
      settle_(aimed_at_),
      reach_(projected_),
      shift_(static_cast<std::size_t>(problem.required_rows())) {}

// required_ and exact_ ignore the primary goals: their weight is zero.
void ConstrainedDescent::begin(const Query& query) {
  parameters_.assign(query.parameters.begin(), query.parameters.end());
  weights_.clear();
  for (const Goal& goal : problem_->goals())
    weights_.push_back(parameters_[static_cast<std::size_t>(goal.parameter)]);
  for (const Goal& goal : problem_->goals())
    if (goal.priority == Priority::primary) parameters_[static_cast<std::size_t>(goal.parameter)] = 0;
  required_.set_parameters(parameters_);
  exact_.set_parameters(parameters_);
  parameters_.assign(query.parameters.begin(), query.parameters.end());
  std::fill(shift_.begin(), shift_.end(), 0.0);
  reach_.bounds().set_query(query);
}

// Rows and shift are multiplied by the root of the penalty. The parameter of a weight is its root.
void ConstrainedDescent::set_penalty(double penalty) {
  penalty_ = penalty;
  const double factor = std::sqrt(penalty);
  for (std::size_t g = 0; g < weights_.size(); ++g) {
    const Goal& goal = problem_->goals()[g];
    if (goal.priority == Priority::required)
      parameters_[static_cast<std::size_t>(goal.parameter)] = factor * weights_[g];
  }
  penalized_.set_parameters(parameters_);
  std::vector<double> scaled = shift_;
  for (double& u : scaled) u *= factor;
  penalized_.set_shift(scaled);
}

// u <- u + r_c at the last evaluation of penalized_. Returns the largest |r_c|.
double ConstrainedDescent::update_shift() {
  const double factor = std::sqrt(penalty_);
  double largest = 0;
  for (const Goal& goal : problem_->goals()) {
    if (goal.priority != Priority::required) continue;
    for (auto k = static_cast<std::size_t>(goal.row); k < static_cast<std::size_t>(goal.row + goal.rows);
         ++k) {
      const double sum = penalized_.residuals()[k] / factor;
      largest = std::max(largest, std::abs(sum - shift_[k]));
      if (!is_loose(goal)) shift_[k] = sum;
    }
  }
  return largest;
}

ConstrainedDescent::Result ConstrainedDescent::run(const Query& query, std::vector<double>& q,
                                                   Precision precision, int max_evaluations, Stop& stop) {
  begin(query);
  set_penalty(first_penalty);
  const double min_gain = precision == Precision::exact ? exact_gain : rough_gain;
  Result result{0, false};
  double before = HUGE_VAL;
  for (int round = 0; round < rounds && result.evaluations < max_evaluations && !stop.requested(); ++round) {
    const auto settled = settle_.run(query, penalized_, q.data(), max_evaluations - result.evaluations, stop,
                                     {.min_gain = min_gain, .first_damping = first_damping});
    result.evaluations += settled.evaluations + 1;
    penalized_.evaluate(q.data(), Scope::primary);
    const double violation = update_shift();
    exact_.evaluate(q.data(), Scope::primary);
    result.converged = settled.converged && exact_.accepted();
    const bool grows = violation > enough_decrease * before && penalty_ < max_penalty;
    if (grows)
      for (double& u : shift_) u /= penalty_growth;
    set_penalty(grows ? penalty_growth * penalty_ : penalty_);
    if (result.converged || settled.accepted) break;
    before = violation;
  }
  result.evaluations += project(q, stop);
  return result;
}

int ConstrainedDescent::project(std::vector<double>& q, Stop& stop) {
  std::vector<double> trial = q;
  for (int k = 1; k <= projections; ++k) {
    required_.linearize(trial.data(), Scope::primary);
    if (required_.accepted()) q = trial;
    if (required_.accepted() || stop.requested()) return k;
    reach_.apply(required_, trial.data());
  }
  return projections;
}

}  // namespace memetik
