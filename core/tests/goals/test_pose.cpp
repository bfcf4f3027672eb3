#include <algorithm>

#include "check.hpp"
#include "memetik/goals/pose.hpp"
#include "placements.hpp"

using namespace memetik;
using namespace placement_tests;

TEST(measured_errors_are_distance_and_angle_to_the_target) {
  for_each_example(40, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    const auto target = inside_limits(random, tree);
    for (const GoalKind kind : kinds) {
      const RandomGoal goal = random_pose(random, tree, target, kind, false, false);
      const NameOnFailure name_on_failure(goal);
      const Frame<double> here = placed(tree, goal.goal, q), there = placed(tree, goal.goal, target);
      const auto errors = evaluate_goal(tree, goal.goal, q).errors;
      if (kind != GoalKind::orientation) CHECK_NEAR(errors.front(), norm(here.p - there.p), 1e-13);
      const double angle = angle_between(here, there);
      if (kind != GoalKind::position && angle < 3) CHECK_NEAR(errors.back(), angle, 1e-11);
    }
  });
}

TEST(errors_by_axis_are_those_along_the_constrained_axes_of_the_target) {
  for_each_example(40, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    const auto target = inside_limits(random, tree);
    for (const GoalKind kind : kinds) {
      const RandomGoal goal = random_pose(random, tree, target, kind, true, random.integer(2) == 0);
      const NameOnFailure name_on_failure(goal);
      const Frame<double> here = placed(tree, goal.goal, q), there = placed(tree, goal.goal, target);
      Vec3<double> way = here.p - there.p;
      if (kind != GoalKind::position) way = {dot(there.x, way), dot(there.y, way), dot(there.z, way)};
      const Vec3<double> w = log_rotation(inverse(there) * here);
      const double angle = norm(w);
      const Vec3<double> chord = (angle > 0 ? 2 * std::sin(angle / 2) / angle : 0) * w;
      const auto& axes = goal.goal.axes;
      const auto constrained = [&](std::size_t first, const Vec3<double>& v) {
        return Vec3<double>{axes[first] * v.x, axes[first + 1] * v.y, axes[first + 2] * v.z};
      };
      const auto errors = evaluate_goal(tree, goal.goal, q).errors;
      if (kind != GoalKind::orientation) CHECK_NEAR(errors.front(), norm(constrained(0, way)), 1e-13);
      const double sine = norm(constrained(3, chord)) / 2;
      if (kind != GoalKind::position && sine < 0.99) CHECK_NEAR(errors.back(), 2 * std::asin(sine), 1e-10);
    }
  });
}

// The offset frame is placed at the target, not the link's own frame.
TEST(an_offset_is_as_good_as_a_link_that_is_mounted_there) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    RandomTree description = random.tree(10);
    JointSpec mount;
    mount.parent_link = 10;
    mount.origin = random.frame();
    description.joints.push_back(mount);
    description.masses.push_back({});
    const Tree tree = description.tree();
    const auto q = inside_limits(random, tree), target = inside_limits(random, tree);
    for (const GoalKind kind : kinds) {
      GoalSpec with_offset, on_mount;
      with_offset.kind = on_mount.kind = kind;
      with_offset.links = {10};
      with_offset.offset = mount.origin;
      on_mount.links = {11};
      with_offset.target = on_mount.target = target_met_at(tree, on_mount, target);
      const GoalEvaluation a = evaluate_goal(tree, with_offset, q), b = evaluate_goal(tree, on_mount, q);
      for (std::size_t i = 0; i < a.residuals.size(); ++i) CHECK_NEAR(a.residuals[i], b.residuals[i], 1e-12);
    }
  }
}

TEST(near_half_turns_the_residual_has_its_length_and_direction_and_is_not_accepted) {
  constexpr double half = std::numbers::pi;
  Random random(6);
  const Tree tree = panda().tree();
  GoalSpec goal;
  goal.kind = GoalKind::orientation;
  goal.links = {panda().tip()};
  goal.tolerance[0] = 3.1;
  for (const double less : {0.01, 0.0033, 0.003163, 0.003161, 0.001, 1e-5, 1e-7, 1e-9, 1e-12, 0.0}) {
    for (int i = 0; i < 40; ++i) {
      const auto q = inside_limits(random, tree);
      const Vec3<double> axis = i < 6 ? Vec3<double>((i % 2 ? 1.0 : -1.0) * unit(i / 2)) : direction(random);
      goal = with_target(goal, turned(placed(tree, goal, q), axis, half - less));
      const GoalEvaluation verdict = evaluate_goal(tree, goal, q);
      const auto& r = verdict.residuals;
      const Vec3<double> residual{r[0], r[1], r[2]}, expected = -2 * std::sin((half - less) / 2) * axis;
      CHECK(!verdict.accepted);
      CHECK_NEAR(norm(residual), norm(expected), 1e-10);
      // at exactly half a turn, rounding decides the sign of the error
      const double apart = norm(residual - expected), opposite = norm(residual + expected);
      CHECK_NEAR(less >= 1e-9 ? apart : std::min(apart, opposite), 0, 1e-7);
      const Problem problem(tree, {goal});
      Objective<Pack> packed(problem);
      std::vector<Pack> lanes(q.begin(), q.end());
      lanes[0].set(0, random.uniform(-2, 2));  // so that one lane takes the other branch
      packed.evaluate(lanes.data(), Scope::all);
      for (std::size_t k = 0; k < 3; ++k)
        CHECK_NEAR(packed.residuals()[k][1], verdict.residuals[k], less >= 1e-9 ? 1e-7 : 5);
      CHECK((lane_bits(packed.accepted()) & 2) == 0);
    }
  }
}

// The robot and the target are moved by the same rigid motion.
TEST(a_common_motion_of_robot_and_target_changes_no_error) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const RandomTree description = random.tree(10);
    RandomTree carried = description;
    JointSpec base;
    base.origin = random.frame();
    for (JointSpec& joint : carried.joints) ++joint.parent_link;
    carried.joints.insert(carried.joints.begin(), base);
    carried.masses.insert(carried.masses.begin(), LinkMass{});
    const Tree tree = description.tree(), there = carried.tree();
    const auto q = inside_limits(random, tree), target = inside_limits(random, tree);
    for (const GoalKind kind : kinds) {
      const GoalSpec goal = random_pose(random, tree, target, kind, false, false).goal;
      Goal moved_goal = goal;
      ++moved_goal.links[0];
      moved_goal.target = target_at(base.origin * placed(tree, goal, target), kind);
      const GoalEvaluation a = evaluate_goal(tree, goal, q), b = evaluate_goal(there, moved_goal, q);
      CHECK_NEAR(a.cost, b.cost, 1e-12 * (1 + a.cost));
      for (std::size_t i = 0; i < a.errors.size(); ++i)
        if (a.errors[i] < 3.1) CHECK_NEAR(a.errors[i], b.errors[i], 1e-12);
    }
  }
}

TEST(a_target_in_a_link_s_frame_is_the_target_where_that_frame_is) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(12).tree();
    if (tree.dof() == 0) continue;
    const auto q = inside_limits(random, tree), target = inside_limits(random, tree);
    for (const GoalKind kind : {GoalKind::pose, GoalKind::orientation}) {
      const Goal in_link = random_pose(random, tree, target, kind, true, true).goal;
      Goal in_root = in_link;
      in_root.frame = -1;
      in_root.target = target_at(pose_at(tree, in_link.frame, q) * placed(tree, in_link, target), kind);
      const GoalEvaluation a = evaluate_goal(tree, in_link, q), b = evaluate_goal(tree, in_root, q);
      for (std::size_t i = 0; i < a.residuals.size(); ++i) CHECK_NEAR(a.residuals[i], b.residuals[i], 1e-12);
    }
  }
}

// If all axes are constrained, the residuals differ only in their coordinates.
TEST(by_axis_and_by_norm_have_the_same_cost_and_gradient) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    for (const GoalKind kind : kinds) {
      const GoalSpec by_norm =
          random_pose(random, tree, inside_limits(random, tree), kind, false, false).goal;
      GoalSpec by_axis = by_norm;
      by_axis.by_axis = true;
      const Problem one(tree, {by_norm}), other(tree, {by_axis});
      Objective<double> a(one), b(other);
      a.linearize(q.data(), Scope::all);
      b.linearize(q.data(), Scope::all);
      CHECK_NEAR(a.cost(), b.cost(), 1e-12 * (1 + a.cost()));
      for (std::size_t c = 0; c < one.active().size(); ++c)
        CHECK_NEAR(a.gradient()[c], b.gradient()[c], 1e-12 * (1 + std::abs(a.gradient()[c])));
    }
  });
}

TEST(the_length_of_a_quaternion_does_not_matter) {
  Random random(7);
  const Tree tree = panda().tree();
  const auto q = inside_limits(random, tree);
  GoalSpec goal;
  goal.kind = GoalKind::orientation;
  goal.links = {panda().tip()};
  goal.target = target_at(random.frame(), goal.kind);
  const GoalEvaluation expected = evaluate_goal(tree, goal, q);
  for (const double scale : {-1.0, 1e-3, 7.0}) {
    Goal scaled = goal;
    for (double& x : scaled.target) x *= scale;
    const GoalEvaluation verdict = evaluate_goal(tree, scaled, q);
    for (std::size_t i = 0; i < 3; ++i) CHECK_NEAR(verdict.residuals[i], expected.residuals[i], 1e-14);
  }
}
