#include "check.hpp"
#include "objective/objective_results.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

// Parameters with other weights, and with targets that are met at q.
std::vector<double> other_parameters(Random& random, const Problem& problem, const std::vector<double>& q) {
  std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  for (const Goal& goal : problem.goals()) {
    double* own = parameters.data() + goal.parameter;
    set_weight(random.uniform(0.1, 4), own);
    set_target(goal, target_met_at(problem.tree(), goal, q).data(), own);
  }
  return parameters;
}

}  // namespace

TEST(lanes_equal_single_evaluations_with_their_own_parameters) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    std::vector<std::vector<Goal>> problems{plain(goals)};
    for (const RandomGoal& goal : goals) problems.push_back({goal.goal});
    for (const auto& wanted : problems) {
      const Problem problem(tree, wanted);
      Objective<Pack> packed(problem);
      std::vector<Pack> q(static_cast<std::size_t>(tree.dof()), Pack(0));
      std::vector<std::vector<double>> rows, parameters;
      for (int l = 0; l < pack_lanes; ++l) {
        rows.push_back(inside_limits(random, tree));
        parameters.push_back(other_parameters(random, problem, inside_limits(random, tree)));
        packed.set_lane_parameters(l, parameters.back());
        for (std::size_t i = 0; i < q.size(); ++i) q[i].set(l, rows.back()[i]);
      }
      packed.linearize(q.data(), Scope::all);
      for (int l = 0; l < pack_lanes; ++l) {
        Objective<double> single(problem);
        single.set_parameters(parameters[static_cast<std::size_t>(l)]);
        single.linearize(rows[static_cast<std::size_t>(l)].data(), Scope::all);
        const auto a = all_results(single, 0), b = all_results(packed, l);
        // a difference quotient of a user's function has additional rounding errors
        const bool by_differences = std::any_of(wanted.begin(), wanted.end(), [](const GoalSpec& goal) {
          return goal.kind == GoalKind::external && !goal.knows_derivative;
        });
        const double tolerance = by_differences ? 1e-6 : 1e-12;
        for (std::size_t i = 0; i < a.size(); ++i) CHECK_NEAR(a[i], b[i], tolerance * (1 + std::abs(a[i])));
      }
    }
  });
}

TEST(a_lane_is_independent_of_the_others) {
  const double garbage[] = {std::nan(""), HUGE_VAL, -1e300, 1e-320};
  for_each_example(20, 12, [&](Random& random, const Tree& tree, const auto& goals, const auto& own) {
    const Problem problem(tree, plain(goals));
    const auto parameters = other_parameters(random, problem, inside_limits(random, tree));
    const int mine = random.integer(pack_lanes);
    std::vector<double> expected;
    for (int repeat = 0; repeat < 5; ++repeat) {
      Objective<Pack> objective(problem);
      std::vector<Pack> q(own.begin(), own.end());
      for (int l = 0; l < pack_lanes; ++l) {
        if (l == mine) {
          objective.set_lane_parameters(l, parameters);
          continue;
        }
        std::vector<double> others = other_parameters(random, problem, inside_limits(random, tree));
        for (Pack& value : q) value.set(l, random.uniform(-2, 2));
        if (repeat > 0) {
          q[static_cast<std::size_t>(random.integer(tree.dof()))].set(l, garbage[repeat - 1]);
          others[others.size() / 2] = garbage[repeat - 1];
        }
        objective.set_lane_parameters(l, others);
      }
      objective.linearize(q.data(), Scope::all);
      if (repeat == 0) expected = all_results(objective, mine);
      CHECK(same_bits(all_results(objective, mine), expected));
    }
  });
}

TEST(idle_lanes_do_not_change_values) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& own) {
    std::vector<Goal> wanted = plain(goals);
    std::rotate(wanted.begin(), wanted.begin() + random.integer(static_cast<int>(wanted.size())),
                wanted.end());
    const Problem problem(tree, wanted);
    const std::vector<Pack> q(own.begin(), own.end());
    Objective<Pack> idle(problem), busy(problem);
    const Mask everyone = Pack(0) <= Pack(0);
    idle.linearize(q.data(), Scope::all, &everyone);
    busy.linearize(q.data(), Scope::all);
    for (int l = 0; l < pack_lanes; ++l) {
      CHECK(idle.cost()[l] == busy.cost()[l]);
      for (int r = 0; r < problem.rows(); ++r) CHECK(idle.residuals()[r][l] == busy.residuals()[r][l]);
    }
    CHECK(lane_bits(idle.accepted()) == lane_bits(busy.accepted()));
  });
}

// Lanes that are neither idle nor accepted have correct derivatives, whatever the state of the other lanes.
TEST(busy_lanes_have_their_derivatives_among_idle_ones) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& own) {
    const Problem problem(tree, plain(goals));
    const std::vector<Pack> q(own.begin(), own.end());
    Objective<Pack> some(problem), busy(problem);
    busy.linearize(q.data(), Scope::all);
    const int mine = random.integer(pack_lanes);
    const Mask idle = !only_lane(mine);
    some.linearize(q.data(), Scope::all, &idle);
    CHECK(same_bits(all_results(some, mine), all_results(busy, mine)));
  });
}
