#include <numeric>

#include "check.hpp"
#include "objective/objective_results.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

std::vector<double> residuals_at(Objective<double>& objective, const std::vector<double>& q) {
  objective.evaluate(q.data(), Scope::all);
  return {objective.residuals(), objective.residuals() + objective.problem().rows()};
}

// A difference of four points: its error is of order h^4, which allows a step so large that rounding matters
// little.
void check_jacobian(const Problem& problem, std::vector<double> q) {
  constexpr double h = 1e-4;
  Objective<double> objective(problem), other(problem);
  objective.linearize(q.data(), Scope::all);
  for (std::size_t v = 0; v < q.size(); ++v) {
    const double middle = q[v];
    const auto at = [&](double step) {
      q[v] = middle + step;
      return residuals_at(other, q);
    };
    const auto a = at(-2 * h), b = at(-h), c = at(h), d = at(2 * h);
    q[v] = middle;
    const int column = problem.columns()[v];
    for (int row = 0; row < problem.rows(); ++row) {
      const auto r = static_cast<std::size_t>(row);
      const double expected = (a[r] - 8 * b[r] + 8 * c[r] - d[r]) / (12 * h);
      const double rate = column < 0 ? 0 : objective.column(column)[row];
      CHECK_NEAR(rate, expected, 1e-6 * (1 + std::abs(expected)));
    }
  }
}

void check_gradient(const Problem& problem, const std::vector<double>& q, Scope scope) {
  Objective<double> objective(problem);
  objective.linearize(q.data(), scope);
  const int rows = scope == Scope::all ? problem.rows() : problem.primary_rows();
  for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
    double sum = 0, size = 0;
    for (int row = 0; row < rows; ++row) {
      const double term = objective.column(c)[row] * objective.residuals()[row];
      sum += term;
      size += std::abs(term);
    }
    CHECK_NEAR(objective.gradient()[c], sum, 1e-13 * (1 + size));
  }
}

// Makes about half of the goals secondary, in random order.
std::vector<Goal> mixed(Random& random, const std::vector<RandomGoal>& goals) {
  std::vector<Goal> result = plain(goals);
  for (Goal& goal : result) goal.priority = static_cast<Priority>(random.integer(3));
  return result;
}

}  // namespace

TEST(jacobian_columns_equal_central_differences_of_residuals) {
  for_each_example(25, 12, [](Random&, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      check_jacobian(Problem(tree, {goal.goal}), q);
    }
    check_jacobian(Problem(tree, plain(goals)), q);
  });
}

TEST(the_gradient_is_the_jacobian_times_residuals) {
  for_each_example(25, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      check_gradient(Problem(tree, {goal.goal}), q, Scope::all);
    }
    const Problem problem(tree, mixed(random, goals));
    check_gradient(problem, q, Scope::all);
    check_gradient(problem, q, Scope::primary);
  });
}

TEST(an_objective_remembers_nothing_of_earlier_configurations) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    const Problem problem(tree, plain(goals));
    Objective<double> used(problem), fresh(problem);
    used.linearize(inside_limits(random, tree).data(), Scope::all);
    used.linearize(q.data(), Scope::all);
    fresh.linearize(q.data(), Scope::all);
    CHECK(same_bits(all_results(used, 0), all_results(fresh, 0)));
  });
}

TEST(goals_are_met_where_their_targets_were_taken) {
  for_each_example(40, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      if (goal.goal.kind == GoalKind::external) continue;  // its target is inside the function
      const NameOnFailure name_on_failure(goal);
      Goal here = goal.goal;
      here.target = target_met_at(tree, here, q);
      const GoalEvaluation verdict = evaluate_goal(tree, here, q);
      CHECK(verdict.accepted);
      for (const double residual : verdict.residuals) CHECK_NEAR(residual, 0, 1e-14);
      for (const double error : verdict.errors) CHECK_NEAR(error, 0, 1e-14);
    }
    const auto target = inside_limits(random, tree);
    for (const bool knows : {false, true}) {
      const RandomGoal external = random_external(random, tree, target, knows);
      CHECK(evaluate_goal(tree, external.goal, target).accepted);
      CHECK_NEAR(evaluate_goal(tree, external.goal, target).cost, 0, 1e-26);
    }
  });
}

TEST(the_cost_is_the_sum_of_squared_rows_and_scales_with_the_weight) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      const GoalEvaluation verdict = evaluate_goal(tree, goal.goal, q);
      const auto& r = verdict.residuals;
      CHECK_NEAR(verdict.cost, std::inner_product(r.begin(), r.end(), r.begin(), 0.0),
                 1e-13 * (1 + verdict.cost));
      Goal heavier = goal.goal;
      heavier.weight *= 7;
      CHECK_NEAR(evaluate_goal(tree, heavier, q).cost, 7 * verdict.cost, 1e-12 * (1 + verdict.cost));
    }
    const Problem problem(tree, mixed(random, goals));
    Objective<double> objective(problem);
    for (const Scope scope : {Scope::primary, Scope::all}) {
      objective.evaluate(q.data(), scope);
      const int rows = scope == Scope::all ? problem.rows() : problem.primary_rows();
      const double* r = objective.residuals();
      CHECK_NEAR(objective.cost(), std::inner_product(r, r + rows, r, 0.0), 1e-12 * (1 + objective.cost()));
    }
  });
}

TEST(an_unchanged_error_costs_what_the_weights_say) {
  Random random(1);
  const Tree tree = panda().tree();
  GoalSpec goal;
  goal.links = {panda().tip()};
  goal.weight = 2;
  goal.rotation_scale = 0.3;
  const auto q = inside_limits(random, tree);
  const Frame<double> here = pose_at(tree, panda().tip(), q);
  Frame<double> there = here * exp_rotation({0, 0, 0.4});
  there.p = here.p + Vec3<double>{0.03, 0, -0.04};
  goal.target = matrix_of(there);
  CHECK_NEAR(evaluate_goal(tree, goal, q).cost, 2 * (0.0025 + std::pow(0.3 * 2 * std::sin(0.2), 2)), 1e-14);
}

TEST(overwritten_targets_and_weights_equal_a_freshly_compiled_problem) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    std::vector<Goal> wanted = plain(goals);
    const Problem before(tree, wanted);
    std::vector<double> parameters(before.parameters().begin(), before.parameters().end());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      wanted[i].weight = random.uniform(0.1, 4);
      wanted[i].target = target_met_at(tree, wanted[i], q);
      CHECK(wanted[i].target.size() == before.goals()[i].target.size());
      const Goal& compiled = before.goals()[i];
      set_target(compiled, wanted[i].target.data(), parameters.data() + compiled.parameter);
      set_weight(wanted[i].weight, parameters.data() + compiled.parameter);
    }
    const Problem after(tree, wanted);
    CHECK(same_bits(parameters, {after.parameters().begin(), after.parameters().end()}));
  });
}

TEST(values_are_the_same_with_and_without_derivatives_and_when_measured) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    const Problem problem(tree, mixed(random, goals));
    Objective<double> values(problem), derivatives(problem), measured(problem);
    std::vector<double> errors(2 * goals.size());  // at most two per goal
    values.evaluate(q.data(), Scope::all);
    derivatives.linearize(q.data(), Scope::all);
    measured.measure(q.data(), errors.data());
    for (const Objective<double>* other : {&derivatives, &measured}) {
      CHECK(other->accepted() == values.accepted());
      CHECK_NEAR(other->cost(), values.cost(), 1e-13 * (1 + values.cost()));
      for (int r = 0; r < problem.rows(); ++r)
        CHECK_NEAR(other->residuals()[r], values.residuals()[r], 1e-13);
    }
  });
}

TEST(primary_goals_decide_and_secondary_ones_never) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    std::vector<Goal> wanted = plain(goals);
    int missed = 0;
    for (Goal& goal : wanted) {
      const bool met = random.integer(2) == 0 && !goal.function;
      if (met) goal.target = target_met_at(tree, goal, q);
      if (!evaluate_goal(tree, goal, q).accepted) goal.priority = Priority::secondary;
      missed += !goal.decides_success();
    }
    const Problem allowing(tree, wanted);
    Objective<double> objective(allowing);
    for (const Scope scope : {Scope::primary, Scope::all}) {
      objective.evaluate(q.data(), scope);
      CHECK(objective.accepted());
    }
    if (missed == 0) return;
    for (Goal& goal : wanted)
      if (!goal.decides_success()) {
        goal.priority = random.integer(2) ? Priority::primary : Priority::required;
        break;
      }
    const Problem demanding(tree, wanted);
    Objective<double> strict(demanding);
    strict.evaluate(q.data(), Scope::primary);
    CHECK(!strict.accepted());
  });
}
