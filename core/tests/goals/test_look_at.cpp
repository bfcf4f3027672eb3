#include "check.hpp"
#include "memetik/goals/look_at.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

// The direction from the origin of the axis to the target, and the axis, both in the root's frame.
struct View {
  Vec3<double> way, axis;
};

View view(const Tree& tree, const GoalSpec& goal, const std::vector<double>& q) {
  const Frame<double> link = pose_at(tree, goal.links[0], q);
  Vec3<double> place{goal.target[0], goal.target[1], goal.target[2]};
  if (goal.frame >= 0) place = apply(pose_at(tree, goal.frame, q), place);
  return {place - apply(link, goal.offset.p), rotate(link, goal.axis)};
}

GoalSpec looking_at(const GoalSpec& goal, const Vec3<double>& place) {
  GoalSpec result = goal;
  result.target = {place.x, place.y, place.z};
  return result;
}

// A goal in the root's frame, the origin and the direction of its axis, and a perpendicular direction.
struct Example {
  Tree tree = panda().tree();
  GoalSpec goal;
  std::vector<double> q;
  Vec3<double> from, axis, across;

  explicit Example(Random& random) {
    q = inside_limits(random, tree);
    goal = random_look_at(random, tree, q, false).goal;
    const Frame<double> link = pose_at(tree, goal.links[0], q);
    from = apply(link, goal.offset.p);
    axis = rotate(link, goal.axis);
    const Vec3<double> v = cross(axis, random.vector(1));
    across = (1 / norm(v)) * v;
  }
  GoalEvaluation at(double angle, double distance) const {
    const Vec3<double> place = from + distance * (std::cos(angle) * axis + std::sin(angle) * across);
    return evaluate_goal(tree, looking_at(goal, place), q);
  }
};

}  // namespace

TEST(the_error_of_looking_is_the_angle_between_axis_and_direction) {
  for_each_example(40, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    for (const bool moving : {false, true}) {
      const RandomGoal goal = random_look_at(random, tree, inside_limits(random, tree), moving);
      const NameOnFailure name_on_failure(goal);
      const auto [way, axis] = view(tree, goal.goal, q);
      const double angle = std::atan2(norm(cross(axis, way)), dot(axis, way));
      if (angle < 3) CHECK_NEAR(evaluate_goal(tree, goal.goal, q).errors[0], angle, 1e-12);
    }
  });
}

TEST(every_target_along_the_axis_is_accepted_and_none_behind_it) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Example example(random);
    for (const double distance : {1e-3, 0.1, 1.0, 1e3}) {
      CHECK(example.at(0, distance).accepted);
      const GoalEvaluation behind = example.at(std::numbers::pi, distance);
      CHECK(!behind.accepted);
      CHECK_NEAR(behind.errors[0], std::numbers::pi, 1e-7);
      CHECK_NEAR(behind.cost, 4 * example.goal.weight, 1e-12);
    }
  }
}

TEST(tolerance_of_looking_is_an_angle_to_any_side) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    Example example(random);
    const double tolerance = std::pow(10, random.uniform(-5, 0.3));
    example.goal.tolerance[0] = tolerance;
    CHECK(example.at((1 - 1e-6) * tolerance, 0.7).accepted);
    CHECK(!example.at((1 + 1e-6) * tolerance, 0.7).accepted);
  }
}

TEST(a_target_at_the_origin_of_the_axis_is_finite_and_not_accepted) {
  Random random(3);
  const Example example(random);
  const GoalSpec goal = looking_at(example.goal, example.from);
  const Problem problem(example.tree, {goal});
  Objective<double> objective(problem);
  objective.linearize(example.q.data(), Scope::all);
  CHECK(!objective.accepted() && std::isfinite(objective.cost()));
  for (std::size_t c = 0; c < problem.active().size(); ++c) CHECK(std::isfinite(objective.gradient()[c]));
}
