#include "check.hpp"
#include "memetik/search/local/lane_lbfgs.hpp"
#include "search/bounded_parabola.hpp"
#include "search/goal_pairs.hpp"
#include "search/narrowed.hpp"
#include "search/settle_comparison.hpp"

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
  int run(int lane, int max_steps = plenty) {
    int steps = 0;
    while (!ended(lane) && steps < max_steps) {
      lbfgs.step(objective);
      ++steps;
    }
    return steps;
  }
};

}  // namespace

TEST(lane_lbfgs_ends_at_the_minimum_of_a_bounded_parabola) {
  for_each_bounded_parabola([](const BoundedParabola& parabola) {
    const Tree tree = parabola.tree();
    LaneDescent descent(tree, {parabola.goal}, parabola.start);
    descent.lbfgs.load(last_lane, parabola.start.data());
    descent.run(last_lane);
    parabola.check_minimum(descent.at(last_lane), 2e-4);
  });
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
TEST(lanes_of_lbfgs_are_independent) {
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
  const auto cost_at_end = [](const Tree& tree, const std::vector<Goal>& goals, const auto& start) {
    LaneDescent descent(tree, goals, start);
    descent.lbfgs.load(0, start.data());
    descent.run(0);
    return descent.lbfgs.cost()[0];
  };
  CHECK(share_as_low_as_settle(plenty, cost_at_end) >= 0.85);
}
