#include "check.hpp"
#include "memetik/search/local/descent.hpp"
#include "memetik/search/local/reach.hpp"
#include "random_goals.hpp"
#include "search/simple_queries.hpp"

using namespace memetik;

namespace {

const Mask none_idle = Pack(0) > Pack(0);  // no lane is idle

// One configuration per lane, also as packs.
struct Configurations {
  std::vector<std::vector<double>> single;
  std::vector<Pack> packed;

  Configurations(Random& random, const Tree& tree) : packed(static_cast<std::size_t>(tree.dof()), Pack(0)) {
    for (int l = 0; l < pack_lanes; ++l) {
      single.push_back(inside_limits(random, tree));
      for (std::size_t i = 0; i < packed.size(); ++i) packed[i].set(l, single.back()[i]);
    }
  }
  const std::vector<double>& operator[](int lane) const { return single[static_cast<std::size_t>(lane)]; }
};

// Every kind of goal, with a usual and with a wide tolerance, alternately plain and eased.
template <class Visit>
void for_each_goal(unsigned count, Visit visit) {
  for_each_example(count, 10, [&](Random& random, const Tree& tree, const auto& goals, const auto&) {
    for (const RandomGoal& goal : goals)
      for (const bool wide : {false, true})
        for (const bool eased : {false, true}) {
          const NameOnFailure name_on_failure(goal);
          GoalSpec own = goal.goal;
          if (wide) own.tolerance.fill(random.uniform(0.1, 1.5));
          visit(random, Problem(tree, {own}), eased);
        }
  });
}

// Lanes and single configurations round differently, most of all near half a turn.
double rounding(double cost) { return 1e-9 * (1 + cost); }

bool accepts(const Descent& descent, int lane) { return lane_bits(descent.accepted()) >> lane & 1; }

// The next configuration by the search for a single configuration.
std::vector<double> after_a_step(const Problem& problem, bool eased, std::vector<double> q) {
  Objective<double> objective(problem, eased);
  ReachStep<double> step(problem);
  objective.linearize(q.data(), Scope::primary);
  step.apply(objective, q.data());
  return q;
}

}  // namespace

TEST(a_descent_has_cost_and_acceptance_of_the_objective_for_every_goal) {
  int accepted = 0, refused = 0, spared = 0;
  for_each_goal(20, [&](Random& random, const Problem& problem, bool eased) {
    const auto descent = Descent::of(problem, eased);
    descent->set_query(query_with_parameters(problem.parameters()));
    Objective<double> objective(problem, eased);
    const Configurations q(random, problem.tree());
    descent->evaluate(q.packed.data(), none_idle);
    for (int l = 0; l < pack_lanes; ++l) {
      objective.evaluate(q[l].data(), Scope::primary);
      const double near = rounding(objective.plain_cost());
      CHECK_NEAR(descent->cost()[l], objective.cost(), near);
      CHECK_NEAR(descent->plain_cost()[l], objective.plain_cost(), near);
      CHECK(accepts(*descent, l) == objective.accepted());
      (objective.accepted() ? accepted : refused) += 1;
      spared += objective.cost() < 0.9 * objective.plain_cost();
    }
  });
  CHECK(accepted > 200 && refused > 200 && spared > 200);
}

TEST(a_descent_steps_as_reach_mode_does) {
  int moved = 0;
  for_each_goal(20, [&](Random& random, const Problem& problem, bool eased) {
    const auto descent = Descent::of(problem, eased);
    descent->set_query(query_with_parameters(problem.parameters()));
    const Configurations before(random, problem.tree());
    auto q = before.packed;
    descent->evaluate(q.data(), none_idle);
    if (all(descent->accepted())) return;  // there are no derivatives for a step
    descent->step(q.data());
    for (int l = 0; l < pack_lanes; ++l) {
      const auto expected = after_a_step(problem, eased, before[l]);
      for (std::size_t i = 0; i < q.size(); ++i) CHECK_NEAR(q[i][l], expected[i], 1e-6);
      moved += expected != before[l];
    }
  });
  CHECK(moved > 1000);
}

TEST(every_lane_of_a_descent_has_a_target_of_its_own) {
  for_each_goal(10, [](Random& random, const Problem& problem, bool eased) {
    const Goal& goal = problem.goals()[0];
    if (goal.function) return;  // its target is inside the function
    const auto descent = Descent::of(problem, eased);
    descent->set_query(query_with_parameters(problem.parameters()));
    const Configurations q(random, problem.tree());
    std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
    for (int l = 0; l < pack_lanes; ++l) {
      set_target(goal, target_met_at(problem.tree(), goal, q[l]).data(), parameters.data() + goal.parameter);
      descent->set_lane_query(l, query_with_parameters(parameters));
    }
    descent->evaluate(q.packed.data(), none_idle);
    CHECK(all(descent->accepted()));
    for (int l = 0; l < pack_lanes; ++l) CHECK(descent->plain_cost()[l] < 1e-20);
    // with the parameters of the last lane for all lanes
    descent->set_query(query_with_parameters(parameters));
    descent->evaluate(q.packed.data(), none_idle);
    Objective<double> objective(problem, eased);
    objective.set_parameters(parameters);
    for (int l = 0; l < pack_lanes; ++l) {
      objective.evaluate(q[l].data(), Scope::primary);
      CHECK_NEAR(descent->cost()[l], objective.cost(), rounding(objective.plain_cost()));
    }
  });
}

TEST(a_descent_ignores_secondary_goals) {
  for_each_example(20, 10, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    for (const RandomGoal& decisive : goals)
      for (const bool eased : {false, true}) {
        const NameOnFailure name_on_failure(decisive);
        GoalSpec beside =
            goals[static_cast<std::size_t>(random.integer(static_cast<int>(goals.size())))].goal;
        beside.priority = Priority::secondary;
        const Problem alone(tree, {decisive.goal}), both(tree, {beside, decisive.goal});
        const auto descent = Descent::of(both, eased), expected = Descent::of(alone, eased);
        descent->set_query(query_with_parameters(both.parameters()));
        expected->set_query(query_with_parameters(alone.parameters()));
        auto q = Configurations(random, tree).packed, wanted = q;
        descent->evaluate(q.data(), none_idle);
        expected->evaluate(wanted.data(), none_idle);
        CHECK(lane_bits(descent->accepted()) == lane_bits(expected->accepted()));
        if (all(descent->accepted())) continue;
        descent->step(q.data());
        expected->step(wanted.data());
        for (int l = 0; l < pack_lanes; ++l) {
          CHECK_NEAR(descent->cost()[l], expected->cost()[l], rounding(expected->plain_cost()[l]));
          for (std::size_t i = 0; i < q.size(); ++i) CHECK_NEAR(q[i][l], wanted[i][l], 1e-6);
        }
      }
  });
}
