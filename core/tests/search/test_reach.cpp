#include <algorithm>
#include <bit>
#include <numbers>

#include "check.hpp"
#include "memetik/search/local/reach.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

// q at most `distance` away in every variable, within limits.
std::vector<double> near(Random& random, const Tree& tree, std::vector<double> q, double distance) {
  for (double& value : q) value += random.uniform(-distance, distance);
  clip(tree, q);
  return q;
}

// The number of steps until every goal is met, or -1.
int steps_to_reach(const Problem& problem, std::vector<double> q, int max_steps) {
  Objective<double> objective(problem);
  ReachStep<double> step(problem);
  for (int i = 0; i <= max_steps; ++i) {
    objective.linearize(q.data(), Scope::primary);
    if (objective.accepted()) return i;
    step.apply(objective, q.data());
  }
  return -1;
}

std::vector<double> after_a_step(const Problem& problem, std::vector<double> q) {
  Objective<double> objective(problem);
  ReachStep<double> step(problem);
  objective.linearize(q.data(), Scope::primary);
  step.apply(objective, q.data());
  return q;
}

// Splits a goal into several equal ones with the same total weight.
std::vector<Goal> split(const GoalSpec& goal, int parts) {
  GoalSpec part = goal;
  part.weight = goal.weight / parts;
  return std::vector<Goal>(static_cast<std::size_t>(parts), part);
}

// A configuration with every joint free, or with some joints at a limit.
std::vector<double> some_at_limits(Random& random, const Tree& tree) {
  auto q = inside_limits(random, tree);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Variable& v = tree.variables()[i];
    if (v.kind == VariableKind::rotation_vector || random.integer(3) > 0) continue;
    const double limit = random.integer(2) ? v.lower : v.upper;
    if (std::isfinite(limit)) q[i] = limit;
  }
  return q;
}

// Whether rounding decides if a variable at its limit is pushed outwards.
bool undecided(const Problem& problem, const std::vector<double>& q) {
  Objective<double> objective(problem);
  objective.linearize(q.data(), Scope::primary);
  for (std::size_t c = 0; c < problem.active().size(); ++c) {
    const auto i = static_cast<std::size_t>(problem.active()[c]);
    const Variable& v = problem.tree().variables()[i];
    if ((q[i] == v.lower || q[i] == v.upper) && std::abs(objective.gradient()[c]) < 1e-12) return true;
  }
  return false;
}

Tree chain(int joints, const Frame<double>& base, bool flat) {
  Random random(9);
  std::vector<JointSpec> specs(static_cast<std::size_t>(joints) + 2);
  specs[0].origin = base;
  for (std::size_t i = 1; i < specs.size(); ++i) {
    specs[i].parent_link = static_cast<int>(i);
    specs[i].origin.p = {i == 1 ? 0.0 : 0.3, 0, 0};
    if (i + 1 == specs.size()) break;
    specs[i].kind = JointKind::revolute;
    specs[i].variable = static_cast<int>(i) - 1;
    if (!flat) specs[i].axis = random.axis();
  }
  const auto n = static_cast<std::size_t>(joints);
  return Tree(specs, std::vector<LinkMass>(specs.size() + 1), std::vector<double>(n, -3),
              std::vector<double>(n, 3));
}

}  // namespace

TEST(near_starts_reach_their_targets_within_ten_steps) {
  int reached = 0, tried = 0;
  const auto attempt = [&](Random& random, const Tree& tree, const GoalSpec& goal,
                           const std::vector<double>& target) {
    ++tried;
    reached += steps_to_reach(Problem(tree, {goal}), near(random, tree, target, 0.05), 10) >= 0;
  };
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(10).tree();
    if (tree.dof() == 0) continue;
    const auto target = inside_limits(random, tree);
    for (const RandomGoal& goal : goals_met_at(random, tree, target))
      attempt(random, tree, goal.goal, target);
  }
  CHECK(tried > 500);
  CHECK(reached >= 0.98 * tried);
  reached = tried = 0;
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(1);
    for (int i = 0; i < 200; ++i) {
      const auto target = inside_limits(random, tree);
      GoalSpec goal;
      goal.links = {arm.tip()};
      goal.rotation_scale = 0.2 * tree.reach();
      goal.target = target_met_at(tree, goal, target);
      attempt(random, tree, goal, target);
    }
  }
  CHECK(reached >= 0.98 * tried);
}

TEST(limits_are_held_after_every_step) {
  for_each_example(60, 10, [](Random& random, const Tree& tree, const auto& goals, const auto& start) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      GoalSpec far = goal.goal;
      if (far.kind == GoalKind::position) far.target = {3, -4, 5};
      const Problem problem(tree, {far});
      Objective<double> objective(problem);
      ReachStep<double> step(problem);
      const auto begin = random.integer(2) ? start : some_at_limits(random, tree);
      auto q = begin;
      for (int i = 0; i < 10; ++i) {
        objective.linearize(q.data(), Scope::primary);
        step.apply(objective, q.data());
        CHECK(within_limits(tree, q, 1e-14));
        for (std::size_t v = 0; v < q.size(); ++v) {
          if (problem.columns()[v] < 0) CHECK(q[v] == begin[v]);
          if (tree.variables()[v].kind != VariableKind::rotation_vector) continue;
          CHECK(norm(Vec3<double>{q[v], q[v + 1], q[v + 2]}) <= std::numbers::pi + 1e-14);
          v += 2;
        }
      }
    }
  });
}

TEST(every_lane_steps_like_a_single_configuration) {
  for_each_example(30, 10, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      if (goal.goal.kind == GoalKind::external && !goal.goal.knows_derivative) continue;  // rounding
      const Problem problem(tree, {goal.goal});
      Objective<Pack> objective(problem);
      ReachStep<Pack> step(problem);
      std::vector<Pack> q(static_cast<std::size_t>(tree.dof()), Pack(0));
      std::vector<std::vector<double>> single;
      for (int l = 0; l < pack_lanes; ++l) {
        single.push_back(some_at_limits(random, tree));
        for (std::size_t i = 0; i < q.size(); ++i) q[i].set(l, single.back()[i]);
      }
      objective.linearize(q.data(), Scope::primary);
      step.apply(objective, q.data());
      for (int l = 0; l < pack_lanes; ++l) {
        const auto& before = single[static_cast<std::size_t>(l)];
        if (undecided(problem, before)) continue;
        const auto expected = after_a_step(problem, before);
        for (std::size_t i = 0; i < q.size(); ++i) CHECK_NEAR(q[i][l], expected[i], 1e-8);
      }
    }
  });
}

TEST(a_lane_of_reach_is_independent_of_the_others) {
  for_each_example(20, 10, [](Random& random, const Tree& tree, const auto& goals, const auto& own) {
    const Problem problem(tree, {goals[0].goal, goals[3].goal, goals[9].goal});
    const int mine = random.integer(pack_lanes);
    std::vector<std::uint64_t> expected;
    for (const double other : {0.3, std::nan(""), HUGE_VAL, 1e300}) {
      Objective<Pack> objective(problem);
      ReachStep<Pack> step(problem);
      std::vector<Pack> q(own.begin(), own.end());
      for (int l = 0; l < pack_lanes; ++l)
        if (l != mine) q[static_cast<std::size_t>(random.integer(tree.dof()))].set(l, other);
      for (int i = 0; i < 3; ++i) {
        objective.linearize(q.data(), Scope::primary);
        step.apply(objective, q.data());
      }
      std::vector<std::uint64_t> bits;
      for (const Pack& value : q) bits.push_back(std::bit_cast<std::uint64_t>(value[mine]));
      if (expected.empty()) expected = bits;
      CHECK(bits == expected);
    }
  });
}

// Systems of three, six, nine and twelve rows are solved in different ways, by rows or by variables. J^T J
// and J^T r, and so the step, are the same.
TEST(a_goal_split_into_lighter_ones_leads_to_the_same_step) {
  for (const int joints : {2, 4, 7, 20}) {
    const Tree tree = chain(joints, identity_frame, false);
    for (unsigned seed = 0; seed < 20; ++seed) {
      Random random(seed);
      for (const GoalKind kind : {GoalKind::pose, GoalKind::position, GoalKind::orientation}) {
        GoalSpec goal;
        goal.kind = kind;
        goal.links = {joints + 2};
        goal.rotation_scale = 0.3;
        goal.target = target_met_at(tree, goal, inside_limits(random, tree));
        const auto q = some_at_limits(random, tree);
        const auto expected = after_a_step(Problem(tree, {goal}), q);
        for (const int parts : {2, 3, 4}) {
          const auto step = after_a_step(Problem(tree, split(goal, parts)), q);
          for (std::size_t i = 0; i < q.size(); ++i) CHECK_NEAR(step[i], expected[i], 1e-8);
        }
      }
    }
  }
}

// A planar robot has a Jacobian of rank three; the tilt of its base must make no difference.
TEST(steps_do_not_depend_on_the_pose_of_the_root) {
  for (const int joints : {2, 3, 5}) {
    const Tree level = chain(joints, identity_frame, true);
    const Frame<double> base = exp_rotation({0.7, 0.4, 0.3});
    const Tree tilted = chain(joints, base, true);
    Random random(4);
    for (int i = 0; i < 100; ++i) {
      const auto target = inside_limits(random, level);
      GoalSpec goal;
      goal.links = {joints + 2};
      goal.rotation_scale = 0.3;
      GoalSpec tilted_goal = goal;
      goal.target = target_met_at(level, goal, target);
      tilted_goal.target = target_met_at(tilted, goal, target);
      const auto start = near(random, level, target, 0.3);
      CHECK(steps_to_reach(Problem(level, {goal}), start, 15) ==
            steps_to_reach(Problem(tilted, {tilted_goal}), start, 15));
    }
  }
}

TEST(a_variable_at_its_limit_that_is_pushed_outwards_stays_and_the_others_move) {
  Arm arm = panda();
  const Tree tree = arm.tree();
  int held = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    GoalSpec goal;
    goal.links = {arm.tip()};
    goal.target = target_met_at(tree, goal, inside_limits(random, tree));
    const Problem problem(tree, {goal});
    auto q = some_at_limits(random, tree);
    Objective<double> objective(problem);
    objective.linearize(q.data(), Scope::primary);
    const auto after = after_a_step(problem, q);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const bool outwards = (q[i] == arm.upper[i] && objective.gradient()[i] < 0) ||
                            (q[i] == arm.lower[i] && objective.gradient()[i] > 0);
      held += outwards;
      if (outwards) CHECK(after[i] == q[i]);
    }
    CHECK(after != q);
  }
  CHECK(held > 50);
}
