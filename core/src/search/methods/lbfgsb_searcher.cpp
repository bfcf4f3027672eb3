#include "memetik/search/methods/lbfgsb_searcher.hpp"

#include <algorithm>

namespace memetik {

LbfgsbSearcher::LbfgsbSearcher(const Problem& problem, const Sampler& sampler, bool restarts)
    : sampler_(&sampler), restarts_(restarts), objective_(problem), descent_(problem) {}

void LbfgsbSearcher::begin_search(Stop& stop) {
  objective_.set_parameters(query_->parameters);
  q_.assign(query_->start.begin(), query_->start.end());
  if (part_.number == 0)
    starts_ = 1;
  else
    begin_elsewhere(stop);
}

void LbfgsbSearcher::begin_elsewhere(Stop&) {
  sampler_->sample(random_.branch(static_cast<std::uint64_t>(++starts_)), *query_, q_.data());
}

void LbfgsbSearcher::search(std::int64_t end, Stop& stop) {
  while (goes_on(end, stop)) {
    const auto quota = static_cast<int>(std::min<std::int64_t>(end - evaluations_, 1'000'000));
    const auto result = descent_.run(*query_, objective_, q_.data(), quota, stop);
    evaluations_ += result.evaluations;
    note(q_, result.cost, result.accepted);
    if (!result.converged || solved()) continue;
    exhausted_ = !restarts_;
    if (restarts_) begin_elsewhere(stop);
  }
}

}  // namespace memetik
