// L-BFGS-B from one start after the other.
#pragma once

#include <vector>

#include "memetik/search/local/lbfgsb.hpp"
#include "memetik/search/methods/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

class LbfgsbSearcher final : public Searcher {
 public:
  LbfgsbSearcher(const Problem& problem, const Sampler& sampler, bool restarts);

 private:
  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;

  const Sampler* sampler_;
  bool restarts_;
  Objective<double> objective_;
  Lbfgsb descent_;
  std::vector<double> q_;
};

}  // namespace memetik
