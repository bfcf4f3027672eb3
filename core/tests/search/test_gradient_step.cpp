#include "memetik/search/local/gradient_step.hpp"
#include "search/slides.hpp"
#include "search/stepping.hpp"

using namespace memetik;

// For x^2 the step x^2 / 2x is half the distance.
TEST(gradient_steps_halve_the_distance_in_a_parabola) {
  const Tree tree = slides({-9}, {9});
  GoalSpec goal;
  goal.kind = GoalKind::stay_close;
  goal.variables = {0};
  goal.variable_weights = {1};
  goal.target = {3};
  const QueryCase query_case(tree, {goal}, {1});
  GradientStep step(query_case.problem, true);
  CHECK_NEAR(step_from_start(step, query_case)[0], 1, 1e-12);
}

TEST(gradient_steps_are_the_cost_over_its_slope_down_the_gradient) {
  for_each_wide_arm(20, [](Random& random, const Tree& tree, const Arm& arm) {
    auto start = inside_limits(random, tree);
    for (double& value : start) value *= 0.9;
    const QueryCase query_case(tree, {tip_goal(arm, tree, nearby(random, tree, start, 0.02))}, start);
    GradientStep step(query_case.problem, true);
    const auto change = step_from_start(step, query_case);
    Objective<double> objective(query_case.problem);
    objective.linearize(start.data(), Scope::primary);
    double sum = 0;  // the change of a linear cost, which the step would reduce to zero
    for (std::size_t c = 0; c < change.size(); ++c) sum += 2 * objective.gradient()[c] * change[c];
    CHECK_NEAR(sum, -objective.cost(), 1e-9 * objective.cost());
  });
}

TEST(gradient_descent_ends_uphill_only_if_configured) {
  int ended = 0;
  for_each_wide_arm(20, [&](Random& random, const Tree& tree, const Arm& arm) {
    const auto start = inside_limits(random, tree);
    const QueryCase query_case(tree, {tip_goal(arm, tree, inside_limits(random, tree))}, start);
    GradientStep ends(query_case.problem, true), proceeds(query_case.problem, false);
    auto q = start;
    const int taken = follow(ends, query_case, q, 100);
    ended += taken < 100 && !query_case.evaluate(q).accepted;
    q = start;
    CHECK(follow(proceeds, query_case, q, 100) == 100 || query_case.evaluate(q).accepted);
  });
  CHECK(ended > 30);
}
