#include <numeric>

#include "check.hpp"
#include "memetik/search/local/constrained_descent.hpp"
#include "search/query_case.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

using Precision = ConstrainedDescent::Precision;

constexpr int usual = 400;

GoalSpec required(GoalSpec goal) {
  goal.priority = Priority::required;
  return goal;
}

double violation_at(const Problem& problem, const std::vector<double>& q) {
  Objective<double> objective(problem);
  std::vector<double> errors(8);
  objective.measure(q.data(), errors.data());
  return objective.violation();
}

// The tip is required at a place that is reached at q; its primary target is elsewhere, so that the two
// contradict each other.
QueryCase contradiction(Random& random, const Arm& arm, const Tree& tree) {
  const GoalSpec here = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position);
  const GoalSpec there = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::pose);
  return QueryCase(tree, {required(here), there}, inside_limits(random, tree));
}

}  // namespace

TEST(required_goals_hold_after_a_constrained_descent) {
  int held = 0, count = 0;
  for_each_arm(30, 1, [&](Random& random, const Tree& tree, const Arm& arm) {
    const QueryCase example = contradiction(random, arm, tree);
    ConstrainedDescent descent(example.problem);
    std::vector<double> q = example.start;
    Stop stop;
    const auto result = descent.run(example.query, q, Precision::rough, usual, stop);
    CHECK(result.evaluations <= usual + 30);
    CHECK(within_limits(tree, q, 1e-14));
    held += violation_at(example.problem, q) <= 0;
    ++count;
  });
  CHECK(held > 0.9 * count);
}

// No small motion that keeps the required goal lowers the primary cost.
TEST(a_constrained_descent_ends_at_a_minimum) {
  for_each_arm(6, 2, [&](Random& random, const Tree& tree, const Arm& arm) {
    const QueryCase example = contradiction(random, arm, tree);
    ConstrainedDescent descent(example.problem);
    std::vector<double> q = example.start;
    Stop stop;
    if (!descent.run(example.query, q, Precision::exact, usual, stop).converged) return;
    const double lowest = Evaluation(example.problem, q).cost;
    Objective<double> objective(example.problem);
    ReachStep<double> reach(example.problem);
    std::vector<double> parameters(example.query.parameters.begin(), example.query.parameters.end());
    parameters[static_cast<std::size_t>(example.problem.goals()[1].parameter)] = 0;
    for (int i = 0; i < 100; ++i) {
      std::vector<double> trial = q;
      for (double& value : trial) value += random.uniform(-0.02, 0.02);
      clip(tree, trial);
      objective.set_parameters(parameters);
      for (int k = 0; k < 5; ++k) {
        objective.linearize(trial.data(), Scope::primary);
        reach.apply(objective, trial.data());
      }
      if (violation_at(example.problem, trial) <= 0)
        CHECK(Evaluation(example.problem, trial).cost >= (1 - 1e-3) * lowest);
    }
  });
}

TEST(goals_that_can_all_be_met_are_met_by_a_constrained_descent) {
  int met = 0, count = 0;
  for_each_arm(20, 3, [&](Random& random, const Tree& tree, const Arm& arm) {
    const auto target = inside_limits(random, tree);
    std::vector<double> near = target;
    for (double& value : near) value += random.uniform(-0.1, 0.1);
    clip(tree, near);
    const QueryCase example(tree,
                            {required(tip_goal(arm, tree, target, GoalKind::position)),
                             tip_goal(arm, tree, target, GoalKind::orientation)},
                            near);
    ConstrainedDescent descent(example.problem);
    std::vector<double> q = near;
    Stop stop;
    descent.run(example.query, q, Precision::rough, usual, stop);
    met += Evaluation(example.problem, q).accepted;
    ++count;
  });
  CHECK(met > 0.9 * count);
}
