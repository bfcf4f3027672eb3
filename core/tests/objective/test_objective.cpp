#include <algorithm>
#include <bit>
#include <numeric>

#include "check.hpp"
#include "memetik/objective/objective.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

std::vector<double> residuals_at(Objective<double>& objective, const std::vector<double>& q) {
  objective.evaluate(q.data(), Scope::all);
  return {objective.residuals(), objective.residuals() + objective.problem().rows()};
}

// A difference of four points: its error is of order h^4, which allows a step so large that rounding matters
// little.
void check_jacobian(const Problem& problem, std::vector<double> q) {
  constexpr double h = 1e-4;
  Objective<double> objective(problem), other(problem);
  objective.linearize(q.data(), Scope::all);
  for (std::size_t v = 0; v < q.size(); ++v) {
    const double middle = q[v];
    const auto at = [&](double step) {
      q[v] = middle + step;
      return residuals_at(other, q);
    };
    const auto a = at(-2 * h), b = at(-h), c = at(h), d = at(2 * h);
    q[v] = middle;
    const int column = problem.columns()[v];
    for (int row = 0; row < problem.rows(); ++row) {
      const auto r = static_cast<std::size_t>(row);
      const double expected = (a[r] - 8 * b[r] + 8 * c[r] - d[r]) / (12 * h);
      const double rate = column < 0 ? 0 : objective.column(column)[row];
      CHECK_NEAR(rate, expected, 1e-6 * (1 + std::abs(expected)));
    }
  }
}

void check_gradient(const Problem& problem, const std::vector<double>& q, Scope scope) {
  Objective<double> objective(problem);
  objective.linearize(q.data(), scope);
  const int rows = scope == Scope::all ? problem.rows() : problem.primary_rows();
  for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
    double sum = 0, size = 0;
    for (int row = 0; row < rows; ++row) {
      const double term = objective.column(c)[row] * objective.residuals()[row];
      sum += term;
      size += std::abs(term);
    }
    CHECK_NEAR(objective.gradient()[c], sum, 1e-13 * (1 + size));
  }
}

// All results of an objective in one lane.
template <class T>
std::vector<double> everything(const Objective<T>& objective, int l) {
  const Problem& problem = objective.problem();
  std::vector<double> all{lane(objective.cost(), l),
                          static_cast<double>(lane_bits(objective.accepted()) >> l & 1)};
  for (int row = 0; row < problem.rows(); ++row) all.push_back(lane(objective.residuals()[row], l));
  for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
    all.push_back(lane(objective.gradient()[c], l));
    for (int row = 0; row < problem.rows(); ++row) all.push_back(lane(objective.column(c)[row], l));
  }
  return all;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

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

// Makes about half of the goals secondary, in random order.
std::vector<Goal> mixed(Random& random, const std::vector<RandomGoal>& goals) {
  std::vector<Goal> result = plain(goals);
  for (Goal& goal : result) goal.primary = random.integer(2) == 0;
  return result;
}

}  // namespace

TEST(jacobian_columns_equal_central_differences_of_residuals) {
  for_each_example(25, 12, [](Random&, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const Tell tell(goal);
      check_jacobian(Problem(tree, {goal.goal}), q);
    }
    check_jacobian(Problem(tree, plain(goals)), q);
  });
}

TEST(the_gradient_is_the_jacobian_times_residuals) {
  for_each_example(25, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const Tell tell(goal);
      check_gradient(Problem(tree, {goal.goal}), q, Scope::all);
    }
    const Problem problem(tree, mixed(random, goals));
    check_gradient(problem, q, Scope::all);
    check_gradient(problem, q, Scope::primary);
  });
}

TEST(an_objective_remembers_nothing_of_earlier_configurations) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    const Problem problem(tree, plain(goals));
    Objective<double> used(problem), fresh(problem);
    used.linearize(inside_limits(random, tree).data(), Scope::all);
    used.linearize(q.data(), Scope::all);
    fresh.linearize(q.data(), Scope::all);
    CHECK(same_bits(everything(used, 0), everything(fresh, 0)));
  });
}

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
        const auto a = everything(single, 0), b = everything(packed, l);
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

TEST(a_lane_does_not_see_what_is_in_the_others) {
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
      if (repeat == 0) expected = everything(objective, mine);
      CHECK(same_bits(everything(objective, mine), expected));
    }
  });
}

TEST(goals_are_met_where_their_targets_were_taken) {
  for_each_example(40, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      if (goal.goal.kind == GoalKind::external) continue;  // its target is inside the function
      const Tell tell(goal);
      Goal here = goal.goal;
      here.target = target_met_at(tree, here, q);
      const Verdict verdict = judge(tree, here, q);
      CHECK(verdict.accepted);
      for (const double residual : verdict.residuals) CHECK_NEAR(residual, 0, 1e-14);
      for (const double error : verdict.errors) CHECK_NEAR(error, 0, 1e-14);
    }
    const auto target = inside_limits(random, tree);
    for (const bool knows : {false, true}) {
      const RandomGoal external = random_external(random, tree, target, knows);
      CHECK(judge(tree, external.goal, target).accepted);
      CHECK_NEAR(judge(tree, external.goal, target).cost, 0, 1e-26);
    }
  });
}

TEST(the_cost_is_the_sum_of_squared_rows_and_scales_with_the_weight) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (const RandomGoal& goal : goals) {
      const Tell tell(goal);
      const Verdict verdict = judge(tree, goal.goal, q);
      const auto& r = verdict.residuals;
      CHECK_NEAR(verdict.cost, std::inner_product(r.begin(), r.end(), r.begin(), 0.0),
                 1e-13 * (1 + verdict.cost));
      Goal heavier = goal.goal;
      heavier.weight *= 7;
      CHECK_NEAR(judge(tree, heavier, q).cost, 7 * verdict.cost, 1e-12 * (1 + verdict.cost));
    }
    const Problem problem(tree, mixed(random, goals));
    Objective<double> objective(problem);
    for (const Scope scope : {Scope::primary, Scope::all}) {
      objective.evaluate(q.data(), scope);
      const int rows = scope == Scope::all ? problem.rows() : problem.primary_rows();
      const double* r = objective.residuals();
      CHECK_NEAR(objective.cost(), std::inner_product(r, r + rows, r, 0.0), 1e-12 * (1 + objective.cost()));
    }
  });
}

TEST(an_unchanged_error_costs_what_the_weights_say) {
  Random random(1);
  const Tree tree = panda().tree();
  GoalSpec goal;
  goal.links = {panda().tip()};
  goal.weight = 2;
  goal.rotation_scale = 0.3;
  const auto q = inside_limits(random, tree);
  const Frame<double> here = pose_at(tree, panda().tip(), q);
  Frame<double> there = here * exp_rotation({0, 0, 0.4});
  there.p = here.p + Vec3<double>{0.03, 0, -0.04};
  goal.target = matrix_of(there);
  CHECK_NEAR(judge(tree, goal, q).cost, 2 * (0.0025 + std::pow(0.3 * 2 * std::sin(0.2), 2)), 1e-14);
}

TEST(overwritten_targets_and_weights_equal_a_freshly_compiled_problem) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    std::vector<Goal> wanted = plain(goals);
    const Problem before(tree, wanted);
    std::vector<double> parameters(before.parameters().begin(), before.parameters().end());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      wanted[i].weight = random.uniform(0.1, 4);
      wanted[i].target = target_met_at(tree, wanted[i], q);
      CHECK(wanted[i].target.size() == before.goals()[i].target.size());
      const Goal& compiled = before.goals()[i];
      set_target(compiled, wanted[i].target.data(), parameters.data() + compiled.parameter);
      set_weight(wanted[i].weight, parameters.data() + compiled.parameter);
    }
    const Problem after(tree, wanted);
    CHECK(same_bits(parameters, {after.parameters().begin(), after.parameters().end()}));
  });
}

TEST(values_are_the_same_with_and_without_derivatives_and_when_measured) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    const Problem problem(tree, mixed(random, goals));
    Objective<double> values(problem), derivatives(problem), measured(problem);
    std::vector<double> errors(2 * goals.size());  // at most two per goal
    values.evaluate(q.data(), Scope::all);
    derivatives.linearize(q.data(), Scope::all);
    measured.measure(q.data(), errors.data());
    for (const Objective<double>* other : {&derivatives, &measured}) {
      CHECK(other->accepted() == values.accepted());
      CHECK_NEAR(other->cost(), values.cost(), 1e-13 * (1 + values.cost()));
      for (int r = 0; r < problem.rows(); ++r)
        CHECK_NEAR(other->residuals()[r], values.residuals()[r], 1e-13);
    }
  });
}

TEST(idle_lanes_take_nothing_from_the_values) {
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
    CHECK(same_bits(everything(some, mine), everything(busy, mine)));
  });
}

TEST(primary_goals_decide_and_secondary_ones_never) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    std::vector<Goal> wanted = plain(goals);
    int missed = 0;
    for (Goal& goal : wanted) {
      const bool met = random.integer(2) == 0 && !goal.function;
      if (met) goal.target = target_met_at(tree, goal, q);
      goal.primary = judge(tree, goal, q).accepted;
      missed += !goal.primary;
    }
    const Problem allowing(tree, wanted);
    Objective<double> objective(allowing);
    for (const Scope scope : {Scope::primary, Scope::all}) {
      objective.evaluate(q.data(), scope);
      CHECK(objective.accepted());
    }
    if (missed == 0) return;
    for (Goal& goal : wanted)
      if (!goal.primary) {
        goal.primary = true;
        break;
      }
    const Problem demanding(tree, wanted);
    Objective<double> strict(demanding);
    strict.evaluate(q.data(), Scope::primary);
    CHECK(!strict.accepted());
  });
}
