// Races: which searcher wins, which evaluations count, and independence of the number of threads.
#include <array>

#include "check.hpp"
#include "goal_spec.hpp"
#include "memetik/search/methods/shared/race.hpp"
#include "search/slides.hpp"

using namespace memetik;

namespace {

// The goal is a slide at 0.5. A runner reaches it after a given number of evaluations, with its own number in
// the last digits; if it is rejected, it needs as many again.
class Walker final : public Searcher {
 public:
  explicit Walker(std::int64_t needs) : needs_(needs) {}

 private:
  void begin_search(Stop&) override { arrives_ = needs_; }
  void begin_elsewhere(Stop&) override {
    ++starts_;
    arrives_ = evaluations_ + needs_;
  }
  void search(std::int64_t end, Stop& stop) override {
    while (may_continue(end, stop))
      if (++evaluations_ >= arrives_)
        keep_if_best(std::array{0.5 + 1e-7 * (role_.number + 10 * starts_)}, 0, true);
  }

  std::int64_t needs_, arrives_ = 0;
};

struct Asked {
  std::vector<std::int64_t> needs;
  std::int64_t max_evaluations = 10'000;
  int threads = 1;
  Acceptor* acceptor = nullptr;
  RaceOptions options = {.turn = 100};
};

Solution solve(Asked asked) {
  const Tree tree = slides({-1}, {1});
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {1};
  goal.target = {0, 0, 0.5};
  goal.tolerance[0] = 1e-5;
  const Problem problem(tree, {goal});
  const StartSources sources(problem);
  Race::Team team;
  for (const std::int64_t needs : asked.needs) team.push_back(std::make_unique<Walker>(needs));
  Race race(problem, sources, std::move(team), asked.options);
  const std::vector<double> start{-0.5};
  const Query query{.parameters = problem.parameters(),
                    .start = start,
                    .options = {.max_evaluations = asked.max_evaluations},
                    .acceptor = asked.acceptor};
  Solution solution;
  Stop stop;
  race.solve(query, solution, stop, asked.threads);
  return solution;
}

int number_of(const Solution& solution) { return static_cast<int>((solution.q[0] - 0.5) * 1e7 + 0.5) % 10; }

// Rejects the first few solutions.
class Strict final : public Acceptor {
 public:
  explicit Strict(int refuses) : refuses_(refuses) {}
  bool accepts(const Query&, std::vector<double>&, SolutionFields&) override { return refuses_-- <= 0; }

 private:
  int refuses_;
};

}  // namespace

TEST(a_race_is_won_by_the_first_turn_and_in_it_by_the_lowest_number) {
  CHECK(number_of(solve({.needs = {950, 420, 440}})) == 1);
  CHECK(number_of(solve({.needs = {950, 440, 420}})) == 1);  // both succeed in the fifth turn
  CHECK(number_of(solve({.needs = {950, 440, 320}})) == 2);
}

TEST(answers_and_efforts_of_a_race_are_the_same_on_any_number_of_threads) {
  for (const auto& needs : {std::vector<std::int64_t>{950, 420, 440, 10'000}, {5, 5}, {3000, 100, 100}}) {
    const Solution alone = solve({.needs = needs});
    for (const int threads : {2, 3, 8}) {
      const Solution together = solve({.needs = needs, .threads = threads});
      CHECK(together.q == alone.q);
      CHECK(together.evaluations == alone.evaluations);
      CHECK(together.status == Status::solved);
    }
  }
}

TEST(effort_counts_every_runner_up_to_the_winning_turn) {
  // the start, four turns of three runners, the fifth of the first, and the rest of the second
  CHECK(solve({.needs = {950, 420, 440}}).evaluations == 1 + 3 * 400 + 100 + 20);
}

TEST(a_race_ends_when_the_budget_is_spent) {
  const Solution solution = solve({.needs = {9000, 9000}, .max_evaluations = 1000});
  CHECK(solution.status == Status::approximate);
  CHECK(solution.evaluations == 1001);
  CHECK(solution.q[0] == -0.5);
}

TEST(a_rejected_searcher_continues_and_others_have_their_turn) {
  for (const int threads : {1, 2}) {
    Strict once(1), twice(2), always(1'000'000);
    CHECK(number_of(solve({.needs = {100, 250}, .threads = threads, .acceptor = &once})) ==
          0);  // again at 200
    CHECK(number_of(solve({.needs = {200, 250}, .threads = threads, .acceptor = &once})) == 0);
    CHECK(number_of(solve({.needs = {180, 250}, .threads = threads, .acceptor = &twice})) == 0);
    CHECK(solve({.needs = {100, 250}, .threads = threads, .acceptor = &always}).status == Status::invalid);
  }
}

TEST(where_solutions_have_a_score_the_whole_budget_goes_into_the_best) {
  int scored = 0;
  const auto prefer_second = [&](const Query&, const std::vector<double>& q) {
    ++scored;
    return -q[0];
  };
  const Solution solution = solve({.needs = {100, 300}, .options = {.turn = 100, .score = prefer_second}});
  CHECK(solution.status == Status::solved);
  CHECK(scored > 10);
  CHECK(solution.evaluations > 9'000);
  CHECK(solution.q[0] > 0.5 + 1e-6);
}
