#include <numbers>

#include "check.hpp"
#include "memetik/goals/stay_close.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

constexpr double turn = 2 * std::numbers::pi;

// The distance that the goal defines: differences on the joint's manifold, 2 sin(angle/2) for rotation
// vectors.
double distance_between(const Tree& tree, const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> d(a.size());
  difference(tree, a, b, d);
  double sum = 0;
  for (std::size_t i = 0; i < d.size();) {
    if (tree.variables()[i].kind == VariableKind::rotation_vector) {
      sum += std::pow(2 * std::sin(norm(Vec3<double>{d[i], d[i + 1], d[i + 2]}) / 2), 2);
      i += 3;
    } else {
      sum += d[i] * d[i];
      i += 1;
    }
  }
  return std::sqrt(sum);
}

}  // namespace

TEST(the_error_of_staying_close_is_the_length_of_the_difference) {
  for_each_example(60, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    const auto target = inside_limits(random, tree);
    const GoalSpec goal = random_stay_close(random, tree, target).goal;
    CHECK_NEAR(evaluate_goal(tree, goal, q).errors[0], distance_between(tree, target, q), 1e-12);
  });
}

TEST(each_variable_costs_its_weight_times_its_squared_difference) {
  for_each_example(30, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    const GoalSpec goal = random_stay_close(random, tree, q).goal;
    auto moved = q;
    const auto i = static_cast<std::size_t>(random.integer(tree.dof()));
    if (tree.variables()[i].kind == VariableKind::rotation_vector) return;
    moved[i] += 0.25;
    CHECK_NEAR(evaluate_goal(tree, goal, moved).cost, goal.weight * goal.variable_weights[i] * 0.0625, 1e-13);
  });
}

TEST(whole_turns_of_periodic_angles_and_rotation_vectors_change_nothing) {
  int turned = 0;
  for_each_example(60, 12, [&](Random& random, const Tree& tree, const auto&, const auto& q) {
    const GoalSpec goal = random_stay_close(random, tree, inside_limits(random, tree)).goal;
    auto other = q;
    for (std::size_t i = 0; i < q.size();) {
      const Variable& v = tree.variables()[i];
      if (v.kind == VariableKind::rotation_vector) {
        const Vec3<double> w{q[i], q[i + 1], q[i + 2]};
        const double factor = 1 - turn / norm(w);
        for (std::size_t k = 0; k < 3; ++k) other[i + k] *= factor;
        i += 3, ++turned;
        continue;
      }
      if (v.periodic) other[i] += turn * (random.integer(7) - 3), ++turned;
      i += 1;
    }
    const GoalEvaluation a = evaluate_goal(tree, goal, q), b = evaluate_goal(tree, goal, other);
    for (std::size_t i = 0; i < a.residuals.size(); ++i) CHECK_NEAR(a.residuals[i], b.residuals[i], 1e-13);
  });
  CHECK(turned > 50);
}

TEST(tolerance_of_staying_close_is_a_ball_whatever_the_weights) {
  for_each_example(60, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    const auto target = inside_limits(random, tree);
    GoalSpec goal = random_stay_close(random, tree, target).goal;
    const double distance = distance_between(tree, target, q);
    goal.tolerance[0] = (1 + 1e-9) * distance;
    CHECK(evaluate_goal(tree, goal, q).accepted);
    goal.tolerance[0] = (1 - 1e-9) * distance;
    CHECK(!evaluate_goal(tree, goal, q).accepted);
  });
}

TEST(only_the_named_variables_count) {
  const Tree tree = panda().tree();
  Random random(1);
  GoalSpec goal;
  goal.kind = GoalKind::stay_close;
  goal.variables = {4, 1};  // in any order
  goal.variable_weights = {1, 4};
  goal.target = {0.5, -0.5};
  const auto q = inside_limits(random, tree);
  const GoalEvaluation verdict = evaluate_goal(tree, goal, q);
  CHECK_NEAR(verdict.residuals[0], q[4] - 0.5, 1e-15);
  CHECK_NEAR(verdict.residuals[1], 2 * (q[1] + 0.5), 1e-15);
  const Problem problem(tree, {goal});
  CHECK(problem.active().size() == 2 && problem.active()[0] == 1 && problem.active()[1] == 4);
}

TEST(wrapping_is_the_short_way_round) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const double d = random.uniform(-50, 50);
    CHECK_NEAR(goals::wrapped(d), std::remainder(d, turn), 1e-13);
    CHECK_NEAR(goals::wrapped(Pack(d))[pack_lanes - 1], std::remainder(d, turn), 1e-13);
  }
}

// d(s w) = s dw + ds w (w . dw), also at small angles, where the series is used.
TEST(half_angles_have_the_derivative_they_claim) {
  constexpr double h = 1e-6;
  Random random(3);
  for (const double angle : {1e-9, 1e-3, 0.0999, 0.1001, 1.0, 3.0, 6.0}) {
    for (int i = 0; i < 20; ++i) {
      const Vec3<double> v = random.vector(1), w = (angle / norm(v)) * v, d = random.vector(1);
      const auto here = goals::half_angle(w), ahead = goals::half_angle(w + h * d),
                 behind = goals::half_angle(w - h * d);
      CHECK_NEAR(here.c, std::cos(angle / 2), 1e-15);
      CHECK_NEAR(here.s * angle, std::sin(angle / 2), 1e-15);
      const Vec3<double> rate = here.s * d + (here.ds * dot(w, d)) * w;
      const Vec3<double> expected = (1 / (2 * h)) * (ahead.s * (w + h * d) - behind.s * (w - h * d));
      CHECK_NEAR(norm(rate - expected), 0, 1e-9);
      CHECK_NEAR(-0.5 * here.s * dot(w, d), (ahead.c - behind.c) / (2 * h), 1e-9);
    }
  }
}
