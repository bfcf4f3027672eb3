#include "check.hpp"
#include "memetik/objective/external_call.hpp"
#include "random_goals.hpp"

using namespace memetik;

TEST(differences_equal_the_derivative_the_function_knows) {
  for_each_example(30, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    RandomGoal external = random_external(random, tree, inside_limits(random, tree), true);
    const Problem known(tree, {external.goal});
    external.goal.knows_derivative = false;
    const Problem by_differences(tree, {external.goal});
    Objective<double> a(known), b(by_differences);
    a.linearize(q.data(), Scope::all);
    b.linearize(q.data(), Scope::all);
    for (int c = 0; c < static_cast<int>(known.active().size()); ++c)
      for (int r = 0; r < known.rows(); ++r)
        CHECK_NEAR(a.column(c)[r], b.column(c)[r], 1e-7 * (1 + std::abs(a.column(c)[r])));
  });
}

TEST(all_lanes_and_differences_are_pooled_into_one_call) {
  for_each_example(10, 12, [](Random& random, const Tree& tree, const auto&, const auto& own) {
    const std::vector<Pack> q(own.begin(), own.end());
    for (const bool knows : {false, true}) {
      const RandomGoal external = random_external(random, tree, own, knows);
      ExternalExample& example = *external.example;
      const Problem problem(tree, {external.goal});
      Objective<double> single(problem);
      Objective<Pack> packed(problem);
      const long coordinates = 6 * example.links + example.variables;
      const long with_derivative = knows ? 1 : 1 + 2 * coordinates;
      const auto expect = [&](long samples) {
        CHECK(example.calls == 1 && example.samples == samples);
        example.calls = example.samples = 0;
      };
      single.evaluate(own.data(), Scope::all);
      expect(1);
      single.linearize(own.data(), Scope::all);
      expect(with_derivative);
      packed.evaluate(q.data(), Scope::all);
      expect(pack_lanes);
      packed.linearize(q.data(), Scope::all);
      expect(pack_lanes * with_derivative);
    }
  });
}

TEST(tolerance_of_an_external_goal_is_the_norm_of_its_residuals_whatever_the_weight) {
  for_each_example(30, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    RandomGoal external = random_external(random, tree, inside_limits(random, tree), false);
    const GoalEvaluation verdict = evaluate_goal(tree, external.goal, q);
    const double norm = std::sqrt(verdict.cost / external.goal.weight);
    CHECK_NEAR(verdict.errors[0], norm, 1e-12 * (1 + norm));
    external.goal.tolerance[0] = (1 + 1e-9) * norm;
    CHECK(evaluate_goal(tree, external.goal, q).accepted);
    external.goal.tolerance[0] = (1 - 1e-9) * norm;
    CHECK(!evaluate_goal(tree, external.goal, q).accepted);
  });
}

TEST(where_a_function_is_undefined_everything_stays_finite_and_nothing_is_accepted) {
  const Tree tree = panda().tree();
  Random random(1);
  const auto q = inside_limits(random, tree);
  for (const bool knows : {false, true}) {
    for (static double bad; const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      bad = value;
      GoalSpec goal;
      goal.kind = GoalKind::external;
      goal.links = {panda().tip()};
      goal.variables = {2};
      goal.rows = 1;
      goal.knows_derivative = knows;
      goal.tolerance[0] = 1e3;
      goal.function = [](std::int64_t n, const double*, const double*, double* residuals, double* jacobian,
                         void*) {
        for (std::int64_t i = 0; i < n; ++i) residuals[i] = bad;
        for (std::int64_t i = 0; jacobian && i < 7 * n; ++i) jacobian[i] = bad;
      };
      const Problem problem(tree, {goal});
      Objective<double> objective(problem);
      objective.linearize(q.data(), Scope::all);
      CHECK(!objective.accepted() && std::isfinite(objective.cost()));
      for (int c = 0; c < 7; ++c)
        CHECK(std::isfinite(objective.column(c)[0]) && std::isfinite(objective.gradient()[c]));
    }
  }
}
