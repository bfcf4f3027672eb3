#include <algorithm>
#include <numbers>

#include "check.hpp"
#include "query_list.hpp"

using namespace memetik;
using namespace restarts_tests;

// An attempt begins only if the budget suffices for it, apart from the first one.
TEST(the_budget_is_exceeded_by_the_first_attempt_only) {
  constexpr int iterations = 20, attempt = iterations + Starts::max_evaluations;
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  for (const std::int64_t budget : {0, 1, 5, 20, 21, 50, 300}) {
    QueryList list = queries(problem, 6, 24, budget);
    for (const Solution& solution : list.solve(restarts)) {
      CHECK(solution.evaluations >= 1 && solution.evaluations <= std::max<std::int64_t>(budget, iterations));
      if (solution.status == Status::approximate) CHECK(solution.evaluations >= budget - attempt);
    }
  }
}

// The budget of a plan is exceeded by an attempt; that of a query is not.
TEST(of_two_budgets_the_smaller_counts) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  QueryList whole = queries(problem, 7, 24, 100), half = queries(problem, 7, 24, 50);
  const auto a = whole.solve(restarts, {.budget = 50 - 36}), b = half.solve(restarts);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(same(a[i], b[i]));
}

TEST(the_same_random_seed_gives_the_same_answer) {
  const Tree tree = ur5().tree();
  const Problem problem(tree, {tip_pose(ur5(), tree)});
  const StartSources sources(problem), others(problem);
  Restarts restarts(problem, sources), another(problem, others);
  QueryList list = queries(problem, 8, 24, 400);
  const auto a = list.solve(restarts), b = list.solve(another);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(same(a[i], b[i]));
  for (std::size_t i = 0; i < list.size(); ++i) list.query(i).options.random_seed += 100;
  const auto c = list.solve(restarts);
  bool differ = false;
  for (std::size_t i = 0; i < a.size(); ++i) differ |= !same(a[i], c[i]);
  CHECK(differ);
}

TEST(a_deadline_that_has_passed_ends_the_search_at_once) {
  const Tree tree = panda().tree();
  Random random(9);
  const auto target = inside_limits(random, tree);
  RandomGoal impossible = random_external(random, tree, target, true);
  impossible.example->at_target[0] += 100;
  const Problem problem(tree, {impossible.goal});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  std::atomic<bool> cancelled = true;
  for (const bool by_deadline : {true, false}) {
    QueryList list;
    for (int i = 0; i < 10; ++i)
      list.add(problem, {problem.parameters().begin(), problem.parameters().end()},
               inside_limits(random, tree), 1'000'000);
    Stop stop(by_deadline ? Stop::Clock::now() : Stop::Clock::time_point::max(),
              by_deadline ? nullptr : &cancelled);
    impossible.example->calls = 0;
    list.solve(restarts, list.in_order(), stop);
    CHECK(impossible.example->calls <= 12);  // the clock is read on every eighth step
    const auto begun = std::count(list.received.begin(), list.received.end(), true);
    CHECK(begun >= 1 && begun <= pack_lanes);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list.received[i]) continue;
      CHECK(list.solutions[i].stopped_by == (by_deadline ? StoppedBy::deadline : StoppedBy::cancelled));
      CHECK(within_limits(tree, list.solutions[i].q, 0));
    }
  }
  // the next search is not affected
  QueryList list;
  list.add(problem, {problem.parameters().begin(), problem.parameters().end()}, target, 100);
  CHECK(list.solve(restarts)[0].status == Status::approximate);
}

TEST(answers_stand_as_few_turns_from_the_start_as_possible) {
  Arm arm = ur5();
  for (const double limit : {HUGE_VAL, 12.0}) {
    arm.lower.assign(6, -limit);
    arm.upper.assign(6, limit);
    const Tree tree = arm.tree();
    const Problem problem(tree, {tip_pose(arm, tree)});
    const StartSources sources(problem);
    Restarts restarts(problem, sources);
    Random random(10);
    QueryList list;
    std::vector<std::vector<double>> starts;
    for (int i = 0; i < 40; ++i) {
      starts.push_back(inside_limits(random, tree));
      for (double& value : starts.back()) value += std::isinf(limit) ? random.uniform(-40, 40) : 0;
      list.add(problem, parameters_for(problem, inside_limits(random, tree)), starts.back());
    }
    list.solve(restarts);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      CHECK(list.solutions[i].status == Status::solved);
      auto nearest = list.solutions[i].q;
      unwind(tree, starts[i], nearest);
      CHECK(nearest == list.solutions[i].q);
      for (std::size_t k = 0; k < 6; ++k)
        if (std::isinf(limit)) CHECK(std::abs(nearest[k] - starts[i][k]) <= std::numbers::pi + 1e-9);
    }
  }
}

TEST(variables_that_may_not_move_stay_at_the_start) {
  const Tree tree = panda().tree();
  std::vector<bool> movable(7, true);
  movable[2] = false;
  const Problem problem(tree, {tip_pose(panda(), tree)}, movable);
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(11);
  QueryList list;
  std::vector<double> held;
  for (int i = 0; i < 30; ++i) {
    auto target = inside_limits(random, tree), start = inside_limits(random, tree);
    target[2] = start[2];
    held.push_back(start[2]);
    list.add(problem, parameters_for(problem, target), start);
  }
  int solved = 0;
  list.solve(restarts);
  for (std::size_t i = 0; i < held.size(); ++i) {
    CHECK(list.solutions[i].q[2] == held[i]);
    solved += list.solutions[i].status == Status::solved;
  }
  CHECK(solved >= 27);
}

TEST(where_nothing_can_move_the_start_is_the_answer) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)}, std::vector<bool>(7, false));
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(12);
  const auto start = inside_limits(random, tree);
  QueryList list;
  list.add(problem, parameters_for(problem, inside_limits(random, tree)), start, 100);
  list.add(problem, parameters_for(problem, start), start, 100);
  list.solve(restarts);
  CHECK(list.solutions[0].status == Status::approximate && list.solutions[0].q == start);
  CHECK(list.solutions[1].status == Status::solved && list.solutions[1].q == start);
}
