#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <map>

#include "check.hpp"
#include "memetik/objective/objective.hpp"
#include "memetik/search/local/damped_step.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

enum class Form { pose, point, dual, primal };

Form form_of(const Problem& problem) {
  const int rows = problem.primary_rows(), count = static_cast<int>(problem.active().size());
  if (rows == 6 && count >= 6) return Form::pose;
  if (rows == 3 && count >= 3) return Form::point;
  return rows <= count ? Form::dual : Form::primal;
}

template <class T>
typename DampedStep<T>::Linear linear_of(const Objective<T>& objective) {
  return {objective.column(0), objective.problem().rows(), objective.residuals(), objective.gradient()};
}

// The definition: without the held variables, (J^T J + lambda I) dq = -J^T r.
std::vector<double> dense_step(const Objective<double>& objective, const std::vector<double>& free,
                               double lambda) {
  const int rows = objective.problem().primary_rows();
  std::vector<int> kept;
  for (std::size_t c = 0; c < free.size(); ++c)
    if (free[c] == 1) kept.push_back(static_cast<int>(c));
  const auto n = static_cast<Eigen::Index>(kept.size());
  Eigen::MatrixXd jacobian(rows, n);
  for (Eigen::Index k = 0; k < n; ++k)
    for (int r = 0; r < rows; ++r) jacobian(r, k) = objective.column(kept[static_cast<std::size_t>(k)])[r];
  const Eigen::VectorXd r = Eigen::Map<const Eigen::VectorXd>(objective.residuals(), rows);
  const Eigen::MatrixXd matrix = jacobian.transpose() * jacobian + lambda * Eigen::MatrixXd::Identity(n, n);
  const Eigen::VectorXd solution = matrix.ldlt().solve(-jacobian.transpose() * r);
  std::vector<double> step(free.size(), 0.0);
  for (Eigen::Index k = 0; k < n; ++k)
    step[static_cast<std::size_t>(kept[static_cast<std::size_t>(k)])] = solution(k);
  return step;
}

double size_of(const std::vector<double>& step) {
  double sum = 1;
  for (const double value : step) sum += std::abs(value);
  return sum;
}

// One to four primary goals of any kind, and a secondary one, which must have no effect.
template <class Visit>
void for_each_problem(unsigned count, int joints, Visit visit) {
  for_each_example(count, joints, [&](Random& random, const Tree& tree, const auto& goals, const auto&) {
    for (const RandomGoal& first : goals) {
      const NameOnFailure name_on_failure(first);
      const auto any = [&] {
        return goals[static_cast<std::size_t>(random.integer(static_cast<int>(goals.size())))].goal;
      };
      std::vector<Goal> own{first.goal};
      if (random.integer(2)) {
        GoalSpec beside = any();
        beside.priority = Priority::secondary;
        own.insert(own.begin(), beside);
      }
      for (int k = random.integer(4); k > 0; --k) own.push_back(any());
      const Problem problem(tree, own);
      if (!problem.active().empty()) visit(random, problem);
    }
  });
}

}  // namespace

TEST(damped_steps_in_every_form_and_lane_solve_the_normal_equations) {
  std::map<Form, int> seen;
  for (const int joints : {5, 12, 20})
    for_each_problem(25, joints, [&](Random& random, const Problem& problem) {
      const std::size_t count = problem.active().size(), dof = static_cast<std::size_t>(problem.tree().dof());
      Objective<Pack> lanes(problem);
      Objective<double> single(problem);
      DampedStep<Pack> damped(problem);
      DampedStep<double> alone(problem);
      std::vector<Pack> q(dof), free(count);
      std::vector<std::vector<double>> own_q;
      Pack lambda(0);
      for (int l = 0; l < pack_lanes; ++l) {
        own_q.push_back(inside_limits(random, problem.tree()));
        for (std::size_t i = 0; i < dof; ++i) q[i].set(l, own_q.back()[i]);
        for (std::size_t c = 0; c < count; ++c) free[c].set(l, random.integer(4) > 0 ? 1 : 0);
        lambda.set(l, std::exp(random.uniform(-8, 2)));
      }
      lanes.linearize(q.data(), Scope::primary);
      const auto step = damped.solve(linear_of(lanes), free.data(), lambda);
      ++seen[form_of(problem)];
      for (int l = 0; l < pack_lanes; ++l) {
        single.linearize(own_q[static_cast<std::size_t>(l)].data(), Scope::primary);
        std::vector<double> own_free;
        for (const Pack& f : free) own_free.push_back(f[l]);
        const auto expected = dense_step(single, own_free, lambda[l]);
        const auto found = alone.solve(linear_of(single), own_free.data(), lambda[l]);
        const double near = 1e-8 * size_of(expected);
        for (std::size_t c = 0; c < count; ++c) {
          CHECK_NEAR(found[c], expected[c], near);
          CHECK_NEAR(step[c][l], expected[c], 100 * near);  // residuals round differently near half a turn
          if (own_free[c] == 0) CHECK(found[c] == 0 && step[c][l] == 0);
        }
      }
    });
  for (const Form form : {Form::pose, Form::point, Form::dual, Form::primal}) CHECK(seen[form] > 30);
}

// A goal split into parts is the same goal, but leads to another form of the system.
TEST(a_goal_in_parts_leads_to_the_same_damped_step_in_another_form) {
  std::map<Form, int> seen;
  for_each_example(40, 14, [&](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const NameOnFailure name_on_failure(goal);
      const double lambda = std::exp(random.uniform(-6, 2));
      std::vector<double> expected, free;
      for (const int parts : {1, 2, 3, 8}) {
        GoalSpec part = goal.goal;
        part.weight /= parts;
        const Problem problem(tree, std::vector<Goal>(static_cast<std::size_t>(parts), part));
        while (free.size() < problem.active().size()) free.push_back(random.integer(4) > 0 ? 1 : 0);
        if (free.empty()) continue;
        Objective<double> objective(problem);
        DampedStep<double> damped(problem);
        objective.linearize(q.data(), Scope::primary);
        const auto step = damped.solve(linear_of(objective), free.data(), lambda);
        if (expected.empty()) expected = step;
        for (std::size_t c = 0; c < step.size(); ++c)
          CHECK_NEAR(step[c], expected[c], 1e-8 * size_of(expected));
        ++seen[form_of(problem)];
      }
    }
  });
  for (const Form form : {Form::pose, Form::point, Form::dual, Form::primal}) CHECK(seen[form] > 30);
}

// Two consecutive solves share the workspace.
TEST(a_damped_step_does_not_depend_on_the_one_before) {
  for_each_problem(10, 12, [](Random& random, const Problem& problem) {
    Objective<double> objective(problem);
    DampedStep<double> used(problem);
    const std::vector<double> free(problem.active().size(), 1.0);
    for (int k = 0; k < 3; ++k) {
      objective.linearize(inside_limits(random, problem.tree()).data(), Scope::primary);
      DampedStep<double> fresh(problem);
      CHECK(used.solve(linear_of(objective), free.data(), 0.01) ==
            fresh.solve(linear_of(objective), free.data(), 0.01));
    }
  });
}

TEST(where_every_variable_is_held_no_damped_step_is_taken) {
  for_each_problem(10, 12, [](Random& random, const Problem& problem) {
    Objective<double> objective(problem);
    DampedStep<double> damped(problem);
    objective.linearize(inside_limits(random, problem.tree()).data(), Scope::primary);
    const std::vector<double> held(problem.active().size(), 0.0);
    for (const double value : damped.solve(linear_of(objective), held.data(), 1e-3)) CHECK(value == 0);
  });
}
