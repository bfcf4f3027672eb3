#include "memetik/search/local/sqp_step.hpp"
#include "search/bounded_parabola.hpp"
#include "search/goal_pairs.hpp"
#include "search/stepping.hpp"

using namespace memetik;

TEST(sqp_ends_at_the_minimum_of_a_bounded_parabola) {
  for_each_bounded_parabola([](const BoundedParabola& parabola) {
    const Tree tree = parabola.tree();
    const QueryCase query_case(tree, {parabola.goal}, parabola.start);
    SqpStep step(query_case.problem);
    std::vector<double> q = parabola.start;
    follow(step, query_case, q, 300);
    parabola.check_minimum(q, 1e-5);
  });
}

TEST(sqp_never_leaves_the_limits_and_gets_lower) {
  for_each_pair(25, 8, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const QueryCase query_case(tree, goals, start);
    SqpStep step(query_case.problem);
    auto q = start;
    step.set_query(query_case.query);
    step.begin(RandomStream(1));
    double lowest = HUGE_VAL;
    for (int k = 0; k < 40; ++k) {
      step.evaluate(q.data());
      CHECK(within_limits(tree, q, 1e-14) && std::isfinite(step.cost()));
      lowest = std::min(lowest, step.cost());
      if (!step.step(q.data())) break;
    }
    CHECK(lowest <= query_case.evaluate(start).cost);
  });
}
