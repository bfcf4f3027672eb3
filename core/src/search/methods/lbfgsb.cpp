#include "memetik/search/methods/lbfgsb.hpp"

#include <algorithm>

#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

LbfgsbSearcher::LbfgsbSearcher(const Problem& problem, const Sampler& sampler, const Attempts& attempts,
                               bool stop_at_limits)
    : RestartingSearcher(problem, sampler, attempts),
      objective_(problem),
      descent_(problem, {.limits = stop_at_limits ? Lbfgsb::Limits::end : Lbfgsb::Limits::wrap}) {}

void LbfgsbSearcher::begin_query() { objective_.set_parameters(query_->parameters); }

void LbfgsbSearcher::search(std::int64_t end, Stop& stop) {
  while (may_continue(end, stop)) {
    const auto quota = static_cast<int>(std::min<std::int64_t>(end - evaluations_, 1'000'000));
    const auto result = descent_.run(*query_, objective_, q_.data(), quota, stop);
    evaluations_ += result.evaluations;
    keep_if_best(q_, result.cost, result.accepted);
    if (!solved() && (result.converged || result.at_limit)) give_up(stop);
  }
}

namespace {

struct Options : RestartOptions {
  bool stop_at_limits = false;
};

void describe(OptionVisitor& option, Options& o) {
  describe_restarts(option, o);
  option("stop_at_limits", o.stop_at_limits);
}

std::unique_ptr<Engine> make(const EngineContext& context, const Options& options) {
  return make_race(context, options.runners, [&] {
    return std::make_unique<LbfgsbSearcher>(context.problem, context.sources.sampler,
                                            Attempts{.restarts = options.restarts}, options.stop_at_limits);
  });
}

}  // namespace

namespace methods {
SearchMethod lbfgsb() { return make_method(describe, make); }
}  // namespace methods

}  // namespace memetik
