#include "memetik/search/local/newton_step.hpp"
#include "search/stepping.hpp"

using namespace memetik;

TEST(newton_converges_quadratically_from_nearby) {
  int quick = 0, tried = 0;
  for_each_wide_arm(50, [&](Random& random, const Tree& tree, const Arm& arm) {
    auto q = inside_limits(random, tree);
    for (double& value : q) value *= 0.9;
    const QueryCase query_case(tree, {tip_goal(arm, tree, nearby(random, tree, q, 0.05))}, q);
    NewtonStep step(query_case.problem);
    quick += follow(step, query_case, q, 4) <= 4 && query_case.evaluate(q).accepted;
    ++tried;
  });
  CHECK(quick >= 0.9 * tried);
}

// The arm is stretched out and the target lies on it: in this singularity no joint reduces the error to first
// order.
TEST(newton_leaves_singularities_by_perturbation) {
  JointSpec elbow{.kind = JointKind::revolute, .axis = {0, 0, 1}, .variable = 0};
  JointSpec wrist = elbow;
  wrist.parent_link = 1;
  wrist.origin.p = {1, 0, 0};
  wrist.variable = 1;
  JointSpec hand{.kind = JointKind::fixed, .parent_link = 2};
  hand.origin.p = {1, 0, 0};
  const std::vector<double> lower{-3, -3}, upper{3, 3};
  const Tree tree(std::vector{elbow, wrist, hand}, std::vector<LinkMass>(4), lower, upper);
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {3};
  goal.target = {1.2, 0, 0};
  std::vector<double> q{0, 0};
  const QueryCase query_case(tree, {goal}, q);
  NewtonStep step(query_case.problem);
  follow(step, query_case, q, 200);
  CHECK(query_case.evaluate(q).accepted);
}

TEST(newton_keeps_to_the_box_of_its_query_and_remembers_the_lowest_cost) {
  for_each_example(40, 8, [](Random& random, const Tree& tree, const auto& goals, const auto& start) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      QueryCase query_case(tree, {goal.goal}, start);
      const std::vector<double> max_change(start.size(), 0.4);
      query_case.query.max_change = max_change;
      std::vector<double> q = start;
      NewtonStep step(query_case.problem);
      follow(step, query_case, q, 30 + random.integer(2));
      CHECK(within_limits(tree, q, 1e-12));
      for (std::size_t i = 0; i < q.size(); ++i) CHECK(std::abs(q[i] - start[i]) <= 0.4);
    }
  });
}
