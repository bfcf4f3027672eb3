// Races of searchers of one kind. Most methods are such races.
#pragma once

#include <memory>

#include "memetik/search/methods/shared/local_searcher.hpp"
#include "memetik/search/methods/shared/method.hpp"
#include "memetik/search/methods/shared/race.hpp"

namespace memetik {

inline constexpr int max_runners = 256;

// The common options of methods that run local searches from one start after the other.
struct RestartOptions {
  bool restarts = true;  // at random places
  int runners = 1;       // fixed, so that solutions do not depend on the number of threads
};

// For all options that have these two members.
template <class Options>
void describe_restarts(OptionVisitor& option, Options& options) {
  option("restarts", options.restarts);
  option("runners", options.runners, 1, max_runners);
}

// Makes a race of `runners` searchers. make_one() makes one.
template <class MakeOne>
std::unique_ptr<Engine> make_race(const EngineContext& context, int runners, MakeOne make_one,
                                  const RaceOptions& options = {}) {
  Race::Team team;
  for (int i = 0; i < runners; ++i) team.push_back(make_one());
  return std::make_unique<Race>(context.problem, context.sources, std::move(team), options);
}

// A method that is a race of searchers, each made from a problem, a sampler and the options. The member
// `runners` of the options is their number.
template <class OneSearcher, auto runners, class Options>
SearchMethod race_of(void (*describe)(OptionVisitor&, Options&)) {
  return make_method<Options>(describe, [](const EngineContext& context, const Options& options) {
    return make_race(context, options.*runners, [&] {
      return std::make_unique<OneSearcher>(context.problem, context.sources.sampler, options);
    });
  });
}

// Makes a race of local searches, whose steps are made from a problem and these options.
template <class Step, class... StepOptions>
std::unique_ptr<Engine> make_race_of_steps(const EngineContext& context, const RestartOptions& options,
                                           const StepOptions&... step_options) {
  return make_race(context, options.runners, [&] {
    return std::make_unique<LocalSearcher>(context.problem, context.sources.sampler,
                                           Attempts{.restarts = options.restarts},
                                           std::make_unique<Step>(context.problem, step_options...));
  });
}

// A method that is a race of local searches whose steps have no options.
template <class Step>
SearchMethod race_of_steps() {
  return make_method<RestartOptions>(describe_restarts<RestartOptions>,
                                     [](const EngineContext& context, const RestartOptions& options) {
                                       return make_race_of_steps<Step>(context, options);
                                     });
}

}  // namespace memetik
