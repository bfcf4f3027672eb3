#include <numbers>

#include "check.hpp"
#include "memetik/search/local/settle.hpp"
#include "search/goal_pairs.hpp"
#include "search/narrowed.hpp"

using namespace memetik;

namespace {

struct Together {
  Settle<Pack>::Result result;
  std::vector<std::vector<double>> starts, ends;
};

Together settle(const Problem& problem, const Query& query, std::vector<std::vector<double>> starts,
                int budget) {
  Objective<Pack> objective(problem);
  Settle<Pack> settle(problem);
  Stop stop;
  std::vector<Pack> q(static_cast<std::size_t>(problem.tree().dof()), Pack(0));
  for (int l = 0; l < pack_lanes; ++l)
    for (std::size_t i = 0; i < q.size(); ++i) q[i].set(l, starts[static_cast<std::size_t>(l)][i]);
  const auto result = settle.run(query, objective, q.data(), budget, stop);
  Together together{result, std::move(starts), {}};
  for (int l = 0; l < pack_lanes; ++l) {
    together.ends.emplace_back();
    for (const Pack& value : q) together.ends.back().push_back(value[l]);
  }
  return together;
}

std::vector<std::vector<double>> random_starts(Random& random, const Tree& tree) {
  std::vector<std::vector<double>> starts;
  for (int l = 0; l < pack_lanes; ++l) starts.push_back(inside_limits(random, tree));
  return starts;
}

// A user-defined goal: an angle of 0, and a rotation about x. It records its calls.
struct Watched {
  double largest = 0;
  bool finite = true;

  GoalSpec goal() {
    GoalSpec goal;
    goal.kind = GoalKind::external;
    goal.variables = {0, 1, 2, 3};
    goal.rows = 3;
    goal.knows_derivative = true;
    goal.user = this;
    goal.function = [](std::int64_t n, const double*, const double* q, double* out, double* jacobian,
                       void* user) {
      auto& self = *static_cast<Watched*>(user);
      for (std::int64_t i = 0; i < n; ++i, q += 4, out += 3) {
        for (int k = 0; k < 4; ++k) {
          self.finite &= std::isfinite(q[k]);
          self.largest = std::max(self.largest, std::abs(q[k]));
        }
        out[0] = q[0];
        out[1] = q[2];
        out[2] = q[3];
        if (!jacobian) continue;
        std::fill_n(jacobian, 12, 0.0);
        jacobian[0] = jacobian[6] = jacobian[11] = 1;
        jacobian += 12;
      }
    };
    return goal;
  }
};

}  // namespace

TEST(lanes_settle_as_single_searches_do) {
  int differ = 0, compared = 0;
  for_each_pair(20, 8, [&](Random& random, const Tree& tree, const auto& goals, const auto&) {
    const Problem problem(tree, goals);
    if (problem.active().empty()) return;
    for (const int budget : {1, 2, 4, 8}) {
      const auto lanes = settle(problem, {}, random_starts(random, problem.tree()), budget);
      Objective<double> objective(problem);
      Settle<double> single(problem);
      int max_single = 0;
      for (int l = 0; l < pack_lanes; ++l) {
        const auto n = static_cast<std::size_t>(l);
        auto q = lanes.starts[n];
        Stop stop;
        const auto expected = single.run({}, objective, q.data(), budget, stop);
        max_single = std::max(max_single, expected.evaluations);
        bool same = (lane_bits(lanes.result.accepted) >> l & 1) == expected.accepted;
        same &= std::abs(lanes.result.cost[l] - expected.cost) <= 1e-6 * (1e-9 + expected.cost);
        for (std::size_t i = 0; i < q.size(); ++i) same &= std::abs(q[i] - lanes.ends[n][i]) < 1e-4;
        differ += !same;  // may happen if a gain is within rounding
        ++compared;
      }
      CHECK(lanes.result.evaluations <= budget && lanes.result.evaluations >= std::min(max_single, 1));
    }
  });
  CHECK(compared > 1000 && differ < 0.02 * compared);
}

TEST(settling_in_lanes_never_raises_a_cost_and_reports_it) {
  for_each_pair(20, 8, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    const Problem problem(tree, goals);
    if (problem.active().empty()) return;
    Objective<double> objective(problem);
    for (const int budget : {1, 3, 30}) {
      const auto lanes = settle(problem, {}, random_starts(random, problem.tree()), budget);
      for (int l = 0; l < pack_lanes; ++l) {
        const auto n = static_cast<std::size_t>(l);
        objective.evaluate(lanes.starts[n].data(), Scope::primary);
        const double before = objective.cost();
        objective.evaluate(lanes.ends[n].data(), Scope::primary);
        CHECK_NEAR(lanes.result.cost[l], objective.cost(), 1e-9 * (1 + objective.cost()));
        CHECK(objective.cost() <= before + 1e-9 * (1 + before));
        CHECK((lane_bits(lanes.result.accepted) >> l & 1) == objective.accepted());
        CHECK(within_limits(problem.tree(), lanes.ends[n], 1e-14));
        if (budget == 1) CHECK(lanes.ends[n] == lanes.starts[n]);
      }
    }
  });
}

TEST(settling_stays_in_the_box_alone_and_in_lanes) {
  for_each_pair(30, 8, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    const Problem problem(tree, goals);
    if (problem.active().empty()) return;
    const Narrowed narrowed = random_narrowed(random, problem.tree());
    const std::vector<std::vector<double>> starts(pack_lanes, narrowed.start);
    for (const auto& end : settle(problem, narrowed.query(), starts, 20).ends)
      CHECK(allowed(problem.tree(), narrowed, end, 1e-7));
    Objective<double> objective(problem);
    Settle<double> single(problem);
    Stop stop;
    auto q = narrowed.start;
    single.run(narrowed.query(), objective, q.data(), 20, stop);
    CHECK(allowed(problem.tree(), narrowed, q, 1e-7));
    // the box of one query does not affect the next
    auto free = narrowed.start, expected = free;
    Settle<double> fresh(problem);
    single.run({}, objective, free.data(), 10, stop);
    fresh.run({}, objective, expected.data(), 10, stop);
    CHECK(free == expected);
  });
}

// Lanes that have ended wait for the others; their values must stay finite.
TEST(a_users_function_gets_only_finite_configurations) {
  const std::vector<JointSpec> joints{{.kind = JointKind::revolute, .variable = 0},
                                      {.kind = JointKind::spherical, .parent_link = 1, .variable = 1}};
  const Tree tree(joints, std::vector<LinkMass>(3), std::vector<double>(4, -HUGE_VAL),
                  std::vector<double>(4, HUGE_VAL));
  Watched watched;
  const Problem problem(tree, {watched.goal()});
  std::vector<std::vector<double>> starts(pack_lanes, {150, 0.1, 0, 0});  // many steps away
  starts[0] = {0, 0.1, 0, 0};
  const auto lanes = settle(problem, {}, starts, 120);
  CHECK(all(lanes.result.accepted) && lanes.ends[0] == starts[0] && lanes.result.evaluations > 60);
  CHECK(watched.finite && watched.largest <= 150);
}
