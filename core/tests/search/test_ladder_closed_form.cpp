#include <algorithm>

#include "arms.hpp"
#include "check.hpp"
#include "memetik/search/ladder.hpp"
#include "random_goals.hpp"
#include "search/evaluation.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

struct Posed {  // a reachable pose of a ur5, and a start
  Tree tree = ur5().tree();
  GoalSpec goal;
  std::vector<double> start;

  explicit Posed(unsigned seed) {
    Random random(seed);
    goal = tip_goal(ur5(), tree, inside_limits(random, tree));
    goal.rotation_scale = 1;  // with so much weight on the rotation, restarts fail more often
    start = inside_limits(random, tree);
  }

  Solution solve(Method method = Method::automatic, bool local = false, Acceptor* acceptor = nullptr) const {
    const Problem problem(tree, {goal});
    const StartSources sources(problem);
    Ladder ladder(problem, sources, {.method = method});
    Query query{.parameters = problem.parameters(), .start = start, .options = {.max_evaluations = 20000}};
    query.options.local = local;
    query.acceptor = acceptor;
    Solution solution;
    Stop stop;
    ladder.solve(query, solution, stop, 1);
    return solution;
  }
};

constexpr unsigned many = 1000;

}  // namespace

TEST(where_restarts_fail_the_closed_form_solves) {
  unsigned solved_by_it = 0;
  for (unsigned seed = 0; seed < many; ++seed) {
    const Posed posed(seed);
    const Solution solution = posed.solve();
    CHECK(solution.status == Status::solved && solution.evaluations < 250);
    CHECK(solution.stage == Stage::start || solution.stage == Stage::restarts ||
          solution.stage == Stage::closed_form);
    if (solution.stage != Stage::closed_form) continue;
    ++solved_by_it;
    CHECK(within_limits(posed.tree, solution.q, 0));
    const Problem problem(posed.tree, {posed.goal});
    Objective<double> exact(problem);
    exact.evaluate(solution.q.data(), Scope::primary);
    CHECK(exact.accepted() && solution.cost == exact.cost());
    CHECK(posed.solve(Method::restarts).stage != Stage::closed_form);
    CHECK(posed.solve(Method::memetic).stage != Stage::closed_form);
    CHECK(posed.solve(Method::automatic, true).stage != Stage::closed_form);
  }
  CHECK(solved_by_it > many / 200 && solved_by_it < many / 10);
}

// The acceptor is asked about one branch after the other, nearest to the start first.
TEST(an_acceptor_chooses_among_the_branches_of_the_closed_form) {
  struct Choosy : Acceptor {
    std::vector<std::vector<double>> seen;
    std::size_t patience = 0;
    bool accepts(const Query&, std::vector<double>& q, SolutionFields& effort) override {
      ++effort.validity_checks;
      seen.push_back(q);
      return seen.size() > patience;
    }
  };
  int chosen = 0;
  for (unsigned seed = 0; seed < many; ++seed) {
    const Posed posed(seed);
    if (posed.solve().stage != Stage::closed_form) continue;
    for (const std::size_t patience : {0u, 1u, 2u}) {
      Choosy acceptor;
      acceptor.patience = patience;
      const Solution solution = posed.solve(Method::automatic, false, &acceptor);
      if (solution.status != Status::solved) continue;  // there are fewer branches
      CHECK(acceptor.seen.back() == solution.q);
      chosen += solution.stage == Stage::closed_form;
    }
  }
  CHECK(chosen > 5);
}
