#include <algorithm>

#include "check.hpp"
#include "memetik/goals/pose.hpp"
#include "placements.hpp"

using namespace memetik;
using namespace placement_tests;

TEST(position_tolerance_is_a_ball) {
  Random random(1);
  const Tree tree = panda().tree();
  for (int i = 0; i < 300; ++i) {
    const auto q = inside_limits(random, tree);
    GoalSpec goal;
    goal.kind = random.integer(2) ? GoalKind::pose : GoalKind::position;
    goal.links = {panda().tip()};
    goal.tolerance[0] = std::pow(10, random.uniform(-5, -1));
    const Frame<double> here = placed(tree, goal, q);
    const Vec3<double> way = goal.tolerance[0] * direction(random);
    CHECK(evaluate_goal(tree, with_target(goal, moved(here, inside * way)), q).accepted);
    CHECK(!evaluate_goal(tree, with_target(goal, moved(here, outside * way)), q).accepted);
  }
}

TEST(rotation_tolerance_is_an_angle_about_any_axis) {
  Random random(2);
  const Tree tree = panda().tree();
  for (int i = 0; i < 300; ++i) {
    const auto q = inside_limits(random, tree);
    GoalSpec goal;
    goal.kind = random.integer(2) ? GoalKind::pose : GoalKind::orientation;
    goal.links = {panda().tip()};
    const double tolerance = i < 20 ? 3.0 : std::pow(10, random.uniform(-5, 0));
    goal.tolerance[goal.kind == GoalKind::pose ? 1 : 0] = tolerance;
    const Frame<double> here = placed(tree, goal, q);
    const Vec3<double> axis = direction(random);
    CHECK(evaluate_goal(tree, with_target(goal, turned(here, axis, inside * tolerance)), q).accepted);
    CHECK(!evaluate_goal(tree, with_target(goal, turned(here, axis, outside * tolerance)), q).accepted);
  }
}

TEST(a_tolerance_of_half_a_turn_accepts_any_rotation) {
  Random random(3);
  const Tree tree = panda().tree();
  const auto q = inside_limits(random, tree);
  GoalSpec goal;
  goal.kind = GoalKind::orientation;
  goal.links = {panda().tip()};
  goal.tolerance[0] = std::numbers::pi;
  for (const double angle : {0.0, 1.0, 3.0, std::numbers::pi - 1e-9, std::numbers::pi})
    CHECK(evaluate_goal(tree, with_target(goal, turned(placed(tree, goal, q), direction(random), angle)), q)
              .accepted);
}

// The goal is met if all constrained axes are just inside their tolerances, and not met if one of them is
// outside. Free axes do not matter.
TEST(tolerances_by_axis_are_a_box_and_free_axes_are_ignored) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(10).tree();
    if (tree.dof() == 0) continue;
    const auto q = inside_limits(random, tree);
    for (const GoalKind kind : kinds) {
      RandomGoal goal = random_pose(random, tree, q, kind, true, random.integer(2) == 0);
      const NameOnFailure name_on_failure(goal);
      const auto& axes = goal.goal.axes;
      goal.goal.tolerance_by_axis = true;
      for (double& t : goal.goal.tolerance) t = std::pow(10, random.uniform(-4, -1));
      const auto& tolerance = goal.goal.tolerance;
      const Frame<double> here = placed(tree, goal.goal, q);
      // the target's error along its own axes: position in metres, rotation as 2 sin(angle/2) axis
      const auto displaced = [&](const std::array<double, 6>& error) {
        Frame<double> target = here * rotation_by_chord({error[3], error[4], error[5]});
        const Vec3<double> way{error[0], error[1], error[2]};
        target.p = here.p + (kind == GoalKind::position ? way : rotate(target, way));
        return evaluate_goal(tree, with_target(goal.goal, target), q).accepted;
      };
      std::array<double, 6> error;
      for (std::size_t i = 0; i < 6; ++i) {
        const double limit = i < 3 ? tolerance[i] : 2 * std::sin(tolerance[i] / 2);
        const double sign = random.integer(2) ? 1 : -1;
        error[i] = sign * (axes[i] > 0 ? inside * limit : random.uniform(0, i < 3 ? 10 : 0.9));
      }
      CHECK(displaced(error));
      const std::size_t first = kind == GoalKind::orientation ? 3 : 0,
                        last = kind == GoalKind::position ? 3 : 6;
      for (std::size_t i = first; i < last; ++i) {
        auto worse = error;
        worse[i] *= outside / inside;
        CHECK(displaced(worse) == (axes[i] == 0));
      }
    }
  }
}

// One tolerance applies to the norm over the constrained axes, as without free axes.
TEST(with_free_axes_a_tolerance_for_the_norm_is_a_ball_of_the_others) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(10).tree();
    if (tree.dof() == 0) continue;
    const auto q = inside_limits(random, tree), target = inside_limits(random, tree);
    for (const GoalKind kind : kinds) {
      RandomGoal goal = random_pose(random, tree, target, kind, true, random.integer(2) == 0);
      const NameOnFailure name_on_failure(goal);
      goal.goal.tolerance_by_axis = false;
      auto& tolerance = goal.goal.tolerance;
      const auto errors = evaluate_goal(tree, goal.goal, q).errors;
      for (std::size_t i = 0; i < errors.size(); ++i) tolerance[i] = errors[i] + 1e-9;
      CHECK(evaluate_goal(tree, goal.goal, q).accepted);
      for (std::size_t i = 0; i < errors.size(); ++i) {
        if (errors[i] < 1e-6 || errors[i] > 3.1) continue;
        tolerance[i] = errors[i] - 1e-9;
        CHECK(!evaluate_goal(tree, goal.goal, q).accepted);
        tolerance[i] = errors[i] + 1e-9;
      }
    }
  }
}

TEST(a_turn_about_an_axis_of_the_target_is_measured_by_that_axis_tolerance_alone) {
  Random random(5);
  const Tree tree = panda().tree();
  for (int repeat = 0; repeat < 30; ++repeat) {
    const auto q = inside_limits(random, tree);
    GoalSpec goal;
    goal.kind = GoalKind::orientation;
    goal.links = {panda().tip()};
    goal.by_axis = goal.tolerance_by_axis = true;
    for (double& t : goal.tolerance) t = random.uniform(0.01, 1);
    const Frame<double> here = placed(tree, goal, q);
    for (int i = 0; i < 3; ++i) {
      const double tolerance = goal.tolerance[static_cast<std::size_t>(3 + i)];
      const auto target = [&](double angle) {
        return with_target(goal, here * exp_rotation(angle * unit(i)));
      };
      CHECK(evaluate_goal(tree, target(inside * tolerance), q).accepted);
      CHECK(!evaluate_goal(tree, target(outside * tolerance), q).accepted);
    }
  }
}
