// The documents' evolutions on islands.
#include "memetik/search/methods/bioik2.hpp"
#include "memetik/search/methods/hgsa.hpp"
#include "memetik/search/methods/pickik.hpp"
#include "methods.hpp"

namespace memetik {

using namespace nb::literals;

void bind_island_methods(nb::module_& m) {
  m.def(
      "bioik2",
      [](int islands, int species, int population, int children, int elites, int evolution_generations,
         int optimization_generations, int memetics, bool size_per_gene, bool momentum, bool wipe_outs,
         bool random_start, bool extrapolate) {
        const BioIk2Options options{species,
                                    population,
                                    children,
                                    elites,
                                    evolution_generations,
                                    optimization_generations,
                                    static_cast<Memetics>(memetics),
                                    size_per_gene,
                                    momentum,
                                    wipe_outs,
                                    random_start,
                                    extrapolate};
        return race_recipe(islands, {}, [=](const Problem& problem, const Sampler& sampler) {
          return std::make_unique<BioIk2Island>(problem, sampler, options);
        });
      },
      nb::kw_only(), "islands"_a, "species"_a, "population"_a, "children"_a, "elites"_a,
      "evolution_generations"_a, "optimization_generations"_a, "memetics"_a, "size_per_gene"_a, "momentum"_a,
      "wipe_outs"_a, "random_start"_a, "extrapolate"_a);
  m.def(
      "hgsa",
      [](int islands, int population, int elites, bool linear) {
        return race_recipe(islands, {}, [=](const Problem& problem, const Sampler& sampler) {
          return std::make_unique<HgsaIsland>(problem, sampler, HgsaOptions{population, elites, linear});
        });
      },
      "islands"_a, "population"_a, "elites"_a, "linear"_a);
  m.def(
      "pickik",
      [](int islands, int population, int elites, int descent_iterations, double descent_step,
         double wipe_out_tolerance) {
        const PickIkOptions options{population, elites, descent_iterations, descent_step, wipe_out_tolerance};
        return race_recipe(islands, {}, [=](const Problem& problem, const Sampler& sampler) {
          return std::make_unique<PickIk>(problem, sampler, options);
        });
      },
      "islands"_a, "population"_a, "elites"_a, "descent_iterations"_a, "descent_step"_a,
      "wipe_out_tolerance"_a);
}

}  // namespace memetik
