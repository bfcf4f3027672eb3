// Methods as Python chooses them: recipes for engines.
#pragma once

#include <functional>
#include <memory>

#include "bindings.hpp"
#include "memetik/search/engine.hpp"
#include "memetik/search/methods/race.hpp"

namespace memetik {

// What an engine is made for.
struct Workshop {
  const Problem& problem;
  const StartSources& sources;
  int threads;  // of the solver
};

struct Recipe {
  std::function<std::unique_ptr<Engine>(const Workshop&)> make;
  bool in_python = false;  // runs on the calling thread alone
};

// The recipe of a method written in Python, which shares the function with the engines it makes.
struct PythonRecipe : Recipe {
  std::shared_ptr<nb::object> function;

  template <class Visit>
  void visit_objects(Visit visit) const {
    visit(*function);
  }
  void drop_callbacks() { *function = nb::none(); }
};

// A race of so many searchers, by default as many as threads; make_one(problem, sampler) makes one of them.
template <class MakeOne>
Recipe race_recipe(int count, RaceOptions options, MakeOne make_one) {
  return {[=](const Workshop& shop) {
    Race::Team team;
    for (int i = 0; i < (count > 0 ? count : shop.threads); ++i)
      team.push_back(make_one(shop.problem, shop.sources.sampler));
    return std::make_unique<Race>(shop.problem, shop.sources, std::move(team), options);
  }};
}

void bind_evolution_methods(nb::module_& m);
void bind_ladder(nb::module_& m);
void bind_island_methods(nb::module_& m);
void bind_local_methods(nb::module_& m);
void bind_population_methods(nb::module_& m);
void bind_python_method(nb::module_& m);

}  // namespace memetik
