// Restarts that follow hints: goals that guide attempts, but count neither in costs nor in success.
#pragma once

#include <vector>

#include "memetik/search/restarts.hpp"

namespace memetik {

class HintedRestarts {
 public:
  HintedRestarts(const Problem& problem, const StartSources& sources);

  // Whether any hint is for the targets of this query, which `run` is then for; the others are switched off.
  bool begin(const Query& query);
  Solution run(const RestartPlan& plan, Stop& stop);

 private:
  bool is_for(const Goal& hint) const;

  Problem problem_;  // the hints are primary goals that accept anything; the parameters are the same
  Restarts restarts_;
  std::vector<const Goal*> hints_;
  std::vector<double> parameters_;
  Query query_;
};

}  // namespace memetik
