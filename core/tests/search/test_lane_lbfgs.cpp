#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "memetik/search/local/lane_lbfgs.hpp"
#include "memetik/search/local/settle.hpp"
#include "search/goal_pairs.hpp"
#include "search/narrowed.hpp"
#include "search/slides.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

constexpr int plenty = 3000;  // of steps
constexpr int last_lane = pack_lanes - 1;

// A descent in one lane; the other lanes are idle or descend elsewhere.
struct LaneDescent {
  Problem problem;
  std::vector<double> q;
  Query query;
  Objective<Pack> objective{problem};
  LaneLbfgs lbfgs{problem, plenty};

  LaneDescent(const Tree& tree, const std::vector<Goal>& goals, const std::vector<double>& start)
      : problem(tree, goals), q(start), query{.start = q} {
    lbfgs.begin(query);
  }
  bool ended(int lane) const { return lane_bits(lbfgs.ended()) >> lane & 1; }
  bool accepted(int lane) const { return lane_bits(lbfgs.accepted()) >> lane & 1; }
  std::vector<double> at(int lane) const {
    std::vector<double> result(q.size());
    lbfgs.read(lane, result.data());
    return result;
  }
  int run(int lane, int most = plenty) {
    int steps = 0;
    while (!ended(lane) && steps < most) {
      lbfgs.step(objective);
      ++steps;
    }
    return steps;
  }
};

}  // namespace

// The minimum of a parabola within bounds is known: every variable at its target, or at the bound nearest to
// it.
TEST(lane_lbfgs_ends_at_the_minimum_of_a_bounded_parabola) {
  Random random(1);
  for (int example = 0; example < 50; ++example) {
    const auto n = static_cast<std::size_t>(1 + random.integer(12));
    std::vector<double> lower(n), upper(n), target(n), start(n), weights(n);
    std::vector<int> variables(n);
    std::iota(variables.begin(), variables.end(), 0);
    for (std::size_t i = 0; i < n; ++i) {
      lower[i] = random.uniform(-2, 0);
      upper[i] = random.uniform(0.1, 2);
      target[i] = random.uniform(-4, 4);
      start[i] = random.uniform(lower[i], upper[i]);
      weights[i] = random.uniform(0.1, 3);
    }
    GoalSpec close;
    close.kind = GoalKind::stay_close;
    close.variables = variables;
    close.variable_weights = weights;
    close.target = target;
    const Tree tree = slides(lower, upper);
    LaneDescent descent(tree, {close}, start);
    descent.lbfgs.load(last_lane, start.data());
    descent.run(last_lane);
    const auto end = descent.at(last_lane);
    for (std::size_t i = 0; i < n; ++i) CHECK_NEAR(end[i], std::clamp(target[i], lower[i], upper[i]), 2e-4);
  }
}

TEST(lane_lbfgs_never_raises_the_cost_nor_leaves_the_limits) {
  for_each_pair(20, 10, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    LaneDescent descent(tree, goals, start);
    descent.lbfgs.load(0, start.data());
    Objective<double> exact(descent.problem);
    double before = HUGE_VAL;
    for (int round = 0; round < 6 && !descent.ended(0); ++round) {
      descent.run(0, 5);
      const auto q = descent.at(0);
      exact.evaluate(q.data(), Scope::primary);
      CHECK_NEAR(descent.lbfgs.cost()[0], exact.cost(), 1e-9 * (1 + exact.cost()));
      CHECK(descent.lbfgs.cost()[0] <= before);
      CHECK(descent.accepted(0) == exact.accepted());
      CHECK(within_limits(tree, q, 1e-14));
      before = descent.lbfgs.cost()[0];
    }
  });
}

TEST(lane_lbfgs_keeps_to_the_box_of_its_query) {
  for_each_example(20, 8, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    const Narrowed narrowed = random_narrowed(random, tree);
    LaneDescent descent(tree, {goals[0].goal}, narrowed.start);
    const Query query = narrowed.query();
    descent.lbfgs.begin(query);
    descent.lbfgs.load(0, narrowed.start.data());
    descent.run(0, 40);
    CHECK(allowed(tree, narrowed, descent.at(0), 1e-9));
  });
}

// Neither the other lanes nor the time when it was loaded change the path of a lane.
TEST(lanes_of_lbfgs_do_not_know_of_each_other) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(3);
    const auto start = inside_limits(random, tree), other = inside_limits(random, tree);
    const std::vector<Goal> goals = {out_of_reach(tip_goal(arm, tree, inside_limits(random, tree)))};
    LaneDescent alone(tree, goals, start), beside(tree, goals, start);
    alone.lbfgs.load(0, start.data());
    for (int lane = 0; lane < pack_lanes; ++lane) beside.lbfgs.load(lane, other.data());
    beside.run(0, 7);
    beside.lbfgs.load(last_lane, start.data());
    CHECK(alone.run(0) == beside.run(last_lane));
    CHECK(alone.at(0) == beside.at(last_lane));
    CHECK(alone.lbfgs.cost()[0] == beside.lbfgs.cost()[last_lane]);
  }
}

// Levenberg-Marquardt, with second-order steps from the same start, rarely ends lower.
TEST(lane_lbfgs_gets_about_as_low_as_settle_mode) {
  int as_low = 0, tried = 0;
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(2);
    for (int i = 0; i < 20; ++i) {
      const GoalSpec one = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position),
                     other = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position);
      auto q = inside_limits(random, tree);
      LaneDescent descent(tree, {one, other}, q);
      descent.lbfgs.load(0, q.data());
      descent.run(0);
      Objective<double> objective(descent.problem);
      Settle<double> settle(descent.problem);
      Stop stop;
      const auto settled = settle.run({}, objective, q.data(), plenty, stop);
      as_low += descent.lbfgs.cost()[0] <= 1.01 * settled.cost;
      ++tried;
    }
  }
  CHECK(as_low >= 0.85 * tried);
}
