// Kinematic decoupling: restarts, of which every other one begins where the two parts of the robot meet.
#include <optional>

#include "memetik/search/decoupled/decoupling.hpp"
#include "memetik/search/ladder.hpp"
#include "memetik/search/methods/shared/method.hpp"

namespace memetik::methods {

namespace {

struct Options {
  std::optional<int> split = {};  // a link; without one, all starts are ordinary
  int part_evaluations = DecouplingOptions{}.part_evaluations;
};

void describe(OptionVisitor& option, Options& o) {
  option("split", o.split, 0, 1'000'000);
  option("part_evaluations", o.part_evaluations, 1, 10'000);
}

class Decoupled final : public Engine {
 public:
  Decoupled(const EngineContext& context, const Options& options)
      : sources_(with_parts(context, options)),
        ladder_(context.problem, sources_, {.method = Method::restarts}) {}

  void solve(const Query& query, Solution& solution, Stop& stop, int threads) override {
    ladder_.solve(query, solution, stop, threads);
  }
  void solve_batch(BatchShare& share, Stop& stop) override { ladder_.solve_batch(share, stop); }

 private:
  StartSources with_parts(const EngineContext& context, const Options& options) {
    StartSources sources = context.sources;
    if (options.split)
      sources.decoupling =
          &parts_.emplace(context.problem, DecouplingOptions{*options.split, options.part_evaluations});
    return sources;
  }

  std::optional<Decoupling> parts_;
  StartSources sources_;
  Ladder ladder_;
};

std::unique_ptr<Engine> make(const EngineContext& context, const Options& options) {
  return std::make_unique<Decoupled>(context, options);
}

}  // namespace

SearchMethod decoupled() { return make_method(describe, make); }

}  // namespace memetik::methods
