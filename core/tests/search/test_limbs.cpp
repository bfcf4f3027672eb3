// A limb of a robot whose other joints may not move is solved like the limb alone.
#include "check.hpp"
#include "memetik/search/ladder.hpp"
#include "query_list.hpp"
#include "search/arm_on_vehicle.hpp"

using namespace memetik;
using namespace restarts_tests;

namespace {

GoalSpec pose_of(int link) {
  GoalSpec goal;
  goal.links = {link};
  goal.rotation_scale = 0.2;
  return goal;
}

struct Limb {
  ArmOnVehicle whole;
  Problem problem;
  StartSources sources{problem};
  QueryList list;

  Limb(const Arm& arm, int count)
      : whole(arm), problem(whole.tree, {pose_of(whole.tip())}, whole.only_arm()) {
    Random random(4);
    for (int i = 0; i < count; ++i) {
      const auto start = inside_limits(random, whole.tree);
      const auto wanted = whole.with_arm(start, whole.arm_of(inside_limits(random, whole.tree)));
      list.add(problem, parameters_for(problem, wanted), start);
    }
  }
};

}  // namespace

TEST(a_limb_takes_as_many_evaluations_as_the_limb_alone) {
  for (const Arm& arm : arms()) {
    Limb limb(arm, 300);
    const Tree alone = arm.tree();
    const Problem problem(alone, {pose_of(arm.tip())});
    const StartSources sources(problem);
    Restarts restarts(limb.problem, limb.sources), own(problem, sources);
    QueryList list;
    Random random(4);
    for (std::size_t i = 0; i < limb.list.size(); ++i) {
      const auto start = limb.whole.arm_of(limb.list.query(i).start);
      inside_limits(random, limb.whole.tree);
      const auto wanted = inside_limits(random, limb.whole.tree);
      const auto target = limb.whole.arm_of(wanted);
      list.add(problem, parameters_for(problem, {target.begin(), target.end()}),
               {start.begin(), start.end()});
    }
    std::int64_t evaluations = 0, expected = 0;
    const auto solutions = limb.list.solve(restarts), others = list.solve(own);
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      CHECK(solutions[i].status == Status::solved && others[i].status == Status::solved);
      CHECK(within_limits(limb.whole.tree, solutions[i].q, 0));
      const auto& start = limb.list.query(i).start;
      CHECK(limb.whole.with_arm({start.begin(), start.end()}, limb.whole.arm_of(solutions[i].q)) ==
            solutions[i].q);
      Objective<double> exact(limb.problem);
      exact.set_parameters(limb.list.query(i).parameters);
      exact.evaluate(solutions[i].q.data(), Scope::primary);
      CHECK(exact.accepted());
      evaluations += solutions[i].evaluations;
      expected += others[i].evaluations;
    }
    // rounding may change single ones
    CHECK_NEAR(static_cast<double>(evaluations), static_cast<double>(expected),
               0.01 * static_cast<double>(expected));
  }
}

TEST(the_solution_of_a_limb_does_not_depend_on_other_queries) {
  for (const Arm& arm : arms()) {
    Limb limb(arm, 60);
    Restarts restarts(limb.problem, limb.sources);
    const auto together = limb.list.solve(restarts);
    Stop stop;
    for (std::size_t i = limb.list.size(); i-- > 0;) {
      Restarts alone(limb.problem, limb.sources);
      CHECK(same(limb.list.solve(alone, {i}, stop)[i], together[i]));
      CHECK(same(limb.list.solve(restarts, {i}, stop)[i], together[i]));
    }
  }
}
