#include <cmath>

#include "arms.hpp"
#include "check.hpp"
#include "goal_spec.hpp"
#include "memetik/goals/shared/placement.hpp"
#include "memetik/goals/stay_close.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/history.hpp"
#include "memetik/objective/kernel.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

// The distance of two configurations on the joints' manifold.
double distance(const Tree& tree, const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> d(a.size());
  difference(tree, a, b, d);
  double sum = 0;
  for (const double x : d) sum += x * x;
  return std::sqrt(sum);
}

Goal smooth(const Tree& tree, int order) {
  Goal goal;
  goal.kernel = find_kernel("stay_close");
  goal.smooths = order;
  for (int i = 0; i < tree.dof(); ++i) goal.variables.push_back(i);
  goal.target.assign(goal.variables.size(), 0);
  goal.data = std::make_shared<goals::StayClose::Data>(
      goals::StayClose::Data{std::vector<double>(goal.variables.size(), 1)});
  goal.tolerance = {1e-5};
  return goal;
}

}  // namespace

TEST(a_motion_leads_from_one_configuration_to_the_other) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Tree tree = random.tree(8).tree();
    const auto from = random.configuration(tree), to = random.configuration(tree);
    std::vector<double> motion(from.size()), out(from.size());
    difference(tree, from, to, motion);
    advance(tree, from, motion, out);
    CHECK_NEAR(distance(tree, out, to), 0, 1e-9);
  }
}

TEST(a_motion_of_constant_velocity_goes_on) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const Tree tree = random.tree(8).tree();
    const auto dof = static_cast<std::size_t>(tree.dof());
    const auto oldest = random.configuration(tree);
    std::vector<double> motion(dof);
    for (double& m : motion) m = random.uniform(-0.1, 0.1);
    std::vector<double> history = oldest, q = oldest, next(dof);
    for (int k = 0; k < 2; ++k) {
      advance(tree, q, motion, next);
      history.insert(history.end(), next.begin(), next.end());
      q = next;
    }
    advance(tree, q, motion, next);
    for (const int order : {2, 3}) {
      const Problem problem(tree, {smooth(tree, order)});
      History past(problem);
      std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
      past.set_targets(oldest, history, 0.5, parameters);
      const std::vector<double> expected(parameters.begin() + 1,
                                         parameters.begin() + 1 + static_cast<std::ptrdiff_t>(dof));
      CHECK_NEAR(distance(tree, expected, next), 0, 1e-9);
      CHECK(parameters[0] == 1);
      CHECK_NEAR(parameters[1 + dof], std::pow(0.5, -order), 1e-12);
    }
  }
}

TEST(goals_without_history_keep_their_targets) {
  Random random(3);
  const Tree tree = random.tree(8).tree();
  Goal still = smooth(tree, 0);
  for (double& x : still.target) x = 0.25;
  const Problem problem(tree, {still, smooth(tree, 1)});
  History past(problem);
  std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  const auto start = random.configuration(tree);
  past.set_targets(start, parameters);
  for (std::size_t i = 0; i < still.target.size(); ++i) {
    CHECK(parameters[1 + i] == 0.25);
    const auto followed = static_cast<std::size_t>(problem.goals()[1].parameter) + 1 + i;
    CHECK_NEAR(parameters[followed], start[i], 1e-12);
  }
}
