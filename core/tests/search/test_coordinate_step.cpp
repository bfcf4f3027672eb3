#include "memetik/search/local/coordinate_step.hpp"
#include "search/stepping.hpp"

using namespace memetik;

namespace {

GoalSpec point_goal(Random& random, const Tree& tree, double weight) {
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {moving_link(random, tree)};
  goal.offset = random.frame();
  goal.weight = weight;
  goal.target = target_met_at(tree, goal, inside_limits(random, tree));
  return goal;
}

bool is_simple(const Tree& tree, int variable) {
  int joints = 0;
  bool simple = true;
  for (int i = 0; i < tree.segment_count(); ++i) {
    const Segment& s = tree.segment(i);
    if (variable < s.variable || variable >= s.variable + variable_count(s.kind)) continue;
    ++joints;
    simple &= s.kind == JointKind::revolute || s.kind == JointKind::prismatic;
  }
  return joints == 1 && simple;
}

}  // namespace

TEST(each_coordinate_goes_where_nothing_in_its_range_is_better) {
  int compared = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(8).tree();
    if (tree.dof() == 0) continue;
    const std::vector<Goal> goals{point_goal(random, tree, 1), point_goal(random, tree, 2.5)};
    const auto start = inside_limits(random, tree);
    for (int variable = 0; variable < tree.dof(); ++variable) {
      if (!is_simple(tree, variable)) continue;
      std::vector<bool> movable(start.size(), false);
      movable[static_cast<std::size_t>(variable)] = true;
      const QueryCase query_case(tree, goals, start, 0, movable);
      if (query_case.problem.active().empty()) continue;
      CoordinateStep step(query_case.problem);
      auto q = start;
      follow(step, query_case, q, 1);
      CHECK(within_limits(tree, q, 0));
      const double reached = query_case.evaluate(q).cost;
      const auto [low, high] = interval_of(tree, query_case.query, static_cast<std::size_t>(variable));
      for (int k = 0; k <= 100; ++k) {
        auto other = start;
        const double from = std::max(low, q[static_cast<std::size_t>(variable)] - 4),
                     to = std::min(high, q[static_cast<std::size_t>(variable)] + 4);
        other[static_cast<std::size_t>(variable)] = from + (to - from) * k / 100;
        CHECK(query_case.evaluate(other).cost >= reached - 1e-9);
      }
      ++compared;
    }
  }
  CHECK(compared > 200);
}

TEST(rounds_of_all_coordinates_never_raise_the_cost) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    RandomTree parts = random.tree(10);
    const Tree tree = parts.tree();
    if (tree.dof() == 0) continue;
    bool rotation_vector = false;  // rotation vectors, which are shortened at a limit, may have to go back
    for (const Variable& v : tree.variables())
      rotation_vector |= v.kind == VariableKind::rotation_vector && v.upper < 3.1;
    const QueryCase query_case(tree, {point_goal(random, tree, 1), point_goal(random, tree, 0.3)},
                               inside_limits(random, tree));
    CoordinateStep step(query_case.problem);
    auto q = query_case.start;
    step.set_query(query_case.query);
    double before = HUGE_VAL;
    for (int k = 0; k < 10; ++k) {
      step.evaluate(q.data());
      CHECK(rotation_vector || step.cost() <= before * (1 + 1e-9) + 1e-15);
      CHECK(within_limits(tree, q, 1e-12));
      before = step.cost();
      if (!step.step(q.data())) break;
    }
  }
}

TEST(coordinate_descent_reaches_points_that_arms_can_reach) {
  int reached = 0, tried = 0;
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(3);
    for (int i = 0; i < 30; ++i) {
      auto q = inside_limits(random, tree);
      const QueryCase query_case(tree, {tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position)},
                                 q);
      CoordinateStep step(query_case.problem);
      follow(step, query_case, q, 300);
      reached += query_case.evaluate(q).accepted;
      ++tried;
    }
  }
  CHECK(reached > 0.6 * tried);
}
