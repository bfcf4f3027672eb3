#include <atomic>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <type_traits>

#include "check.hpp"
#include "memetik/search/batch.hpp"
#include "memetik/search/ladder.hpp"
#include "memetik/search/verifier.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

// Poses of an arm's tip, some of them out of reach, each with a start.
struct Batch {
  Tree tree;
  Problem problem;
  StartSources sources{problem};
  std::vector<double> targets, starts;
  BatchQuery queries;
  ThreadPool pool;

  Batch(const Arm& arm, const std::vector<GoalSpec>& more, int count)
      : tree(arm.tree()), problem(tree, goals(arm, more)) {
    Random random(3);
    for (int i = 0; i < count; ++i) {
      GoalSpec goal = tip_goal(arm, tree, inside_limits(random, tree));
      if (i % 7 == 3) goal = out_of_reach(goal);
      targets.insert(targets.end(), goal.target.begin(), goal.target.end());
      const auto start = inside_limits(random, tree);
      starts.insert(starts.end(), start.begin(), start.end());
    }
    queries.count = static_cast<std::size_t>(count);
    queries.common = {.parameters = problem.parameters(),
                      .start = std::span(starts).first(dof()),
                      .options = {.max_evaluations = 1500}};
    queries.targets = {{0, targets.data()}};
    queries.starts = starts.data();
  }
  Batch(const Batch&) = delete;

  static std::vector<Goal> goals(const Arm& arm, const std::vector<GoalSpec>& more) {
    const Tree tree = arm.tree();
    std::vector<Goal> all{tip_goal(arm, tree, std::vector<double>(static_cast<std::size_t>(tree.dof())))};
    for (const GoalSpec& goal : more) all.push_back(goal);
    return all;
  }
  std::size_t dof() const { return static_cast<std::size_t>(tree.dof()); }

  struct Solved {
    std::vector<double> q;
    std::vector<SolutionFields> fields;
  };
  // Solves with one engine per thread; make() creates an engine.
  template <class Make>
  Solved solve(int threads, Make make, Stop stop = Stop()) {
    std::vector<std::unique_ptr<Engine>> engines(static_cast<std::size_t>(threads));
    const auto engine_of = [&](int t) -> Engine& { return *(engines[static_cast<std::size_t>(t)] = make()); };
    Solved solved{std::vector<double>(queries.count * dof()), std::vector<SolutionFields>(queries.count)};
    solve_batch(problem, queries, {solved.q.data(), solved.fields.data()}, {threads, engine_of}, pool, stop);
    return solved;
  }
  Solved solve(int threads, const LadderOptions& options = {}, Stop stop = Stop()) {
    return solve(threads, [&] { return std::make_unique<Ladder>(problem, sources, options); }, stop);
  }
};

bool same(const SolutionFields& a, const SolutionFields& b) {
  bool equal = true;
  visit_fields(a, [&](std::string_view name, const auto& value) {
    visit_fields(b, [&](std::string_view other, const auto& theirs) {
      if constexpr (std::is_same_v<decltype(value), decltype(theirs)>)
        if (name == other) equal = equal && value == theirs;
    });
  });
  return equal;
}

// Returns the start as the solution of every query.
struct Idle final : Engine {
  void solve(const Query& query, Solution& solution, Stop&, int threads) override {
    CHECK(threads == 1);
    begin_at_start(query, solution);
    solution.evaluations = 1;
  }
};

// Sets every query aside. The calling thread waits with each until another thread has resumed one.
struct Hesitant final : Engine {
  Hesitant(std::thread::id calling, std::atomic<int>& count) : caller(calling), others(count) {}

  void solve(const Query&, Solution&, Stop&, int) override {}
  void solve_batch(BatchShare& share, Stop& stop) override {
    Solution solution;
    while (const Query* query = share.next()) {
      begin_at_start(*query, solution);
      solution.evaluations = 1;
      share.set_aside(*query, solution);
    }
    while (const Query* query = share.resume(solution)) {
      if (std::this_thread::get_id() != caller) ++others;
      while (others == 0) stop.check();
      ++solution.evaluations;
      share.receive(*query, solution);
    }
  }

  std::thread::id caller;
  std::atomic<int>& others;
};

GoalSpec posture(const Tree& tree) {
  Random random(5);
  return secondary(random_stay_close(random, tree, inside_limits(random, tree)).goal);
}

}  // namespace

TEST(a_query_of_a_batch_has_the_answer_that_it_has_alone_on_any_number_of_threads) {
  for (const bool with_secondary : {false, true})
    for (const bool best : {false, true}) {
      const Arm arm = panda();
      Batch batch(arm, with_secondary ? std::vector{posture(arm.tree())} : std::vector<GoalSpec>(), 30);
      const LadderOptions options{.best = best};
      const auto expected = batch.solve(1, options);
      for (const int threads : {2, 3}) {
        const auto solved = batch.solve(threads, options);
        CHECK(solved.q == expected.q);
        for (std::size_t i = 0; i < solved.fields.size(); ++i)
          CHECK(same(solved.fields[i], expected.fields[i]));
      }
      Ladder ladder(batch.problem, batch.sources, options);
      for (std::size_t i = 0; i < batch.queries.count; ++i) {
        std::vector<double> parameters(batch.problem.parameters().begin(), batch.problem.parameters().end());
        const Goal& goal = batch.problem.goals()[0];
        set_target(goal, batch.targets.data() + i * goal.target.size(), parameters.data() + goal.parameter);
        Query query = batch.queries.common;
        query.parameters = parameters;
        query.start = std::span(batch.starts).subspan(i * batch.dof(), batch.dof());
        Solution alone;
        alone.q.resize(batch.dof());
        Stop stop;
        ladder.solve(query, alone, stop, 1);
        CHECK(std::equal(alone.q.begin(), alone.q.end(),
                         expected.q.begin() + static_cast<long>(i * batch.dof())));
        CHECK(same(alone, expected.fields[i]));
      }
    }
}

TEST(by_default_an_engine_answers_the_queries_of_a_batch_one_after_the_other) {
  Batch batch(panda(), {}, 40);
  for (const int threads : {1, 3}) {
    const auto solved = batch.solve(threads, [] { return std::make_unique<Idle>(); });
    CHECK(solved.q == batch.starts);
    for (const SolutionFields& fields : solved.fields)
      CHECK(fields.status == Status::approximate && fields.evaluations == 1);
  }
}

TEST(threads_share_the_queries_that_were_set_aside) {
  Batch batch(panda(), {}, 40);
  std::atomic<int> others = 0;
  const auto caller = std::this_thread::get_id();
  const auto solved = batch.solve(2, [&] { return std::make_unique<Hesitant>(caller, others); });
  CHECK(others > 0);
  CHECK(solved.q == batch.starts);
  for (const SolutionFields& fields : solved.fields) CHECK(fields.evaluations == 2);
}

TEST(an_engine_that_finds_one_solution_says_that_it_cannot_find_all) {
  Idle idle;
  Stop stop;
  CHECK_THROWS(idle.solve_all({}, 3, stop), std::logic_error);
}

TEST(queries_that_are_not_begun_return_their_start_and_the_reason) {
  Batch batch(panda(), {}, 40);
  std::atomic<bool> cancelled = true;
  for (const int threads : {1, 2})
    for (const bool by_deadline : {true, false}) {
      const Stop stop =
          by_deadline ? Stop(Stop::Clock::now()) : Stop(Stop::Clock::time_point::max(), &cancelled);
      const auto solved = batch.solve(threads, {}, stop);
      int not_begun = 0;
      for (std::size_t i = 0; i < solved.fields.size(); ++i) {
        const SolutionFields& fields = solved.fields[i];
        CHECK(fields.stopped_by == (by_deadline ? StoppedBy::deadline : StoppedBy::cancelled) ||
              fields.stopped_by == StoppedBy::solved);
        if (fields.evaluations > 0) continue;
        ++not_begun;
        for (std::size_t v = 0; v < batch.dof(); ++v)
          CHECK(solved.q[i * batch.dof() + v] == batch.starts[i * batch.dof() + v]);
      }
      CHECK(not_begun > 0);
    }
}
