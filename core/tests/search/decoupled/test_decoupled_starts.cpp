#include <algorithm>

#include "check.hpp"
#include "memetik/search/decoupled/decoupled_starts.hpp"
#include "memetik/search/methods/shared/method.hpp"
#include "search/decoupled/instrument.hpp"

using namespace memetik;

namespace {

// A problem that is solved at a random posture, and starts for it.
struct Case {
  std::vector<double> posture;
  Problem problem;
  StartSources sources{problem};
  Decoupling parts{problem, {.split = Instrument::split}};
  std::vector<double> zero = std::vector<double>(posture.size(), 0.0);
  Query query{.parameters = problem.parameters(), .start = zero};

  Case(const Instrument& instrument, unsigned seed) : Case(instrument, Random(seed)) {}
  Case(const Case&) = delete;

  // Writes the start of the attempt with this number.
  int get(DecoupledStarts& starts, StartList& list, int number, std::vector<double>& q) const {
    q = zero;
    Stop stop;
    return starts.get(list, 2 * number + 1, number, q.data(), stop);
  }
  StartList list() const {
    StartList fresh;
    fresh.query = &query;
    return fresh;
  }

 private:
  Case(const Instrument& instrument, Random random)
      : posture(inside_limits(random, instrument.tree)),
        problem(instrument.tree, {instrument.clear_of_balls(random, posture), instrument.pose(posture)}) {}
};

template <class Visit>
void for_each_case(unsigned count, const Visit& visit) {
  const Instrument instrument;
  for (unsigned seed = 0; seed < count; ++seed) visit(Case(instrument, seed));
}

bool accepts(const Problem& problem, const std::vector<double>& q) {
  Objective<double> objective(problem);
  objective.evaluate(q.data(), Scope::primary);
  return objective.accepted();
}

}  // namespace

TEST(the_distal_problem_has_the_cost_of_its_spheres_and_no_arm) {
  for_each_case(10, [](const Case& one) {
    const Problem& distal = one.parts.distal();
    CHECK(distal.goals().size() == 1);
    CHECK(distal.active().size() == 2);  // the first joint beyond the split moves no sphere of the instrument
    CHECK(one.parts.distal_variables().size() == 3);
    Objective<double> objective(distal);
    std::vector<double> q = one.posture;
    q.resize(static_cast<std::size_t>(distal.tree().dof()));
    const Frame<double> tip = one.parts.wanted_tip(one.query.parameters, identity_frame);
    CHECK_NEAR(distance(tip, pose_at(one.problem.tree(), Instrument::tip, one.posture)), 0, 1e-12);
    one.parts.place_tip(tip, q);
    objective.evaluate(q.data(), Scope::primary);
    CHECK(objective.accepted());
    std::fill_n(q.begin(), 6, 0.7);  // the arm
    objective.evaluate(q.data(), Scope::primary);
    CHECK(objective.accepted());
  });
}

TEST(starts_are_what_they_claim_and_most_are_solutions) {
  int solved = 0, count = 0;
  for_each_case(12, [&](const Case& one) {
    DecoupledStarts starts(one.parts, one.sources.sampler);
    StartList list = one.list();
    std::vector<double> q;
    for (int number = 0; number < 3; ++number, ++count) {
      const int evaluations = one.get(starts, list, number, q);
      CHECK(evaluations > 0 && evaluations <= starts.max_evaluations());
      CHECK(starts.solved() == accepts(one.problem, q));
      CHECK(within_limits(one.problem.tree(), q, 0));
      solved += starts.solved();
    }
  });
  CHECK(solved > count / 2);
}

TEST(a_start_depends_on_its_query_and_number_alone) {
  for_each_case(4, [](const Case& one) {
    DecoupledStarts used(one.parts, one.sources.sampler), fresh(one.parts, one.sources.sampler);
    StartList list = one.list(), other = one.list();
    std::vector<double> q, same;
    for (int number = 0; number < 3; ++number) one.get(used, list, number, q);
    CHECK(one.get(used, list, 1, q) == one.get(fresh, other, 1, same));
    CHECK(q == same);
  });
}

TEST(starts_keep_to_the_changes_that_are_allowed) {
  for_each_case(6, [](const Case& one) {
    Query query = one.query;
    std::vector<double> change(one.zero.size(), 0.2);
    change[1] = change[7] = 0;
    query.max_change = change;
    DecoupledStarts starts(one.parts, one.sources.sampler);
    StartList list;
    list.query = &query;
    std::vector<double> q;
    for (int number = 0; number < 3; ++number) {
      one.get(starts, list, number, q);
      for (std::size_t i = 0; i < q.size(); ++i) CHECK(std::abs(q[i]) <= change[i]);
    }
  });
}

TEST(free_axes_take_part_in_the_start) {
  const Instrument instrument;
  Random random(1);
  const std::vector<double> posture = inside_limits(random, instrument.tree);
  GoalSpec pose = instrument.pose(posture);
  pose.by_axis = true;
  pose.axes = {1, 1, 0, 1, 1, 0};  // along and about z
  const Problem problem(instrument.tree, {pose});
  const Decoupling parts(problem, {.split = Instrument::split});
  CHECK(parts.has_free_axes());
  for (int i = 0; i < 20; ++i) {
    const Frame<double> other =
        pose_at(instrument.tree, Instrument::tip, inside_limits(random, instrument.tree));
    const Frame<double> tip = parts.wanted_tip(problem.parameters(), other);
    const Frame<double> target = frame_of(pose.target);
    CHECK_NEAR(dot(tip.p - target.p, target.x), 0, 1e-12);
    CHECK_NEAR(dot(tip.p - target.p, target.y), 0, 1e-12);
    CHECK_NEAR(dot(tip.p - other.p, target.z), 0, 1e-12);
    CHECK_NEAR(norm(tip.z - target.z), 0, 1e-12);
  }
}

TEST(the_method_solves_in_two_parts) {
  int solved = 0;
  for_each_case(12, [&](const Case& one) {
    const auto engine = find_method("decoupled")
                            .with({{"split", std::int64_t{Instrument::split}}})
                            .make({one.problem, one.sources});
    Solution solution, again;
    Stop stop;
    engine->solve(one.query, solution, stop, 1);
    engine->solve(one.query, again, stop, 2);
    CHECK((solution.status == Status::solved) == accepts(one.problem, solution.q));
    CHECK(solution.q == again.q && solution.evaluations == again.evaluations);
    solved += solution.status == Status::solved;
  });
  CHECK(solved == 12);
}

TEST(problems_that_cannot_be_decoupled_are_refused) {
  const Instrument instrument;
  GoalSpec position;
  position.kind = GoalKind::position;
  position.links = {Instrument::tip};
  position.target = {0, 0, 0};
  const Problem without_pose(instrument.tree, {position});
  CHECK_THROWS(Decoupling(without_pose, {.split = Instrument::split}), std::invalid_argument);
  const Problem problem(instrument.tree, {instrument.pose(std::vector<double>(9, 0.0))});
  CHECK_THROWS(Decoupling(problem, {.split = Instrument::tip}), std::invalid_argument);
}
