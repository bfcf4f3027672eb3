#include <algorithm>
#include <numbers>

#include "check.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/search/solution_set.hpp"
#include "random_goals.hpp"
#include "search/evaluation.hpp"
#include "search/rule_acceptor.hpp"

using namespace memetik;

namespace {

constexpr double pi = std::numbers::pi;

// A planar arm of hinges 0.5 m apart, and a position goal for the last link.
struct Planar {
  Tree tree;
  Problem problem;

  explicit Planar(int hinges, double limit = HUGE_VAL, std::vector<double> place = {0.6, 0.2, 0})
      : tree(make(hinges, limit)), problem(tree, {goal(hinges, std::move(place))}) {}

  static Tree make(int hinges, double limit) {
    std::vector<JointSpec> joints(static_cast<std::size_t>(hinges + 1));
    for (int i = 0; i <= hinges; ++i) {
      JointSpec& joint = joints[static_cast<std::size_t>(i)];
      joint.parent_link = i;
      if (i > 0) joint.origin.p = {0.5, 0, 0};
      if (i == hinges) continue;
      joint.kind = JointKind::revolute;
      joint.variable = i;
    }
    const std::vector<double> upper(static_cast<std::size_t>(hinges), limit);
    std::vector<double> lower;
    for (const double u : upper) lower.push_back(-u);
    return Tree(joints, std::vector<LinkMass>(joints.size() + 1), lower, upper);
  }
  static GoalSpec goal(int hinges, std::vector<double> place) {
    GoalSpec goal;
    goal.kind = GoalKind::position;
    goal.links = {hinges + 1};
    goal.target = std::move(place);
    return goal;
  }
};

// The angles with which two links of 0.5 m reach from the origin to (x, y), if they can.
std::vector<double> two_hinges(double x, double y, double side) {
  const double r = std::hypot(x, y);
  const double half = std::acos(std::min(r, 1.0));
  return {std::atan2(y, x) + side * half, -2 * side * half};
}

// The angles of three links, given the first; empty if the others cannot reach.
std::vector<double> three_hinges(double first, double side) {
  const double x = 0.6 - 0.5 * std::cos(first), y = 0.2 - 0.5 * std::sin(first);
  if (std::hypot(x, y) > 0.95) return {};
  const auto rest = two_hinges(x, y, side);
  return {first, rest[0] - first, rest[1]};
}

struct Offered {
  SolutionFields effort;
  void operator()(SolutionSet& set, const Query& query, std::vector<double> q) {
    CHECK(!set.accepts(query, q, effort));  // the set never ends the search
  }
};

double far_apart(const std::vector<SolutionSet::Member>& some) {
  double lowest = HUGE_VAL;
  for (std::size_t i = 0; i < some.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double largest = 0;
      for (std::size_t k = 0; k < some[i].q.size(); ++k)
        largest = std::max(largest, std::abs(std::remainder(some[i].q[k] - some[j].q[k], 2 * pi)));
      lowest = std::min(lowest, largest);
    }
  return lowest;
}

bool by_measure(const SolutionSet::Member& a, const SolutionSet::Member& b) { return a.measure < b.measure; }

}  // namespace

TEST(isolated_solutions_are_kept_once_the_nearest_to_the_start_first) {
  const Planar arm(2);
  Random random(1);
  for (int k = 0; k < 20; ++k) {
    Stop stop;
    SolutionSet set(arm.problem, nullptr, stop);
    CHECK(set.empty());
    const std::vector<double> start{random.uniform(-3, 3), random.uniform(-3, 3)};
    const Query query{.parameters = arm.problem.parameters(), .start = start};
    Offered offer;
    for (int i = 0; i < 40; ++i) {
      auto q = two_hinges(0.6, 0.2, i % 2 ? 1 : -1);
      for (double& value : q) value += random.uniform(-3e-6, 3e-6) + 2 * pi * (random.integer(3) - 1);
      offer(set, query, q);
    }
    const auto all = set.select(10);
    CHECK(all.size() == 2 && far_apart(all) > 0.1);
    CHECK(std::is_sorted(all.begin(), all.end(), by_measure));
    CHECK(set.select(1)[0].q == all[0].q && set.select(1).size() == 1 && set.select(1)[0].q == all[0].q);
    CHECK(set.select(0).empty());
    std::vector<double> motion(2);
    for (const auto& solution : all) {
      CHECK(Evaluation(arm.problem, solution.q).accepted);
      difference(arm.tree, start, solution.q, motion);
      CHECK_NEAR(solution.measure, std::hypot(motion[0], motion[1]), 1e-9);
    }
    CHECK(offer.effort.evaluations >= 40 && offer.effort.evaluations <= 40 * set.max_evaluations());
  }
}

TEST(solutions_are_polished_but_never_out_of_the_box) {
  const Planar arm(2);
  Stop stop;
  SolutionSet set(arm.problem, nullptr, stop);
  auto q = two_hinges(0.6, 0.2, 1);
  const auto exact = q;
  q[0] += 4e-6;
  const std::vector<double> start = q, change{1e-6, 1e-6};
  const Query query{.parameters = arm.problem.parameters(), .start = start, .max_change = change};
  SolutionFields effort;
  set.accepts(query, q, effort);
  for (std::size_t i = 0; i < 2; ++i) CHECK(std::abs(set.select(1)[0].q[i] - start[i]) <= 1e-6 + 1e-15);
  SolutionSet free(arm.problem, nullptr, stop);
  free.accepts({.parameters = arm.problem.parameters(), .start = start}, q, effort);
  for (std::size_t i = 0; i < 2; ++i) CHECK_NEAR(free.select(1)[0].q[i], exact[i], 1e-9);
}

TEST(of_a_continuum_representatives_are_spread_and_capped) {
  const Planar arm(3);
  Random random(2);
  Stop stop;
  SolutionSet set(arm.problem, nullptr, stop);
  const std::vector<double> start{0.3, -0.5, 1};
  const Query query{.parameters = arm.problem.parameters(), .start = start};
  Offered offer;
  for (int i = 0; i < 600; ++i) {
    const auto q = three_hinges(random.uniform(-pi, pi), random.integer(2) ? 1 : -1);
    if (!q.empty()) offer(set, query, q);
  }
  const auto all = set.select(1000);
  CHECK(all.size() > 15);
  CHECK_NEAR(std::min(far_apart(all), 0.1), 0.1, 1e-9);
  for (const std::size_t count : {std::size_t(1), std::size_t(2), std::size_t(5), all.size() - 1}) {
    const auto some = set.select(count);
    CHECK(some.size() == count && some[0].q == set.select(1)[0].q);
    CHECK(std::is_sorted(some.begin(), some.end(), by_measure));
    for (const auto& solution : some) CHECK(Evaluation(arm.problem, solution.q).accepted);
    // they are as far apart as a greedy choice allows, and farther than the nearest ones
    if (count == 5) CHECK(far_apart(some) > 2 * far_apart({all.begin(), all.begin() + 5}));
  }
}

TEST(the_acceptor_decides_which_solutions_count) {
  const Planar arm(2);
  for (const int wanted : {-1, 0, 1, 2}) {  // accept none, one side, the other side, both
    RuleAcceptor acceptor;
    acceptor.cost = 7;
    acceptor.rule = [&](const auto& q) {
      return wanted == 2 || (wanted >= 0 && (q[1] > 0) == (wanted == 1));
    };
    Stop stop;
    SolutionSet set(arm.problem, &acceptor, stop);
    CHECK(set.max_evaluations() == SolutionSet(arm.problem, nullptr, stop).max_evaluations() + 14);
    const std::vector<double> start{0, 0};
    const Query query{.parameters = arm.problem.parameters(), .start = start};
    Offered offer;
    for (const double side : {1.0, -1.0}) offer(set, query, two_hinges(0.6, 0.2, side));
    // the acceptor is called with the polished configuration and, if that is rejected, with the offered one
    const auto asked = static_cast<std::int64_t>(acceptor.seen.size());
    CHECK(asked >= 2 && asked <= 4 && offer.effort.evaluations >= 7 * asked);
    CHECK(set.empty() == (wanted < 0));
    const auto all = set.select(5);
    CHECK(all.size() == (wanted < 0 ? 0u : wanted == 2 ? 2u : 1u));
    for (const auto& solution : all) CHECK(acceptor.rule(solution.q));
  }
}

// The cost of the secondary goals is the cost of all goals minus that of the primary goals, with any losses.
TEST(secondary_goals_descend_and_order_solutions_by_their_cost) {
  for (const bool lossy : {false, true}) {
    const Planar arm(3);
    Goal close = [] {
      GoalSpec goal;
      goal.kind = GoalKind::stay_close;
      goal.priority = Priority::secondary;
      goal.variables = {0, 1, 2};
      goal.variable_weights = {1, 1, 1};
      goal.target = {1.2, -1, 0.4};
      return goal;
    }();
    if (lossy) close.losses = {Loss{.kind = LossKind::huber, .d = 0.1}};
    const Problem problem(arm.tree, {Planar::goal(3, {0.6, 0.2, 0}), close});
    Objective<double> objective(problem);
    const auto cost_of = [&](const std::vector<double>& q) {
      objective.evaluate(q.data(), Scope::all);
      const double all = objective.cost();
      objective.evaluate(q.data(), Scope::primary);
      return all - objective.cost();
    };
    Random random(3);
    for (int k = 0; k < 10; ++k) {
      Stop stop;
      SolutionSet set(problem, nullptr, stop);
      const std::vector<double> start{0, 0, 0};
      const Query query{.parameters = problem.parameters(), .start = start};
      Offered offer;
      double lowest = HUGE_VAL;
      for (int i = 0; i < 10; ++i) {
        const auto q = three_hinges(random.uniform(-pi, pi), random.integer(2) ? 1 : -1);
        if (q.empty()) continue;
        lowest = std::min(lowest, cost_of(q));
        offer(set, query, q);
      }
      const auto all = set.select(100);
      CHECK(std::is_sorted(all.begin(), all.end(), by_measure));
      for (const auto& solution : all) {
        CHECK(Evaluation(problem, solution.q).accepted);
        CHECK_NEAR(solution.measure, cost_of(solution.q), 1e-9 * (1 + solution.measure));
      }
      CHECK(cost_of(set.select(1)[0].q) <= lowest * (1 + 1e-9));
      CHECK(far_apart(all) >= 0.05 - 1e-9);
    }
  }
}
