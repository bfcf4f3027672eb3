#include "check.hpp"
#include "memetik/search/methods/bioik.hpp"
#include "memetik/search/methods/shared/race.hpp"
#include "memetik/search/trace.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

Solution solve(const Problem& problem, const std::vector<double>& start, const BioIkOptions& options,
               int threads = 1, Trace* trace = nullptr) {
  const StartSources sources(problem);
  Race::Team team;
  team.push_back(std::make_unique<BioIk>(problem, sources.sampler, options));
  Race race(problem, sources, std::move(team), {.turn = 3000});
  const Query query{.parameters = problem.parameters(),
                    .start = start,
                    .options = {.max_evaluations = 20'000, .random_seed = 7},
                    .trace = trace};
  Solution solution;
  Stop stop;
  race.solve(query, solution, stop, threads);
  return solution;
}

}  // namespace

TEST(bioik_gives_the_same_answer_with_any_number_of_threads) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(3);
    for (int i = 0; i < 8; ++i) {
      const auto goal = tip_goal(arm, tree, inside_limits(random, tree));
      const Problem problem(tree, {goal});
      const auto start = inside_limits(random, tree);
      const Solution alone = solve(problem, start, {});
      CHECK(alone.status == Status::solved);
      for (const int threads : {2, 5}) {
        const Solution together = solve(problem, start, {}, threads);
        CHECK(together.q == alone.q && together.evaluations == alone.evaluations);
      }
    }
  }
}

// The search for an unreachable target never ends, so every switch takes effect. With any switches, limits
// hold, and all parents are of the previous generation.
TEST(bioik_holds_limits_and_records_parents_with_any_options) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(4);
  for (int bits = 0; bits < 64; ++bits) {
    BioIkOptions options{.population = 20, .elites = 1 + bits % 4};
    options.exploitation = bits & 1;
    options.adoption = bits & 2;
    options.wipe_outs = bits & 4;
    options.random_weights = bits & 8;
    options.fitness = bits & 32 ? FitnessKind::mean : FitnessKind::rms;
    if ((bits & 16) && !(bits & 32)) options.gradients = BioIkGradients::incremental_differences;
    const Problem problem(tree, {out_of_reach(tip_goal(arm, tree, inside_limits(random, tree)))});
    Trace trace;
    const Solution solution = solve(problem, inside_limits(random, tree), options, 1, &trace);
    CHECK(solution.evaluations >= 20'000 && solution.evaluations < 20'000 + 6 * 30);
    CHECK(within_limits(tree, solution.q, 0));
    const auto individuals = trace.lineages()[0].individuals();
    for (const auto& own : individuals)
      for (const int parent : own.parents)
        CHECK(parent < 0 || individuals[static_cast<std::size_t>(parent)].generation == own.generation - 1);
    if (!options.wipe_outs) CHECK(trace.lineages()[0].wipe_outs().empty());
  }
}
