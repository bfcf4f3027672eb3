// The documents' searches by populations.
#include "memetik/search/methods/differential_evolution.hpp"
#include "memetik/search/methods/genetic.hpp"
#include "memetik/search/methods/particle_swarm.hpp"
#include "memetik/search/methods/swarm.hpp"
#include "methods.hpp"

namespace memetik {

using namespace nb::literals;

namespace {

template <class One, class Options>
Recipe race_of(int runners, const Options& options) {
  return race_recipe(runners, {}, [=](const Problem& problem, const Sampler& sampler) {
    return std::make_unique<One>(problem, sampler, options);
  });
}

}  // namespace

void bind_population_methods(nb::module_& m) {
  m.def(
      "ga",
      [](int runners, bool restarts, int population, int elites, int tournament, double crossover,
         double blend, double mutation, double mutation_size) {
        return race_of<GeneticSearcher>(runners, GeneticOptions{.population = population,
                                                                .elites = elites,
                                                                .tournament = tournament,
                                                                .crossover = crossover,
                                                                .blend = blend,
                                                                .mutation = mutation,
                                                                .mutation_size = mutation_size,
                                                                .restarts = restarts});
      },
      "runners"_a, "restarts"_a, "population"_a, "elites"_a, "tournament"_a, "crossover"_a, "blend"_a,
      "mutation"_a, "mutation_size"_a);
  m.def(
      "de",
      [](int runners, bool restarts, int population, double factor, double crossover) {
        return race_of<DifferentialSearcher>(
            runners,
            DifferentialOptions{
                .population = population, .factor = factor, .crossover = crossover, .restarts = restarts});
      },
      "runners"_a, "restarts"_a, "population"_a, "factor"_a, "crossover"_a);
  m.def(
      "pso",
      [](int runners, bool restarts, int population, double inertia, double cognitive, double social,
         double fastest, int neighbors) {
        return race_of<ParticleSearcher>(runners, ParticleOptions{.population = population,
                                                                  .inertia = inertia,
                                                                  .cognitive = cognitive,
                                                                  .social = social,
                                                                  .fastest = fastest,
                                                                  .neighbors = neighbors,
                                                                  .restarts = restarts});
      },
      "runners"_a, "restarts"_a, "population"_a, "inertia"_a, "cognitive"_a, "social"_a, "fastest"_a,
      "neighbors"_a);
  m.def(
      "swarm",
      [](int runners, int seeds, int particles, int mppi_iterations, int lbfgs_iterations) {
        return race_of<SwarmSearcher>(runners, SwarmOptions{.seeds = seeds,
                                                            .particles = particles,
                                                            .mppi_iterations = mppi_iterations,
                                                            .lbfgs_iterations = lbfgs_iterations});
      },
      "runners"_a, "seeds"_a, "particles"_a, "mppi_iterations"_a, "lbfgs_iterations"_a);
}

}  // namespace memetik
