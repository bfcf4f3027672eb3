// memetik's own methods: the ladder and its stages, which Python calls auto, restarts and memetic.
#include "memetik/search/ladder.hpp"

#include "memetik/search/methods/shared/method.hpp"

namespace memetik::methods {

namespace {

void describe(OptionVisitor& option, LadderOptions& o) {
  option("method", o.method,
         {{"auto", Method::automatic}, {"restarts", Method::restarts}, {"memetic", Method::memetic}});
  option("best", o.best);
  option("split", o.split, 0, 1'000'000);
  option("islands", o.evolution.islands, 1, 64);
  option("species", o.evolution.species, 1, 64);
  option("children", o.evolution.children, 1, 1000);
  option("exploitation", o.evolution.exploitation,
         {{"lm", Exploitation::levenberg_marquardt},
          {"lbfgsb", Exploitation::lbfgsb},
          {"none", Exploitation::none}});
}

std::unique_ptr<Engine> make(const EngineContext& context, const LadderOptions& options) {
  return std::make_unique<Ladder>(context.problem, context.sources, options);
}

}  // namespace

SearchMethod ladder() { return make_method(describe, make); }

}  // namespace memetik::methods
