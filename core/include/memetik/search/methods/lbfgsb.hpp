// L-BFGS-B from one start after the other.
#pragma once

#include "memetik/search/local/lbfgsb.hpp"
#include "memetik/search/methods/shared/local_searcher.hpp"

namespace memetik {

// `stop_at_limits`: an attempt ends when it would step beyond a limit.
class LbfgsbSearcher final : public RestartingSearcher {
 public:
  LbfgsbSearcher(const Problem& problem, const Sampler& sampler, const Attempts& attempts,
                 bool stop_at_limits = false);

 private:
  void begin_query() override;
  void search(std::int64_t end, Stop& stop) override;

  Objective<double> objective_;
  Lbfgsb descent_;
};

}  // namespace memetik
