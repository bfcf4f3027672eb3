#include <algorithm>

#include "check.hpp"
#include "memetik/search/local/secondary.hpp"
#include "search/evaluation.hpp"
#include "search/slides.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

constexpr int usual = 200;         // evaluations that a solve spends on secondary goals
constexpr int step_and_back = 11;  // maximum number of evaluations of a step, which is always completed

// A redundant arm at a configuration that meets its primary goal, and another configuration that it should be
// close to.
struct Redundant {
  std::vector<double> q;
  Problem problem;

  Redundant(Random& random, const Arm& arm, const Tree& tree, GoalKind kind)
      : q(inside_limits(random, tree)),
        problem(tree, {tip_goal(arm, tree, q, kind), stay_close_to(inside_limits(random, tree))}) {}
};

struct Descended {
  std::vector<double> q;
  int evaluations;
};

Descended descend(const Problem& problem, std::vector<double> q, int max_evaluations) {
  Objective<double> objective(problem);
  SecondaryDescent descent(problem);
  Stop stop;
  const int evaluations = descent.run({}, objective, q.data(), max_evaluations, stop);
  return {q, evaluations};
}

// A slow but reliable reference: many small random changes, each projected back to the primary goals and kept
// if it helps.
double cost_after_a_long_walk(const Problem& problem, Random& random, std::vector<double> q) {
  Objective<double> objective(problem);
  ReachStep<double> reach(problem);
  double lowest = Evaluation(problem, q).secondary_cost;
  for (int i = 0; i < 1500; ++i) {
    auto trial = q;
    const double size = std::pow(10.0, random.uniform(-3, -1));
    for (const int v : problem.active()) trial[static_cast<std::size_t>(v)] += random.uniform(-size, size);
    clip(problem.tree(), trial);
    for (int k = 0; k < 4; ++k) {
      objective.linearize(trial.data(), Scope::primary);
      reach.apply(objective, trial.data());
    }
    objective.evaluate(trial.data(), Scope::all);
    const double cost = secondary_cost_of(objective);
    if (!objective.accepted() || cost >= lowest) continue;
    lowest = cost;
    q = trial;
  }
  return lowest;
}

// A primary goal of any kind, which is met, and a secondary goal, which is not.
template <class Visit>
void for_each_pair(unsigned count, Visit visit) {
  for_each_example(count, 10, [&](Random& random, const Tree& tree, const auto& others, const auto& q) {
    const auto goals = goals_met_at(random, tree, q);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const NameOnFailure name_on_failure(goals[i]);
      const RandomGoal& other = others[static_cast<std::size_t>(random.integer(static_cast<int>(i) + 1))];
      visit(Problem(tree, {goals[i].goal, secondary(other.goal)}), q);
    }
  });
}

}  // namespace

// A run with a smaller budget is the beginning of a run with a larger one, so the property holds for every
// step.
TEST(secondary_goals_get_no_worse_and_primary_ones_stay_met) {
  int improved = 0, tried = 0;
  for_each_pair(40, [&](const Problem& problem, const std::vector<double>& start) {
    const double first = Evaluation(problem, start).secondary_cost;
    double before = first;
    for (const int budget : {1, 4, 8, 15, 30, 60, usual}) {
      const auto q = descend(problem, start, budget).q;
      const Evaluation at_end(problem, q);
      CHECK(at_end.accepted);
      CHECK(at_end.secondary_cost <= before + 1e-14 * (1 + first));
      CHECK(within_limits(problem.tree(), q, 1e-14));
      before = at_end.secondary_cost;
    }
    improved += before < 0.9 * first;
    ++tried;
  });
  CHECK(tried > 300 && improved > tried / 2);
}

TEST(secondary_goals_exceed_the_budget_by_at_most_one_step) {
  for_each_pair(20, [](const Problem& problem, const std::vector<double>& start) {
    for (const int budget : {1, 2, 5, 10, 40}) {
      const int evaluations = descend(problem, start, budget).evaluations;
      CHECK(evaluations >= 1 && evaluations < budget + step_and_back);
    }
    CHECK(descend(problem, start, 1).q == start);  // one evaluation is not enough for a step
  });
}

TEST(redundant_arms_come_as_close_to_a_posture_as_a_random_search) {
  int close = 0, tried = 0;
  for (const Arm& arm : {panda(), iiwa14()}) {
    const Tree tree = arm.tree();
    Random random(1);
    for (int i = 0; i < 16; ++i)
      for (const GoalKind kind : {GoalKind::pose, GoalKind::position}) {
        const Redundant example(random, arm, tree, kind);
        const auto q = descend(example.problem, example.q, usual).q;
        const Evaluation at_end(example.problem, q);
        CHECK(at_end.accepted);
        CHECK(within_limits(tree, q, 0));
        const double reference = cost_after_a_long_walk(example.problem, random, example.q);
        close += at_end.secondary_cost <= 1.1 * reference;
        ++tried;
      }
  }
  CHECK(close >= 0.95 * tried);
}

TEST(where_the_posture_is_that_of_the_start_nothing_moves) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const auto q = inside_limits(random, tree);
    const Problem problem(tree, {tip_goal(arm, tree, q), stay_close_to(q)});
    CHECK(descend(problem, q, usual).q == q);
  }
}

// The minimum of q0^2 + 3 q1^2 with q0 + q1 = 1 is at 3/4 and 1/4, or as near as the limits allow.
TEST(two_slides_share_their_way_by_their_weights) {
  for (const double limit : {2.0, 0.6}) {
    const Tree tree = slides({-2, -2}, {limit, 2});
    GoalSpec place;
    place.kind = GoalKind::position;
    place.links = {2};
    place.target = {0, 0, 1};
    GoalSpec low = stay_close_to({0, 0});
    low.variable_weights = {1, 3};
    const auto q = descend(Problem(tree, {place, low}), {-0.5, 1.5}, usual).q;
    const double wanted = std::min(0.75, limit);
    CHECK_NEAR(q[0], wanted, 1e-3);
    CHECK_NEAR(q[1], 1 - wanted, 1e-3);
  }
}

TEST(where_nothing_can_move_secondary_goals_change_nothing) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(3);
  const auto q = inside_limits(random, tree);
  const Problem problem(tree, {tip_goal(arm, tree, q), stay_close_to(inside_limits(random, tree))},
                        std::vector<bool>(7, false));
  const Descended end = descend(problem, q, usual);
  CHECK(end.q == q && end.evaluations == 1);
}
