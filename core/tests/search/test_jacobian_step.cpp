#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>

#include "memetik/search/local/jacobian_step.hpp"
#include "search/stepping.hpp"

using namespace memetik;

namespace {

struct Linear {
  Eigen::MatrixXd jacobian;  // primary rows, then secondary rows
  Eigen::VectorXd residuals;

  Linear(const QueryCase& query_case) {
    const Problem& problem = query_case.problem;
    Objective<double> objective(problem);
    objective.linearize(query_case.start.data(), Scope::all);
    const auto columns = static_cast<Eigen::Index>(problem.active().size());
    jacobian = Eigen::Map<const Eigen::MatrixXd>(objective.column(0), problem.rows(), columns);
    residuals = Eigen::Map<const Eigen::VectorXd>(objective.residuals(), problem.rows());
  }
};

Eigen::VectorXd to_eigen(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// A pose so near that no step is shortened or clipped.
template <class Visit>
void for_each_query_case(const Visit& visit) {
  for_each_wide_arm(20, [&](Random& random, const Tree& tree, const Arm& arm) {
    auto start = inside_limits(random, tree);
    for (double& value : start) value *= 0.9;
    visit(QueryCase(tree, {tip_goal(arm, tree, nearby(random, tree, start, 0.01))}, start));
  });
}

Eigen::VectorXd step_of(const QueryCase& query_case, const JacobianOptions& options) {
  JacobianStep step(query_case.problem, options);
  return to_eigen(step_from_start(step, query_case));
}

}  // namespace

TEST(damped_steps_are_those_of_their_formula) {
  for_each_query_case([](const QueryCase& query_case) {
    const auto [j, r] = Linear(query_case);
    const double lambda = 0.1 * j.norm();
    const Eigen::MatrixXd damped =
        j * j.transpose() + lambda * lambda * Eigen::MatrixXd::Identity(j.rows(), j.rows());
    const Eigen::VectorXd expected = -j.transpose() * damped.llt().solve(r);
    CHECK_NEAR((step_of(query_case, {.damping = 0.1}) - expected).norm(), 0, 1e-9);
  });
}

TEST(pseudo_inverse_steps_are_the_shortest_that_meet_linear_goals) {
  for_each_query_case([](const QueryCase& query_case) {
    const auto [j, r] = Linear(query_case);
    const Eigen::VectorXd expected = -j.completeOrthogonalDecomposition().solve(r);
    if (expected.cwiseAbs().maxCoeff() > 0.1) return;  // near a singularity
    const Eigen::VectorXd step = step_of(query_case, {.inverse = JacobianInverse::pseudo});
    CHECK_NEAR((step - expected).norm(), 0, 1e-8);
    // selectively damped steps are at most as long along each singular direction
    CHECK(step_of(query_case, {.inverse = JacobianInverse::selective}).norm() <= step.norm() + 1e-9);
  });
}

TEST(transposed_steps_go_down_the_gradient_to_where_linear_goals_are_nearest) {
  for_each_query_case([](const QueryCase& query_case) {
    const auto [j, r] = Linear(query_case);
    const Eigen::VectorXd step = step_of(query_case, {.inverse = JacobianInverse::transpose}),
                          down = -j.transpose() * r;
    CHECK_NEAR(step.normalized().dot(down.normalized()), 1, 1e-12);
    CHECK_NEAR((r + j * step).dot(j * down), 0, 1e-12);
  });
}

TEST(selective_steps_are_bounded_where_pseudo_inverse_ones_are_not) {
  for_each_arm(50, 1, [](Random& random, const Tree& tree, const Arm& arm) {
    const QueryCase query_case(tree, {tip_goal(arm, tree, inside_limits(random, tree))},
                               inside_limits(random, tree));
    JacobianStep step(query_case.problem, {.inverse = JacobianInverse::selective});
    for (const double change : step_from_start(step, query_case))
      CHECK(std::abs(change) <= std::numbers::pi / 4 + 1e-12);
  });
}

TEST(secondary_goals_move_in_the_null_space_of_primary_ones) {
  for_each_wide_arm(20, [](Random& random, const Tree& tree, const Arm& arm) {
    auto start = inside_limits(random, tree);
    for (double& value : start) value *= 0.9;
    GoalSpec close = secondary(random_stay_close(random, tree, inside_limits(random, tree)).goal);
    close.follows_start = false;
    const GoalSpec place = tip_goal(arm, tree, nearby(random, tree, start, 0.01), GoalKind::position);
    const QueryCase with(tree, {place, close}, start), without(tree, {place}, start);
    const JacobianOptions options{.inverse = JacobianInverse::pseudo};
    if (with.problem.active().size() != without.problem.active().size()) return;
    const auto [j, r] = Linear(with);
    const Eigen::VectorXd change = step_of(with, options) - step_of(without, options);
    const Eigen::VectorXd gradient = 2 * j.bottomRows(j.rows() - 3).transpose() * r.tail(r.size() - 3);
    if (step_of(without, options).cwiseAbs().maxCoeff() > 0.1) return;  // near a singularity
    CHECK_NEAR((j.topRows(3) * change).norm(), 0, 1e-8);
    CHECK(gradient.dot(change) <= 1e-12);
  });
}

TEST(a_step_beyond_a_limit_ends_the_attempt_with_stop_at_limits) {
  int ends = 0, steps = 0;
  for_each_arm(50, 1, [&](Random& random, const Tree& tree, const Arm& arm) {
    const QueryCase query_case(tree, {tip_goal(arm, tree, inside_limits(random, tree))},
                               inside_limits(random, tree));
    JacobianStep clipped(query_case.problem, {}), ended(query_case.problem, {.stop_at_limits = true});
    const auto a = step_from_start(clipped, query_case), b = step_from_start(ended, query_case);
    if (b.empty()) {
      // some variable is on its bound after the clipped step
      bool on_bound = false;
      for (std::size_t k = 0; k < a.size(); ++k) {
        const Variable& v = tree.variables()[k];
        const double value = query_case.start[k] + a[k];
        on_bound |= std::abs(value - v.lower) < 1e-9 || std::abs(value - v.upper) < 1e-9;
      }
      CHECK(on_bound);
      ++ends;
    } else {
      CHECK(a == b);
      ++steps;
    }
  });
  CHECK(ends > 10 && steps > 10);
}
