#include <algorithm>
#include <numbers>

#include "check.hpp"
#include "memetik/search/ladder.hpp"
#include "memetik/search/trace.hpp"
#include "search/narrowed.hpp"
#include "search/query_case.hpp"
#include "search/rule_acceptor.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

constexpr Method methods[] = {Method::automatic, Method::restarts, Method::memetic};

// One query of a problem, solved in different ways.
struct Example : QueryCase {
  StartSources sources{problem};

  Example(const Tree& tree, const std::vector<Goal>& goals, const std::vector<double>& first)
      : QueryCase(tree, goals, first) {
    query.options.max_evaluations = 3000;
  }

  Solution solve(const LadderOptions& options = {}) const {
    Ladder ladder(problem, sources, options);
    Solution solution;
    Stop stop;
    ladder.solve(query, solution, stop, 1);
    return solution;
  }
  std::vector<Solution> solve_all(std::size_t count) const {
    Ladder ladder(problem, sources, {});
    Stop stop;
    return ladder.solve_all(query, count, stop).list;
  }
  // The measure that prefer = "best" minimises.
  double measure(const std::vector<double>& q) const {
    if (problem.rows() > problem.primary_rows()) return evaluate(q).secondary_cost;
    std::vector<double> motion(q.size());
    difference(problem.tree(), start, q, motion);
    double sum = 0;
    for (const double m : motion) sum += m * m;
    return std::sqrt(sum);
  }
};

// Poses of arms, alone or with a secondary posture goal.
template <class Visit>
void for_each_pose(int count, Visit visit) {
  int visited = 0;
  for_each_arm(count, 1, [&](Random& random, const Tree& tree, const Arm& arm) {
    std::vector<Goal> goals{tip_goal(arm, tree, inside_limits(random, tree))};
    if (visited++ % count % 2)
      goals.push_back(secondary(random_stay_close(random, tree, inside_limits(random, tree)).goal));
    visit(Example(tree, goals, inside_limits(random, tree)));
  });
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(std::remainder(a[i] - b[i], 2 * std::numbers::pi)));
  return largest;
}

// Solutions with status solved pass the rule, those with status invalid do not.
void check_last_word(bool (*rule)(const std::vector<double>&)) {
  int solved = 0;
  for_each_pose(6, [&](const Example& example) {
    for (const Method method : methods)
      for (const bool best : {false, true}) {
        RuleAcceptor acceptor;
        acceptor.rule = rule;
        Example own(example.problem.tree(), {example.problem.goals().begin(), example.problem.goals().end()},
                    example.start);
        own.query.acceptor = &acceptor;
        const Solution solution = own.solve({.method = method, .best = best});
        const bool meets = own.evaluate(solution.q).accepted;
        if (solution.status == Status::solved) CHECK(meets && rule(solution.q));
        if (solution.status == Status::invalid) CHECK(meets && !rule(solution.q) && !acceptor.seen.empty());
        if (solution.status == Status::approximate) CHECK(!meets);
        solved += solution.status == Status::solved;
        for (const Solution& one : own.solve_all(4)) CHECK(rule(one.q) && own.evaluate(one.q).accepted);
      }
  });
  CHECK(solved > 60);
}

}  // namespace

TEST(the_best_is_never_worse_than_the_first_where_both_begin_alike) {
  int better = 0, worse = 0, tried = 0;
  for_each_pose(8, [&](const Example& example) {
    const Solution first = example.solve(), best = example.solve({.best = true});
    if (first.status != Status::solved) return;
    CHECK(best.status == Status::solved && example.evaluate(best.q).accepted);
    CHECK_NEAR(best.cost, example.evaluate(best.q).cost, 1e-12);
    CHECK(within_limits(example.problem.tree(), best.q, 0));
    const double of_first = example.measure(first.q), of_best = example.measure(best.q);
    if (first.stage == Stage::start) CHECK(of_best <= of_first * (1 + 1e-3) + 1e-4);
    better += of_best < 0.99 * of_first;
    worse += of_best > 1.01 * of_first;
    ++tried;
  });
  CHECK(tried > 20 && better > tried / 4 && worse <= tried / 10);
}

TEST(all_solutions_are_solutions_distinct_and_the_best_first) {
  int several = 0;
  for_each_pose(6, [&](const Example& example) {
    for (const std::size_t count : {std::size_t(1), std::size_t(3), std::size_t(20)}) {
      const auto solutions = example.solve_all(count);
      CHECK(solutions.size() <= count);
      several += solutions.size() > 2;
      for (std::size_t i = 0; i < solutions.size(); ++i) {
        CHECK(solutions[i].status == Status::solved && example.evaluate(solutions[i].q).accepted);
        CHECK(within_limits(example.problem.tree(), solutions[i].q, 0));
        CHECK(solutions[i].evaluations == solutions[0].evaluations &&
              solutions[i].starts == solutions[0].starts);
        for (std::size_t j = 0; j < i; ++j) CHECK(apart(solutions[i].q, solutions[j].q) > 5e-3);
        if (i)
          CHECK(example.measure(solutions[i - 1].q) <= example.measure(solutions[i].q) * (1 + 1e-6) + 1e-6);
      }
    }
  });
  CHECK(several > 15);
}

// The axes of the UR5's last three joints do not intersect, but its geometry allows at most eight solutions,
// up to whole turns.
TEST(the_ur5_has_at_most_eight_solutions) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  Random random(2);
  std::size_t max_solutions = 0;
  for (int i = 0; i < 10; ++i) {
    Example example(tree, {tip_goal(arm, tree, inside_limits(random, tree))}, inside_limits(random, tree));
    example.query.options.max_evaluations = 6000;
    const auto solutions = example.solve_all(100);
    CHECK(solutions.size() <= 8 && !solutions.empty());
    max_solutions = std::max(max_solutions, solutions.size());
  }
  CHECK(max_solutions == 8);
}

// One rule that does not depend on whole turns, and one that does.
TEST(every_solved_answer_is_accepted_by_the_acceptor) {
  check_last_word([](const std::vector<double>& q) { return std::sin(q[1]) < 0.2; });
}
TEST(the_acceptor_accepts_answers_after_unwinding) {
  check_last_word([](const std::vector<double>& q) { return q[1] < 0.2; });
}
TEST(an_acceptor_that_accepts_nothing_leaves_an_invalid_answer_that_meets_the_goals) {
  for_each_pose(2, [](const Example& example) {
    RuleAcceptor acceptor;
    Example own(example.problem.tree(), {example.problem.goals().begin(), example.problem.goals().end()},
                example.start);
    own.query.acceptor = &acceptor;
    for (const Method method : methods)
      for (const bool best : {false, true}) {
        const Solution solution = own.solve({.method = method, .best = best});
        CHECK(solution.status == Status::invalid && own.evaluate(solution.q).accepted);
      }
    CHECK(own.solve_all(3).empty());
  });
}

TEST(answers_stay_within_max_change_of_the_start) {
  int solved = 0;
  for_each_example(25, 8, [&](Random& random, const Tree& tree, const auto& goals, const auto&) {
    for (const Method method : methods)
      for (const bool near : {false, true}) {
        const Narrowed narrowed = random_narrowed(random, tree);
        const auto any = static_cast<std::size_t>(random.integer(static_cast<int>(goals.size())));
        const NameOnFailure name_on_failure(goals[any]);
        const GoalSpec beside =
            secondary(goals[static_cast<std::size_t>(random.integer(static_cast<int>(goals.size())))].goal);
        Example example(tree, {goals[any].goal, beside}, narrowed.start);
        example.query.max_change = narrowed.max_change;
        if (near) example.query.after_rejection = AfterRejection::near_start;
        example.query.options.max_evaluations = 1500;
        const Solution solution = example.solve({.method = method});
        CHECK(allowed(tree, narrowed, solution.q, 1e-7));
        CHECK((solution.status == Status::solved) == example.evaluate(solution.q).accepted);
        solved += solution.status == Status::solved;
        for (const Solution& one : example.solve_all(2)) CHECK(allowed(tree, narrowed, one.q, 1e-7));
      }
  });
  CHECK(solved > 30);
}

// Every stage reports evaluations and starts counted from the beginning of the solve.
TEST(a_trace_of_a_solve_goes_forward_and_down) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(4);
  for (const bool loose : {false, true})
    for (const Method method : methods) {
      GoalSpec here = tip_goal(arm, tree, inside_limits(random, tree)),
               there = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position);
      if (loose) there.tolerance[0] = 0.01;
      Example example(tree, {here, there}, inside_limits(random, tree));
      Trace trace;
      example.query.trace = &trace;
      example.query.start_given = false;  // no branch is preferred
      example.query.options.max_evaluations = 20000;
      const Solution solution = example.solve({.method = method});
      const auto& entries = trace.entries();
      CHECK(!entries.empty());
      for (std::size_t i = 1; i < entries.size(); ++i) {
        CHECK(entries[i].evaluations >= entries[i - 1].evaluations);
        CHECK(entries[i].cost <= entries[i - 1].cost);
        CHECK(entries[i].seconds >= entries[i - 1].seconds);
      }
      CHECK(entries.back().evaluations <= solution.evaluations);
      // the solution may be another candidate of equal cost, see CandidateSet
      CHECK(entries.back().cost <= (1 + 1e-9) * solution.cost);
      CHECK(solution.cost <= (1 + 2e-3) * entries.back().cost + 1e-3);
    }
}
