#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "memetik/search/local/settle.hpp"
#include "search/goal_pairs.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

constexpr int plenty = 3000;  // of evaluations

// Goals of an arm that cannot all be met: its tip in two places at once, in two poses, or out of reach.
std::vector<std::vector<Goal>> too_much(Random& random, const Arm& arm, const Tree& tree) {
  const auto somewhere = [&](GoalKind kind) {
    return tip_goal(arm, tree, inside_limits(random, tree), kind);
  };
  const GoalSpec far = out_of_reach(somewhere(GoalKind::pose));
  GoalSpec farther = somewhere(GoalKind::position);
  farther.target[0] += 5;
  return {{somewhere(GoalKind::position), somewhere(GoalKind::position)},
          {somewhere(GoalKind::pose), somewhere(GoalKind::pose)},
          {far},
          {farther}};
}

struct Settled {
  Settle<double>::Result result;
  std::vector<double> q;
};

Settled settle(const Problem& problem, std::vector<double> q, int max_evaluations) {
  Objective<double> objective(problem);
  Settle<double> settle(problem);
  Stop stop;
  const Settle<double>::Result result = settle.run({}, objective, q.data(), max_evaluations, stop);
  return {result, q};
}

bool has_limited_rotation_vector(const Tree& tree) {
  return std::any_of(tree.variables().begin(), tree.variables().end(), [](const Variable& v) {
    return v.kind == VariableKind::rotation_vector && std::isfinite(v.upper);
  });
}

// The largest entry of the gradient that the limits leave, relative to the norms of the residuals and of
// their derivatives; the latter are about one for robots of this size.
double slope_left(const Problem& problem, const std::vector<double>& q) {
  Objective<double> objective(problem);
  objective.linearize(q.data(), Scope::primary);
  double steepest = 0, strongest = 1;
  for (std::size_t c = 0; c < problem.active().size(); ++c) {
    const auto i = static_cast<std::size_t>(problem.active()[c]);
    const Variable& v = problem.tree().variables()[i];
    const double* column = objective.column(static_cast<int>(c));
    double slope = objective.gradient()[c];
    if (q[i] <= v.lower) slope = std::min(slope, 0.0);
    if (q[i] >= v.upper) slope = std::max(slope, 0.0);
    steepest = std::max(steepest, std::abs(slope));
    strongest = std::max(strongest, std::inner_product(column, column + problem.primary_rows(), column, 0.0));
  }
  return steepest / std::sqrt(strongest * objective.cost());
}

}  // namespace

// The cost falls with the budget: a run with a smaller budget is the beginning of a run with a larger one.
TEST(settling_never_raises_the_cost_nor_leaves_the_limits) {
  for_each_pair(40, 10, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const Problem problem(tree, goals);
    Objective<double> objective(problem);
    objective.linearize(start.data(), Scope::primary);
    double before = objective.cost();
    for (const int budget : {1, 2, 3, 4, 5, 7, 10, 20, 50}) {
      const Settled end = settle(problem, start, budget);
      objective.evaluate(end.q.data(), Scope::primary);
      CHECK_NEAR(end.result.cost, objective.cost(), 1e-14 * (1 + objective.cost()));
      CHECK(end.result.cost <= before);
      CHECK(within_limits(problem.tree(), end.q, 1e-14));
      before = end.result.cost;
    }
  });
}

TEST(settling_keeps_its_budget) {
  for_each_pair(20, 10, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const Problem problem(tree, goals);
    for (const int budget : {1, 2, 5, 30}) {
      const Settle<double>::Result result = settle(problem, start, budget).result;
      CHECK(result.evaluations >= 1 && result.evaluations <= budget);
      // it stops early only if it is accepted or has converged
      if (!problem.active().empty())
        CHECK(result.evaluations == budget || result.accepted || result.converged);
    }
    CHECK(settle(problem, start, 1).q == start);  // one evaluation is not enough for a step
  });
}

TEST(settled_is_accepted_where_every_goal_is_within_its_tolerance) {
  int accepted = 0, refused = 0;
  for_each_pair(60, 10, [&](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const Problem problem(tree, goals);
    const Settled end = settle(problem, start, 100);
    Objective<double> objective(problem);
    objective.evaluate(end.q.data(), Scope::primary);
    CHECK(end.result.accepted == objective.accepted());
    (end.result.accepted ? accepted : refused) += 1;
  });
  CHECK(accepted > 100 && refused > 100);
}

TEST(arms_that_cannot_meet_their_goals_settle_at_a_local_minimum) {
  int converged = 0, tried = 0, at_limit = 0;
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(1);
    for (int i = 0; i < 25; ++i)
      for (const auto& goals : too_much(random, arm, tree)) {
        const Problem problem(tree, goals);
        const Settled end = settle(problem, inside_limits(random, tree), plenty);
        CHECK(!end.result.accepted);
        ++tried;
        if (!end.result.converged) continue;
        ++converged;
        CHECK(slope_left(problem, end.q) < 1e-4);
        for (std::size_t k = 0; k < end.q.size(); ++k)
          at_limit += end.q[k] == arm.lower[k] || end.q[k] == arm.upper[k];
      }
  }
  CHECK(converged >= 0.95 * tried);
  CHECK(at_limit > 100);  // where the slope is not zero
}

TEST(goals_of_any_kind_settle_at_a_local_minimum) {
  int converged = 0, unmet = 0;
  for_each_pair(100, 10, [&](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const Problem problem(tree, goals);
    if (has_limited_rotation_vector(problem.tree()) || problem.has_external()) return;
    const Settled end = settle(problem, start, plenty);
    unmet += !end.result.accepted;
    converged += end.result.converged;
    if (end.result.converged) CHECK(slope_left(problem, end.q) < 1e-4);
  });
  CHECK(unmet > 100);
  CHECK(converged >= 0.95 * unmet);
}

TEST(near_starts_settle_on_their_targets) {
  int reached = 0, tried = 0;
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(2);
    for (int i = 0; i < 100; ++i) {
      const auto target = inside_limits(random, tree);
      auto start = target;
      for (double& value : start) value += random.uniform(-0.05, 0.05);
      clip(tree, start);
      const Problem problem(tree, {tip_goal(arm, tree, target)});
      const Settled end = settle(problem, start, 30);
      reached += end.result.accepted;
      ++tried;
    }
  }
  CHECK(reached >= 0.98 * tried);
}

// The mean of two targets is the best compromise if it can be reached; a slide can reach it.
TEST(two_places_on_a_slide_settle_on_their_weighted_mean) {
  const std::vector<JointSpec> joints{{.kind = JointKind::prismatic, .variable = 0}};
  const std::vector<double> lower{-1}, upper{1};
  const Tree tree(joints, std::vector<LinkMass>(2), lower, upper);
  GoalSpec here, there;
  here.kind = there.kind = GoalKind::position;
  here.links = there.links = {1};
  here.target = {0, 0, -0.2};
  there.target = {0, 0, 0.7};
  there.weight = 2;
  const double mean = (-0.2 + 2 * 0.7) / 3;
  CHECK_NEAR(settle(Problem(tree, {here, there}), {-1}, plenty).q[0], mean, 1e-6);
  there.target[2] = 7;
  CHECK(settle(Problem(tree, {here, there}), {-1}, plenty).q[0] == 1);  // the limit
}

TEST(where_nothing_can_move_settling_takes_one_evaluation) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(3);
  const auto start = inside_limits(random, tree), elsewhere = inside_limits(random, tree);
  for (const auto& target : {start, elsewhere}) {
    const Problem problem(tree, {tip_goal(arm, tree, target)}, std::vector<bool>(7, false));
    const Settled end = settle(problem, start, plenty);
    CHECK(end.q == start && end.result.evaluations == 1);
    CHECK(end.result.accepted == (target == start));
  }
}

// A spherical joint at its largest angle takes only part of a step, and only that part counts.
TEST(a_spherical_joint_at_its_limit_does_not_prevent_settling) {
  std::vector<JointSpec> joints{{.kind = JointKind::spherical, .variable = 0},
                                {.kind = JointKind::revolute, .parent_link = 1, .variable = 3}};
  joints[1].origin.p = {0.5, 0, 0};
  const Tree tree(joints, std::vector<LinkMass>(3), std::vector<double>{-1, -1, -1, -HUGE_VAL},
                  std::vector<double>{1, 1, 1, HUGE_VAL});
  GoalSpec goal;
  goal.links = {2};
  goal.offset.p = {0.4, 0, 0};
  Frame<double> target = exp_rotation({1.2, -0.9, 1.1});
  target.p = {0.3, 0.6, -0.5};
  goal.target = matrix_of(target);
  const Problem problem(tree, {goal});
  Objective<double> objective(problem);
  Settle<double> settle(problem);
  Stop stop;
  std::vector<double> q{0.2, 0.1, -0.1, 0.3};
  const double first = settle.run({}, objective, q.data(), 3000, stop).cost;
  for (int i = 0; i < 60; ++i) settle.run({}, objective, q.data(), 3000, stop);
  objective.evaluate(q.data(), Scope::primary);
  CHECK_NEAR(objective.cost(), first, 1e-5 * first);
}
