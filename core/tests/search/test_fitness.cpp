#include <cmath>
#include <numeric>

#include "check.hpp"
#include "memetik/search/evolve/fitness.hpp"
#include "memetik/search/local/differences.hpp"
#include "random_goals.hpp"

using namespace memetik;

TEST(cost_terms_add_up_to_the_cost_and_their_rows_to_all_rows) {
  for_each_example(40, 8, [](Random&, const Tree& tree, const auto& goals, const auto& q) {
    const Problem problem(tree, plain(goals));
    Objective<double> objective(problem);
    objective.record_cost_terms();
    objective.evaluate(q.data(), Scope::all);
    double sum = 0;
    int rows = 0;
    for (const CostTerm<double>& term : objective.cost_terms()) {
      sum += term.cost;
      rows += term.last - term.first;
    }
    CHECK(static_cast<int>(objective.cost_terms().size()) == error_count(problem, Scope::all));
    CHECK_NEAR(sum, objective.cost(), 1e-12 * (1 + objective.cost()));
    CHECK(rows == problem.rows());
  });
}

TEST(the_mean_error_has_the_gradient_that_differences_show) {
  for_each_example(40, 8, [](Random&, const Tree& tree, const auto& goals, auto q) {
    const Problem problem(tree, plain(goals));
    Objective<double> objective(problem);
    MeanError mean(objective);
    const std::size_t n = problem.active().size();
    std::vector<double> gradient(n), unused(n);
    mean.at(q.data(), gradient.data());
    for (std::size_t c = 0; c < n; ++c) {
      double& own = q[static_cast<std::size_t>(problem.active()[c])];
      const double at = own, step = 1e-6;
      own = at + step;
      const double above = mean.at(q.data(), unused.data()).value;
      own = at - step;
      const double below = mean.at(q.data(), unused.data()).value;
      own = at;
      CHECK_NEAR(gradient[c], (above - below) / (2 * step), 1e-4 * (1 + std::abs(gradient[c])));
    }
  });
}

TEST(differences_of_the_mean_equal_its_gradient) {
  for_each_example(40, 8, [](Random&, const Tree& tree, const auto& goals, const auto& q) {
    const Problem problem(tree, plain(goals));
    Objective<double> exact(problem), changed(problem);
    MeanError mean(exact, Scope::all);
    changed.record_cost_terms();
    Differences differences(changed, true, Scope::all, [&](const Objective<double>& evaluated) {
      return fitness(FitnessKind::mean, error_count(problem, Scope::all), evaluated);
    });
    std::vector<double> expected(problem.active().size()), found(expected.size());
    CHECK_NEAR(differences.at(q.data(), found.data()).value, mean.at(q.data(), expected.data()).value, 1e-9);
    for (std::size_t c = 0; c < found.size(); ++c)
      CHECK_NEAR(found[c], expected[c], 5e-3 * (1 + std::abs(expected[c])));
  });
}
