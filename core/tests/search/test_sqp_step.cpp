#include <numeric>

#include "memetik/search/local/sqp_step.hpp"
#include "search/goal_pairs.hpp"
#include "search/slides.hpp"
#include "search/stepping.hpp"

using namespace memetik;

TEST(sqp_ends_at_the_minimum_of_a_bounded_parabola) {
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
    const QueryCase query_case(tree, {close}, start);
    SqpStep step(query_case.problem);
    follow(step, query_case, start, 300);
    for (std::size_t i = 0; i < n; ++i) CHECK_NEAR(start[i], std::clamp(target[i], lower[i], upper[i]), 1e-5);
  }
}

TEST(sqp_never_leaves_the_limits_and_gets_lower) {
  for_each_pair(25, 8, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const QueryCase query_case(tree, goals, start);
    SqpStep step(query_case.problem);
    auto q = start;
    step.set_query(query_case.query);
    step.begin(RandomStream(1));
    double least = HUGE_VAL;
    for (int k = 0; k < 40; ++k) {
      step.look(q.data());
      CHECK(within_limits(tree, q, 1e-14) && std::isfinite(step.cost()));
      least = std::min(least, step.cost());
      if (!step.step(q.data())) break;
    }
    CHECK(least <= query_case.look(start).cost);
  });
}
