#include <algorithm>
#include <memory>

#include "check.hpp"
#include "memetik/search/methods/de.hpp"
#include "memetik/search/methods/ga.hpp"
#include "memetik/search/methods/pso.hpp"
#include "memetik/search/methods/swarm.hpp"
#include "search/narrowed.hpp"
#include "search/query_case.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

constexpr GeneticOptions genetic{.population = 30,
                                 .elites = 2,
                                 .tournament = 3,
                                 .crossover = 0.9,
                                 .blend = 0.5,
                                 .mutation = 0.2,
                                 .mutation_size = 0.1,
                                 .restarts = true};
constexpr DifferentialOptions differential{
    .population = 21, .factor = 0.5, .crossover = 0.9, .restarts = true};
constexpr ParticleOptions particles{
    .population = 18, .inertia = 0.73, .cognitive = 1.5, .social = 1.5, .fastest = 0.5, .restarts = true};
constexpr SwarmOptions swarm{.starts = 5, .particles = 7, .mppi_iterations = 2, .lbfgs_iterations = 20};

// One searcher of each kind, for a query case.
struct Searchers {
  Sampler sampler;
  std::vector<std::unique_ptr<Searcher>> all;

  explicit Searchers(const Problem& problem) : sampler(problem) {
    all.push_back(std::make_unique<GeneticSearcher>(problem, sampler, genetic));
    all.push_back(std::make_unique<DifferentialSearcher>(problem, sampler, differential));
    all.push_back(std::make_unique<ParticleSearcher>(problem, sampler, particles));
    all.push_back(std::make_unique<SwarmSearcher>(problem, sampler, swarm));
  }
};

void begin(Searcher& searcher, const Query& query, Lineage* lineage = nullptr) {
  Stop stop;
  searcher.begin(query, {.number = 0, .threads = 1, .lineage = lineage}, stop);
}

void advance(Searcher& searcher, int evaluations) {
  Stop stop;
  searcher.advance(evaluations, stop);
}

double cost_of(const QueryCase& query_case, const std::vector<double>& q) {
  return query_case.evaluate(q).cost;
}

}  // namespace

TEST(populations_never_forget_their_best_nor_leave_the_limits) {
  for_each_example(8, 8, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const QueryCase query_case(tree, {goals[0].goal, secondary(goals[1].goal)}, start);
    Searchers searchers(query_case.problem);
    for (const auto& searcher : searchers.all) {
      begin(*searcher, query_case.query);
      double before = HUGE_VAL;
      for (int round = 0; round < 4 && !searcher->solved() && !searcher->exhausted(); ++round) {
        advance(*searcher, 100);
        const double cost = cost_of(query_case, searcher->best());
        CHECK_NEAR(searcher->cost(), cost, 1e-9 * (1 + cost));
        CHECK(searcher->solved() || searcher->cost() <= before);
        CHECK(searcher->solved() == query_case.evaluate(searcher->best()).accepted);
        CHECK(within_limits(tree, searcher->best(), 1e-14));
        before = searcher->cost();
      }
    }
  });
}

TEST(populations_keep_to_the_box_of_their_query) {
  for_each_example(12, 8, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    const Narrowed narrowed = random_narrowed(random, tree);
    QueryCase query_case(tree, {goals[0].goal}, narrowed.start);
    query_case.query.max_change = narrowed.max_change;
    Searchers searchers(query_case.problem);
    for (const auto& searcher : searchers.all) {
      begin(*searcher, query_case.query);
      advance(*searcher, 300);
      CHECK(allowed(tree, narrowed, searcher->best(), 1e-9));
    }
  });
}

// Turns have any length, down to one evaluation, and may end within the lanes of a local search.
TEST(populations_are_independent_of_turns_and_keep_their_budget) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(4);
  const QueryCase query_case(tree, {out_of_reach(tip_goal(arm, tree, inside_limits(random, tree)))},
                             inside_limits(random, tree));
  Searchers once(query_case.problem), often(query_case.problem);
  for (std::size_t i = 0; i < once.all.size(); ++i) {
    Searcher &all = *once.all[i], &parts = *often.all[i];
    begin(all, query_case.query);
    begin(parts, query_case.query);
    advance(all, 2000);
    while (parts.evaluations() < all.evaluations()) {
      const std::int64_t before = parts.evaluations(), left = all.evaluations() - before;
      const int turn = static_cast<int>(std::min<std::int64_t>(left, 1 + random.integer(50)));
      advance(parts, turn);
      CHECK(parts.evaluations() >= before + turn && parts.evaluations() < before + turn + pack_lanes);
    }
    CHECK(all.best() == parts.best() && all.cost() == parts.cost());
    CHECK(all.generations() == parts.generations() && all.starts() == parts.starts());
  }
}

// At the bottom of a single valley that is not a solution, every population has converged.
TEST(populations_that_converged_begin_anew_or_are_exhausted) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  Random random(5);
  const auto start = inside_limits(random, tree);
  GoalSpec far = tip_goal(arm, tree, start, GoalKind::position);
  far.target[0] += 3;
  const QueryCase query_case(tree, {far}, start);
  const Sampler sampler(query_case.problem);
  for (const bool restarts : {true, false}) {
    DifferentialOptions options = differential;
    options.restarts = restarts;
    DifferentialSearcher searcher(query_case.problem, sampler, options);
    begin(searcher, query_case.query);
    advance(searcher, 30'000);
    CHECK(searcher.exhausted() == !restarts);
    CHECK((searcher.starts() > 1) == restarts);
  }
}

TEST(lineages_of_populations_record_parents) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(6);
  const QueryCase query_case(tree, {out_of_reach(tip_goal(arm, tree, inside_limits(random, tree)))},
                             inside_limits(random, tree));
  const std::size_t genes = query_case.problem.active().size();
  Searchers searchers(query_case.problem);
  for (const auto& searcher : searchers.all) {
    Lineage lineage;
    begin(*searcher, query_case.query, &lineage);
    advance(*searcher, 2000);
    const auto everyone = lineage.individuals();
    CHECK(everyone.size() * genes == lineage.genes().size() && !everyone.empty());
    CHECK(everyone[0].made_by == Operator::start);
    for (std::size_t i = 0; i < everyone.size(); ++i) {
      for (const int parent : everyone[i].parents)
        CHECK(parent == Lineage::no_individual ||
              (parent < static_cast<int>(i) &&
               everyone[static_cast<std::size_t>(parent)].generation <= everyone[i].generation));
      if (everyone[i].made_by != Operator::survived) continue;
      const auto parent = static_cast<std::size_t>(everyone[i].parents[0]);
      CHECK(everyone[parent].fitness == everyone[i].fitness);
      for (std::size_t c = 0; c < genes; ++c)
        CHECK(lineage.genes()[i * genes + c] == lineage.genes()[parent * genes + c]);
    }
  }
}
