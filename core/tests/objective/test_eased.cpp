#include "check.hpp"
#include "memetik/objective/objective.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

GoalSpec with_tolerance(GoalSpec goal, double tolerance) {
  goal.tolerance.fill(tolerance);
  return goal;
}

double eased_cost(Objective<double>& objective, const std::vector<double>& q) {
  objective.evaluate(q.data(), Scope::primary);
  return objective.cost();
}

}  // namespace

TEST(easing_leaves_acceptance_and_the_plain_cost_as_they_are) {
  for_each_example(30, 8, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      const Problem problem(tree, {with_tolerance(goal.goal, random.uniform(0.01, 2))});
      Objective<double> plain(problem), eased(problem, true);
      plain.evaluate(q.data(), Scope::primary);
      eased.evaluate(q.data(), Scope::primary);
      CHECK(eased.accepted() == plain.accepted());
      CHECK(eased.plain_cost() == plain.cost());
      CHECK(plain.plain_cost() == plain.cost());
      CHECK(eased.cost() <= plain.cost());
      if (!plain.accepted()) CHECK(eased.cost() > 0);
    }
  });
}

TEST(within_its_tolerance_an_eased_goal_has_no_cost_and_no_gradient) {
  int checked = 0;
  for_each_example(30, 8, [&](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      const GoalEvaluation verdict = evaluate_goal(tree, goal.goal, q);
      double largest = 1e-6;
      for (const double error : verdict.errors) largest = std::max(largest, error);
      if (largest > 0.3) continue;  // angles are compared by chords, equal for small angles
      const Problem problem(tree, {with_tolerance(goal.goal, random.uniform(1.1, 2) * largest)});
      Objective<double> eased(problem, true);
      eased.linearize(q.data(), Scope::primary);
      CHECK(eased.cost() < 1e-25);
      for (std::size_t c = 0; c < problem.active().size(); ++c) {
        CHECK(std::abs(eased.gradient()[c]) < 1e-12);
        // its derivatives vanish too, so that it does not constrain other goals
        for (int row = 0; row < problem.rows(); ++row) CHECK(eased.column(static_cast<int>(c))[row] == 0);
      }
      ++checked;
    }
  });
  CHECK(checked > 30);
}

// Only for goals all of whose rows have the same factor.
TEST(the_gradient_is_half_the_slope_of_the_eased_cost) {
  constexpr double h = 1e-6;
  for_each_example(20, 8, [](Random& random, const Tree& tree, const auto& goals, auto q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      if (goal.goal.kind == GoalKind::stay_close || goal.goal.kind == GoalKind::external) continue;
      const Problem problem(tree, {with_tolerance(goal.goal, random.uniform(0.05, 0.3))});
      Objective<double> eased(problem, true), other(problem, true);
      eased.linearize(q.data(), Scope::primary);
      for (std::size_t c = 0; c < problem.active().size(); ++c) {
        double& value = q[static_cast<std::size_t>(problem.active()[c])];
        const double middle = value;
        value = middle + h;
        const double above = eased_cost(other, q);
        value = middle - h;
        const double below = eased_cost(other, q);
        value = middle;
        CHECK_NEAR(eased.gradient()[c], (above - below) / (4 * h),
                   1e-6 * (1 + std::abs(eased.gradient()[c])));
      }
    }
  });
}

TEST(secondary_goals_are_never_eased) {
  for_each_example(20, 8, [](Random&, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      GoalSpec secondary = with_tolerance(goal.goal, 1);
      secondary.priority = Priority::secondary;
      const Problem problem(tree, {secondary});
      Objective<double> plain(problem), eased(problem, true);
      plain.evaluate(q.data(), Scope::all);
      eased.evaluate(q.data(), Scope::all);
      for (int row = 0; row < problem.rows(); ++row) CHECK(eased.residuals()[row] == plain.residuals()[row]);
      CHECK_NEAR(eased.cost(), plain.cost(), 1e-14 * (1 + plain.cost()));
    }
  });
}
