// TRAC: the scores of its modes, and that it returns the solution with the best score.
#include <cmath>
#include <numbers>

#include "check.hpp"
#include "memetik/kinematics/dexterity.hpp"
#include "memetik/search/methods/shared/method.hpp"
#include "memetik/search/methods/trac.hpp"
#include "search/query_case.hpp"
#include "search/slides.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

double rated(const QueryCase& query_case, TracMode mode, const std::vector<double>& q) {
  return trac_score(query_case.problem, mode)(query_case.query, q);
}

// Goals for two links of an arm.
std::vector<Goal> of_two_links() {
  std::vector<Goal> goals;
  for (const int link : {3, 6}) {
    GoalSpec goal;
    goal.kind = GoalKind::position;
    goal.links = {link};
    goal.target = {0, 0, 0};
    goals.push_back(goal);
  }
  return goals;
}

Solution solve(const QueryCase& query_case, const char* mode) {
  const StartSources sources(query_case.problem);
  const auto engine = find_method("trac").with({{"mode", mode}}).make({query_case.problem, sources});
  Query query = query_case.query;
  query.options.max_evaluations = 3000;
  Solution solution;
  Stop stop;
  engine->solve(query, solution, stop, 1);
  return solution;
}

}  // namespace

TEST(trac_returns_the_first_solution_in_speed_mode) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  const Problem problem(tree, {tip_goal(arm, tree, std::vector<double>(7, 0.3))});
  CHECK(!trac_score(problem, TracMode::speed));
}

TEST(trac_measures_distance_on_the_joints) {
  const Tree tree = slides({-1, -1}, {1, 1});
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {2};
  goal.target = {0, 0, 0.5};
  const QueryCase on_slides(tree, {goal}, {0.1, 0.2});
  CHECK_NEAR(rated(on_slides, TracMode::distance, {0.1, 0.2}), 0, 1e-15);
  CHECK_NEAR(rated(on_slides, TracMode::distance, {0.4, 0.6}), 0.25, 1e-15);

  JointSpec joint;
  joint.kind = JointKind::revolute;
  joint.variable = 0;
  const double endless = std::numeric_limits<double>::infinity();
  const Tree wheel(std::span(&joint, 1), std::vector<LinkMass>(2), std::vector{-endless},
                   std::vector{endless});
  goal.links = {1};
  const QueryCase around(wheel, {goal}, {3.0});
  const double short_way = 2 * std::numbers::pi - 6;
  CHECK_NEAR(rated(around, TracMode::distance, {-3.0}), short_way * short_way, 1e-12);
}

TEST(trac_rates_manipulability_by_its_product_and_condition_by_the_worst_link) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  const QueryCase query_case(tree, of_two_links(), std::vector<double>(7, 0.0));
  const std::vector<double> q{0.1, 0.4, -0.3, -1.2, 0.5, 1.4, 0.2};
  double third[2], sixth[2];
  dexterity_batch(tree, q.data(), 1, 3, third);
  dexterity_batch(tree, q.data(), 1, 6, sixth);
  CHECK_NEAR(rated(query_case, TracMode::manip1, q), -std::log(third[0] * sixth[0]), 1e-12);
  CHECK(rated(query_case, TracMode::manip2, q) == std::max(third[1], sixth[1]));
}

TEST(trac_rates_singular_configurations_worst) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  const QueryCase query_case(tree, {tip_goal(arm, tree, std::vector<double>(6, 0.3))},
                             std::vector<double>(6, 0.0));
  const std::vector<double> bent{0.3, -1, 1.2, 0.4, 0.8, 0}, stretched{0.3, -1, 0, 0.4, 0.8, 0};
  for (const TracMode mode : {TracMode::manip1, TracMode::manip2})
    CHECK(rated(query_case, mode, stretched) > rated(query_case, mode, bent));
  CHECK(std::isfinite(rated(query_case, TracMode::manip1, stretched)));
}

TEST(trac_returns_the_best_rated_solution_that_it_finds) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(5);
  for (int i = 0; i < 4; ++i) {
    const QueryCase query_case(tree, {tip_goal(arm, tree, inside_limits(random, tree))},
                               inside_limits(random, tree));
    const Solution first = solve(query_case, "speed");
    CHECK(first.status == Status::solved);
    for (const auto& [name, mode] : {std::pair{"distance", TracMode::distance},
                                     {"manip1", TracMode::manip1},
                                     {"manip2", TracMode::manip2}}) {
      const Solution best = solve(query_case, name);
      CHECK(best.status == Status::solved);
      CHECK(rated(query_case, mode, best.q) <= rated(query_case, mode, first.q));
      CHECK(best.evaluations > first.evaluations);
    }
  }
}
