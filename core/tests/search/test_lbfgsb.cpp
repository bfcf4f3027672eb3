#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "memetik/search/local/lbfgsb.hpp"
#include "search/bounded_parabola.hpp"
#include "search/goal_pairs.hpp"
#include "search/settle_comparison.hpp"
#include "search/slides.hpp"

using namespace memetik;

namespace {

constexpr int plenty = 3000;  // of evaluations

struct Descended {
  Lbfgsb::Result result;
  std::vector<double> q;
};

Descended descend(const Problem& problem, std::vector<double> q, int max_evaluations = plenty,
                  const Query& query = {}, bool scaled = false) {
  Objective<double> objective(problem);
  Lbfgsb descent(problem, {.scaled = scaled});
  Stop stop;
  const auto result = descent.run(query, objective, q.data(), max_evaluations, stop);
  return {result, q};
}

// Rosenbrock's valley of two variables, as residuals 10 (y - x^2) and 1 - x.
GoalSpec valley() {
  GoalSpec goal;
  goal.kind = GoalKind::external;
  goal.variables = {0, 1};
  goal.rows = 2;
  goal.knows_derivative = true;
  goal.function = [](std::int64_t n, const double*, const double* q, double* out, double* jacobian, void*) {
    for (std::int64_t i = 0; i < n; ++i) {
      const double x = q[2 * i], y = q[2 * i + 1];
      out[2 * i] = 10 * (y - x * x);
      out[2 * i + 1] = 1 - x;
      const double rates[4] = {-20 * x, 10, -1, 0};
      std::copy_n(rates, 4, jacobian + 4 * i);
    }
  };
  return goal;
}

}  // namespace

TEST(lbfgsb_ends_at_the_minimum_of_a_bounded_parabola) {
  for_each_bounded_parabola([](const BoundedParabola& parabola) {
    const Tree tree = parabola.tree();
    for (const bool scaled : {false, true})
      parabola.check_minimum(descend(Problem(tree, {parabola.goal}), parabola.start, plenty, {}, scaled).q,
                             1e-5);
  });
}

TEST(lbfgsb_follows_a_curved_valley_and_stops_at_its_bounds) {
  const Tree open = slides({-5, -5}, {5, 5});
  const Descended end = descend(Problem(open, {valley()}), {-1.2, 1});
  CHECK(end.result.accepted);
  CHECK_NEAR(end.q[0], 1, 1e-4);
  CHECK(end.result.evaluations < 100);
  // for x <= 1/2 the minimum of 100 (y - x^2)^2 + (1 - x)^2 is at x = 1/2
  const Tree narrow = slides({-5, -5}, {0.5, 5});
  const Descended bounded = descend(Problem(narrow, {valley()}), {-1.2, 1});
  CHECK(bounded.result.converged && bounded.q[0] == 0.5);
  CHECK_NEAR(bounded.q[1], 0.25, 1e-6);
  CHECK_NEAR(bounded.result.cost, 0.25, 1e-9);
}

TEST(lbfgsb_never_raises_the_cost_nor_leaves_the_limits_nor_exceeds_its_budget) {
  for_each_pair(30, 10, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const Problem problem(tree, goals);
    Objective<double> objective(problem);
    objective.evaluate(start.data(), Scope::primary);
    const double before = objective.cost();
    for (const int budget : {1, 2, 5, 20, 60}) {
      const Descended end = descend(problem, start, budget, {}, budget % 2 == 0);
      objective.evaluate(end.q.data(), Scope::primary);
      // scaled variables are rounded when they become joint values again, and the cost with them
      CHECK_NEAR(end.result.cost, objective.cost(), 1e-11 * (1 + objective.cost()));
      CHECK(end.result.cost <= before * (1 + 1e-12));
      CHECK(end.result.accepted == objective.accepted());
      CHECK(end.result.evaluations >= 1 && end.result.evaluations <= budget);
      CHECK(within_limits(problem.tree(), end.q, 1e-14));
    }
  });
}

// Levenberg-Marquardt, with second-order steps from the same start, rarely ends lower.
TEST(lbfgsb_gets_about_as_low_as_settle_mode) {
  const auto cost_at_end = [](const Tree& tree, const std::vector<Goal>& goals, const auto& start) {
    return descend(Problem(tree, goals), start).result.cost;
  };
  CHECK(share_as_low_as_settle(plenty, cost_at_end) >= 0.85);
}

TEST(lbfgsb_keeps_to_the_box_of_its_query) {
  const Tree tree = slides({-5, -5}, {5, 5});
  const std::vector<double> start{-1.2, 1}, max_change{0.3, 0.1};
  const Query query{.start = start, .max_change = max_change};
  const Descended end = descend(Problem(tree, {valley()}), start, plenty, query);
  CHECK(std::abs(end.q[0] - start[0]) <= 0.3 && std::abs(end.q[1] - start[1]) <= 0.1);
}

// A parabola that is a thousand times as steep in one direction as in the other becomes round when scaled.
TEST(lbfgsb_is_independent_of_units_when_scaled) {
  GoalSpec close;
  close.kind = GoalKind::stay_close;
  close.variables = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Tree tree = slides(std::vector<double>(10, -5), std::vector<double>(10, 5));
  for (int i = 0; i < 10; ++i) {
    close.variable_weights.push_back(std::pow(10.0, 0.3 * i));
    close.target.push_back(0.1 * i);
  }
  close.tolerance = {1e-6};
  const Descended end = descend(Problem(tree, {close}), std::vector<double>(10, 1.0), plenty, {}, true);
  CHECK(end.result.accepted && end.result.evaluations < 10);
}

TEST(lbfgsb_resumes_with_its_point_and_model) {
  const Tree tree = slides({-5, -5}, {5, 5});
  const Problem problem(tree, {valley()});
  const int whole = descend(problem, {-1.2, 1}).result.evaluations;
  Objective<double> objective(problem);
  Cost cost(objective);
  Lbfgsb descent(problem);
  Stop stop;
  std::vector<double> q{-1.2, 1};
  auto result = descent.run({}, cost, q.data(), 10, stop);
  int evaluations = result.evaluations;
  for (int part = 0; part < 20 && !result.accepted; ++part) {
    const double before = result.cost;
    result = descent.resume({}, cost, q.data(), 10, stop);
    CHECK(result.cost <= before && result.evaluations <= 10);
    evaluations += result.evaluations;
  }
  CHECK(result.accepted);
  CHECK(evaluations < 2 * whole);
}
