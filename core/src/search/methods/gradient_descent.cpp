// Gradient descent with the step of the BioIK 2 thesis.
#include "memetik/search/local/gradient_step.hpp"
#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik::methods {

namespace {

// How a searcher continues after a step that raised the cost.
enum class Stuck : unsigned char { stop, restart, proceed };

struct Options {
  Stuck stuck = Stuck::proceed;
  int runners = 1;  // fixed, so that solutions do not depend on the number of threads
};

void describe(OptionVisitor& option, Options& o) {
  option("stuck", o.stuck, {{"stop", Stuck::stop}, {"reset", Stuck::restart}, {"continue", Stuck::proceed}});
  option("runners", o.runners, 1, max_runners);
}

std::unique_ptr<Engine> make(const EngineContext& context, const Options& options) {
  const RestartOptions restarts{options.stuck == Stuck::restart, options.runners};
  const bool ends_uphill = options.stuck != Stuck::proceed;
  return make_race_of_steps<GradientStep>(context, restarts, ends_uphill);
}

}  // namespace

SearchMethod gradient_descent() { return make_method(describe, make); }

}  // namespace memetik::methods
