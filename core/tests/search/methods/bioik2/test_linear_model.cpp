#include <cmath>

#include "check.hpp"
#include "memetik/search/methods/bioik2/linear_model.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

// A problem with primary and secondary goals on a random tree, and its linear model around q.
struct Example {
  Problem problem;
  std::vector<double> q, x0;
  Objective<Pack> objective;
  LinearModel model;

  Example(const Tree& tree, std::vector<Goal> goals, const std::vector<double>& around)
      : problem(tree, with_secondary(std::move(goals))), q(around), objective(problem), model(problem) {
    for (const int v : problem.active()) x0.push_back(q[static_cast<std::size_t>(v)]);
    const std::vector<Pack> packed(q.begin(), q.end());
    objective.linearize(packed.data(), Scope::all);
    model.build(objective, pack_lanes - 1, x0);
  }

  static std::vector<Goal> with_secondary(std::vector<Goal> goals) {
    for (std::size_t i = 0; i < goals.size(); i += 3) goals[i].priority = Priority::secondary;
    return goals;
  }
  std::vector<double> near(Random& random, double distance) const {
    std::vector<double> x = x0;
    for (double& value : x) value += random.uniform(-distance, distance);
    return x;
  }
  // |r + J (x - x0)|^2 over a range of rows, from the objective's columns.
  double expected(const std::vector<double>& x, int first, int last) const {
    double sum = 0;
    for (int row = first; row < last; ++row) {
      double residual = objective.residuals()[row][0];
      for (std::size_t c = 0; c < x.size(); ++c)
        residual += objective.column(static_cast<int>(c))[row][0] * (x[c] - x0[c]);
      sum += residual * residual;
    }
    return sum;
  }
};

template <class Visit>
void for_each_model(Visit visit) {
  for_each_example(12, 6,
                   [&](Random& random, const Tree& tree, const std::vector<RandomGoal>& goals,
                       const std::vector<double>& q) {
                     Example example(tree, plain(goals), q);
                     visit(random, example);
                   });
}

}  // namespace

TEST(a_linear_model_is_the_residuals_and_their_jacobian) {
  for_each_model([](Random& random, Example& example) {
    const int primary = example.problem.primary_rows(), rows = example.problem.rows();
    for (int i = 0; i < 3; ++i) {
      const std::vector<double> x = example.near(random, 0.3);
      const auto costs = example.model.evaluate(x);
      const double first = example.expected(x, 0, primary), second = example.expected(x, primary, rows);
      CHECK_NEAR(costs.primary, first, 1e-9 * (1 + first));
      CHECK_NEAR(costs.secondary, second, 1e-9 * (1 + second));
    }
  });
}

TEST(costs_of_many_configurations_equal_single_ones) {
  for_each_model([](Random& random, Example& example) {
    for (const std::size_t count : {1u, 3u, 16u, 21u}) {
      const std::size_t stride = (count + pack_lanes - 1) / pack_lanes * pack_lanes;
      std::vector<double> genes(example.x0.size() * stride), primary(stride), secondary(stride);
      std::vector<std::vector<double>> each;
      for (std::size_t i = 0; i < count; ++i) {
        each.push_back(example.near(random, 0.5));
        for (std::size_t c = 0; c < example.x0.size(); ++c) genes[c * stride + i] = each[i][c];
      }
      example.model.costs(genes.data(), stride, count, primary.data(), secondary.data());
      for (std::size_t i = 0; i < count; ++i) {
        const auto alone = example.model.evaluate(each[i]);
        CHECK_NEAR(primary[i], alone.primary, 1e-9 * (1 + alone.primary));
        CHECK_NEAR(secondary[i], alone.secondary, 1e-9 * (1 + alone.secondary));
      }
    }
  });
}

// f(x - t g) = f - 2 t g.g + t^2 |J g|^2, for any t.
TEST(along_its_gradient_a_linear_model_is_a_parabola) {
  for_each_model([](Random& random, Example& example) {
    const std::vector<double> x = example.near(random, 0.2);
    const auto total = [&](const std::vector<double>& at) {
      const auto costs = example.model.evaluate(at);
      return costs.primary + costs.secondary;
    };
    const double here = total(x);
    const auto gradient = example.model.gradient();
    const std::vector<double> g(gradient.begin(), gradient.end());
    const double curvature = example.model.curvature();
    double square = 0;
    for (const double slope : g) square += slope * slope;
    for (const double t : {-0.1, 0.01, 0.3}) {
      std::vector<double> moved = x;
      for (std::size_t c = 0; c < x.size(); ++c) moved[c] -= t * g[c];
      const double there = here - 2 * t * square + t * t * curvature;
      CHECK_NEAR(total(moved), there, 1e-9 * (1 + std::abs(here) + square + curvature));
    }
  });
}
