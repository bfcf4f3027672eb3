// The documents' evolutions.
#include "memetik/search/methods/bioik.hpp"
#include "methods.hpp"

namespace memetik {

using namespace nb::literals;

namespace {

constexpr std::int64_t long_turn = 5000;  // evaluations: threads that help live for a turn

}  // namespace

void bind_evolution_methods(nb::module_& m) {
  m.def(
      "bioik",
      [](int population, int elites, bool exploitation, bool adoption, bool wipe_outs, bool random_weights,
         int gradients, bool mean) {
        const BioIkOptions options{population,
                                   elites,
                                   exploitation,
                                   adoption,
                                   wipe_outs,
                                   random_weights,
                                   static_cast<BioIkGradients>(gradients),
                                   mean ? FitnessKind::mean : FitnessKind::rms};
        return race_recipe(1, {.turn = long_turn}, [=](const Problem& problem, const Sampler& sampler) {
          return std::make_unique<BioIk>(problem, sampler, options);
        });
      },
      "population"_a, "elites"_a, "exploitation"_a, "adoption"_a, "wipe_outs"_a, "random_weights"_a,
      "gradients"_a, "mean"_a);
}

}  // namespace memetik
