// A query that locks variables is answered like one of the problem in which they may not move.
#include "check.hpp"
#include "memetik/search/batch.hpp"
#include "memetik/search/locking_engine.hpp"
#include "search/arm_on_vehicle.hpp"
#include "search/narrowed.hpp"
#include "search/query_list.hpp"

using namespace memetik;
using namespace restarts_tests;

namespace {

EngineFactory ladder() { return find_method("ladder").with({}); }

Solution solve(Engine& engine, const Query& query) {
  Solution solution;
  begin_at_start(query, solution);
  Stop stop;
  engine.solve(query, solution, stop, 1);
  return solution;
}

// Calls visit(problem, narrowed, parameters) for poses of links of random trees; variables are free, limited
// or locked.
template <class Visit>
void for_each_narrowed(Visit visit) {
  for_each_example(40, 9, [&](Random& random, const Tree& tree, const auto&, const auto& q) {
    const Problem problem(tree, {random_pose(random, tree, q, GoalKind::pose, false, false).goal});
    const Narrowed narrowed = random_narrowed(random, tree);
    visit(problem, narrowed, parameters_for(problem, inside_limits(random, tree)));
  });
}

}  // namespace

TEST(locked_variables_do_not_move_and_the_answer_is_that_of_a_problem_without_them) {
  int locking = 0;
  for_each_narrowed([&](const Problem& problem, const Narrowed& narrowed, const auto& parameters) {
    const StartSources sources(problem);
    LockingEngine engine(ladder(), {problem, sources});
    Query query = narrowed.query();
    query.parameters = parameters;
    query.options.max_evaluations = 3000;
    const Solution solution = solve(engine, query);
    CHECK(allowed(problem.tree(), narrowed, solution.q, 1e-7));
    std::vector<bool> movable(narrowed.start.size());
    for (std::size_t i = 0; i < movable.size(); ++i) {
      movable[i] = narrowed.max_change[i] > 0;
      if (!movable[i]) CHECK(solution.q[i] == narrowed.start[i]);
    }
    const Problem other(problem.tree(), {problem.goals().begin(), problem.goals().end()}, movable);
    if (other.active().empty() || other.active().size() == problem.active().size()) return;
    ++locking;
    const StartSources own(other);
    CHECK(same(solution, solve(*ladder().make({other, own}), query)));
  });
  CHECK(locking > 10);
}

TEST(answers_do_not_depend_on_earlier_locks) {
  const ArmOnVehicle whole(panda());
  GoalSpec goal;
  goal.links = {whole.tip()};
  goal.rotation_scale = 0.2;
  const Problem problem(whole.tree, {goal});
  const StartSources sources(problem);
  LockingEngine used(ladder(), {problem, sources});
  Random random(8);
  for (int i = 0; i < 40; ++i) {
    const auto start = inside_limits(random, whole.tree);
    const auto parameters =
        parameters_for(problem, whole.with_arm(start, whole.arm_of(inside_limits(random, whole.tree))));
    std::vector<double> change(start.size(), HUGE_VAL);
    for (int v = 0; v < i % 4; ++v) change[static_cast<std::size_t>(v)] = 0;
    Query query{.parameters = parameters, .start = start};
    if (i % 5 != 0) query.max_change = change;
    LockingEngine fresh(ladder(), {problem, sources});
    CHECK(same(solve(used, query), solve(fresh, query)));
    if (query.max_change.empty())
      CHECK(same(solve(used, query), solve(*ladder().make({problem, sources}), query)));
  }
}

TEST(a_batch_with_locks_has_the_answers_of_single_queries) {
  const ArmOnVehicle whole(iiwa14());
  GoalSpec goal;
  goal.links = {whole.tip()};
  goal.rotation_scale = 0.2;
  const auto dof = static_cast<std::size_t>(whole.tree.dof());
  Random random(8);
  std::vector<double> starts, targets, change(dof, HUGE_VAL);
  std::fill_n(change.begin(), ArmOnVehicle::vehicle_variables, 0.0);
  constexpr std::size_t count = 50;
  for (std::size_t i = 0; i < count; ++i) {
    const auto start = inside_limits(random, whole.tree);
    const auto wanted = whole.with_arm(start, whole.arm_of(inside_limits(random, whole.tree)));
    const auto target = target_met_at(whole.tree, goal, wanted);
    starts.insert(starts.end(), start.begin(), start.end());
    targets.insert(targets.end(), target.begin(), target.end());
  }
  goal.target.assign(targets.begin(), targets.begin() + 16);
  const Problem problem(whole.tree, {goal});
  const StartSources sources(problem);
  LockingEngine engine(ladder(), {problem, sources});
  BatchQuery queries{.count = count,
                     .common = {.parameters = problem.parameters(),
                                .start = std::span(starts).first(dof),
                                .max_change = change},
                     .targets = {{0, targets.data()}},
                     .weights = {},
                     .starts = starts.data()};
  std::vector<double> q(count * dof);
  std::vector<SolutionFields> fields(count);
  const BatchEngines team{1, [&](int) -> Engine& { return engine; }};
  ThreadPool pool;
  Stop stop;
  solve_batch(problem, queries, {q.data(), fields.data()}, team, pool, stop);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
    set_target(problem.goals()[0], targets.data() + 16 * i, parameters.data());
    Query query = queries.common;
    query.parameters = parameters;
    query.start = std::span(starts).subspan(i * dof, dof);
    const Solution solution = solve(engine, query);
    CHECK(solution.status == Status::solved && fields[i].status == Status::solved);
    CHECK(solution.evaluations == fields[i].evaluations);
    CHECK(std::equal(solution.q.begin(), solution.q.end(), q.begin() + static_cast<std::ptrdiff_t>(i * dof)));
  }
}
