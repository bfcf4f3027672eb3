#include <thread>

#include "check.hpp"
#include "query_list.hpp"
#include "search/rule_acceptor.hpp"

using namespace memetik;
using namespace restarts_tests;

namespace {

struct Example {
  Arm arm = ur5();
  Tree tree = arm.tree();
  Problem problem{tree, {tip_pose(arm, tree)}};
  StartSources sources{problem};
  Restarts restarts{problem, sources};

  QueryList queries(Random& random, int count, std::int64_t max_evaluations) const {
    QueryList list;
    for (int i = 0; i < count; ++i)
      list.add(problem, parameters_for(problem, inside_limits(random, tree)), inside_limits(random, tree),
               max_evaluations, static_cast<std::uint64_t>(i));
    return list;
  }
  bool accepts(const Query& query, const std::vector<double>& q) const {
    Objective<double> objective(problem);
    objective.set_parameters(query.parameters);
    objective.evaluate(q.data(), Scope::primary);
    return objective.accepted();
  }
  // Runs a single attempt.
  Solution attempt(Query query, std::int64_t number) {
    query.options.max_evaluations = 1;
    query.acceptor = nullptr;
    QueryList list;
    list.add(problem, {query.parameters.begin(), query.parameters.end()},
             {query.start.begin(), query.start.end()});
    list.query(0) = query;
    return list.solve(restarts, {.first_attempt = static_cast<int>(number)})[0];
  }
};

// A user-defined goal that is met everywhere except in a narrow valley, in which a search takes many steps.
struct Valley {
  static constexpr double width = 0.1, steepness = 400;
  long calls = 0, sleep_at = -1;
  Stop::Clock::time_point until;
  Tree tree;
  Problem problem;

  Valley() : tree(make()), problem(tree, {goal()}) {}

  static Tree make() {
    std::vector<JointSpec> joints(1);
    joints[0].kind = JointKind::revolute;
    joints[0].variable = 0;
    return Tree(joints, std::vector<LinkMass>(2), std::vector<double>{-3}, std::vector<double>{3});
  }
  GoalSpec goal() {
    GoalSpec goal;
    goal.kind = GoalKind::external;
    goal.variables = {0};
    goal.rows = 7;  // more rows than a pose has, so that attempts are long
    goal.tolerance[0] = 1e-3;
    goal.knows_derivative = true;
    goal.user = this;
    goal.function = [](std::int64_t n, const double*, const double* q, double* out, double* jacobian,
                       void* user) {
      auto& self = *static_cast<Valley*>(user);
      if (++self.calls == self.sleep_at) std::this_thread::sleep_until(self.until);
      for (std::int64_t i = 0; i < n; ++i)
        for (int row = 0; row < 7; ++row) {
          const bool inside = row == 0 && q[i] >= 0 && q[i] < width;
          out[7 * i + row] = inside ? 1e15 * std::exp(-steepness * q[i]) : 0;
          if (jacobian) jacobian[7 * i + row] = -steepness * out[7 * i + row];
        }
    };
    return goal;
  }
};

}  // namespace

TEST(an_attempt_is_the_same_alone_and_in_a_sequence) {
  Example e;
  Random random(1);
  QueryList list = e.queries(random, 20, 3000);
  const auto solutions = list.solve(e.restarts);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Solution& solution = solutions[i];
    if (solution.status != Status::solved) continue;
    for (int k = 0; k + 1 < solution.starts; ++k) CHECK(e.attempt(list.query(i), k).status != Status::solved);
    const Solution last = e.attempt(list.query(i), solution.starts - 1);
    CHECK(last.status == Status::solved && last.q == solution.q && last.starts == solution.starts);
  }
}

TEST(an_acceptor_sees_all_successes_in_the_order_of_attempts_and_nothing_else) {
  Example e;
  Random random(2);
  QueryList list = e.queries(random, 12, 1500);
  std::vector<RuleAcceptor> acceptors(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) list.query(i).acceptor = &acceptors[i];
  const auto solutions = list.solve(e.restarts);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::vector<std::vector<double>> expected;
    for (int k = 0; k < solutions[i].starts; ++k) {
      const Solution alone = e.attempt(list.query(i), k);
      if (alone.status == Status::solved) expected.push_back(alone.q);
    }
    CHECK(acceptors[i].seen == expected);
    for (const auto& q : acceptors[i].seen) CHECK(e.accepts(list.query(i), q) && within_limits(e.tree, q, 0));
    CHECK(solutions[i].status == (expected.empty() ? Status::approximate : Status::invalid));
    if (!expected.empty()) CHECK(solutions[i].q == expected[0]);  // the first of the rejected ones
    shown += expected.size();
  }
  CHECK(shown > 60);
}

TEST(the_answer_is_the_first_that_the_acceptor_accepts_alone_and_in_a_batch) {
  Example e;
  Random random(3);
  QueryList list = e.queries(random, 40, 1500);
  std::vector<RuleAcceptor> acceptors(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i % 4 == 3) continue;  // some queries have no acceptor
    acceptors[i].rule = [](const auto& q) { return q[2] > 0 && q[4] < 0; };
    acceptors[i].cost = static_cast<int>(i % 3) * 10;
    list.query(i).acceptor = &acceptors[i];
  }
  const auto batch = list.solve(e.restarts);
  int late = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto seen = std::exchange(acceptors[i].seen, {});
    if (list.query(i).acceptor && batch[i].status == Status::solved) {
      CHECK(acceptors[i].rule(batch[i].q) && batch[i].q == seen.back());
      for (std::size_t k = 0; k + 1 < seen.size(); ++k) CHECK(!acceptors[i].rule(seen[k]));
      late += seen.size() > 1;
    }
    Stop stop;
    CHECK(same(list.solve(e.restarts, {i}, stop)[i], batch[i]));
    CHECK(acceptors[i].seen == seen || batch[i].status != Status::solved);
  }
  CHECK(late > 5);
}

// The solution is the configuration as the acceptor has changed it.
TEST(an_acceptor_may_change_the_configuration) {
  struct Mover : Acceptor {
    bool accepts(const Query&, std::vector<double>& q, SolutionFields&) override {
      q[0] += 1e-9;
      return true;
    }
  } mover;
  Example e;
  Random random(4);
  QueryList list = e.queries(random, 5, 1500);
  const auto before = list.solve(e.restarts);
  for (std::size_t i = 0; i < list.size(); ++i) list.query(i).acceptor = &mover;
  const auto after = list.solve(e.restarts);
  for (std::size_t i = 0; i < list.size(); ++i)
    if (before[i].status == Status::solved) CHECK_NEAR(after[i].q[0] - before[i].q[0], 1e-9, 1e-14);
}

TEST(an_acceptors_evaluations_count_and_fit_into_the_budget) {
  constexpr int attempt = 20 + Starts::max_evaluations;
  Example e;
  for (const int cost : {0, 50, 300})
    for (const std::int64_t budget : {1, 100, 1000}) {
      Random random(5);
      QueryList list = e.queries(random, 10, budget);
      std::vector<RuleAcceptor> acceptors(list.size());
      for (std::size_t i = 0; i < list.size(); ++i) {
        acceptors[i].cost = cost;
        list.query(i).acceptor = &acceptors[i];
      }
      const auto solutions = list.solve(e.restarts);
      for (std::size_t i = 0; i < list.size(); ++i) {
        const auto asked = static_cast<std::int64_t>(acceptors[i].seen.size());
        CHECK(solutions[i].evaluations >= asked * (cost + 1));
        CHECK(solutions[i].evaluations < budget + attempt + cost);
      }
    }
}

TEST(a_target_out_of_reach_is_detected_after_one_attempt) {
  Example e;
  Random random(6);
  QueryList list;
  for (int i = 0; i < 20; ++i) {
    auto parameters = parameters_for(e.problem, inside_limits(random, e.tree));
    if (i % 2) parameters[10] += 10;
    list.add(e.problem, parameters, inside_limits(random, e.tree), 5000);
  }
  const auto solutions = list.solve(e.restarts);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool far = i % 2;
    CHECK((solutions[i].status == Status::unreachable) == far);
    if (far)
      CHECK(solutions[i].starts == 1 && solutions[i].evaluations <= 20 && std::isfinite(solutions[i].cost));
  }
}

// Attempts that succeed at once wait for an earlier one; with an acceptor there are more of them than Slot
// stores.
TEST(evaluations_are_those_up_to_the_winner_however_many_attempts_ran_ahead) {
  Valley valley;
  const StartSources sources(valley.problem);
  Restarts restarts(valley.problem, sources);
  const std::vector<double> parameters(valley.problem.parameters().begin(),
                                       valley.problem.parameters().end());
  for (const std::size_t winner : {std::size_t(1), std::size_t(2), std::size_t(3)}) {
    RuleAcceptor acceptor;
    acceptor.cost = 100;
    acceptor.rule = [&](const auto&) { return acceptor.seen.size() == winner; };
    QueryList list;
    list.add(valley.problem, parameters, {1e-3}, 1'000'000);
    list.query(0).acceptor = &acceptor;
    const Solution solution = list.solve(restarts)[0];
    CHECK(solution.status == Status::solved && acceptor.seen.size() == winner);
    QueryList first;
    first.add(valley.problem, parameters, {1e-3}, 1);
    const auto before = first.solve(restarts)[0];
    // the first attempt, then attempts of one evaluation each; the acceptor was called once for each
    const bool led = before.status == Status::solved;
    const auto others = static_cast<std::int64_t>(winner) - (led ? 1 : 0);
    CHECK(solution.evaluations == before.evaluations + others + 100 * static_cast<std::int64_t>(winner));
  }
}

// A solution that is known at the deadline is returned; an acceptor that accepts it must not change that.
TEST(at_the_deadline_the_acceptor_checks_the_first_waiting_candidate) {
  for (const bool has_acceptor : {false, true}) {
    Valley valley;
    const StartSources sources(valley.problem);
    Restarts restarts(valley.problem, sources);
    RuleAcceptor acceptor;
    acceptor.rule = [](const auto&) { return true; };
    QueryList list;
    list.add(valley.problem, {valley.problem.parameters().begin(), valley.problem.parameters().end()}, {1e-3},
             1'000'000);
    if (has_acceptor) list.query(0).acceptor = &acceptor;
    valley.calls = 0;
    valley.sleep_at = 15;
    valley.until = Stop::Clock::now() + std::chrono::milliseconds(300);
    Stop stop(valley.until);
    stop.read_clock_every(1);
    const Solution solution = list.solve(restarts, {0}, stop)[0];
    CHECK(solution.status == Status::solved);
  }
}
