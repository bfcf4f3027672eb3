// The best compromise between goals that cannot all be met: Settle runs from many starts, one per lane.
#pragma once

#include <vector>

#include "memetik/search/local/settle.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/starts.hpp"

namespace memetik {

class Compromise {
 public:
  Compromise(const Problem& problem, const StartSources& sources, bool eased);

  // Runs from random starts until `budget` evaluations are spent and improves the solution. Returns whether
  // all primary goals are met.
  bool run(const Query& query, Solution& solution, std::int64_t budget, Stop& stop);

 private:
  const Problem* problem_;
  Objective<Pack> objective_;
  Settle<Pack> settle_;
  Starts starts_;
  std::vector<Pack> q_;
  std::vector<double> start_;
};

}  // namespace memetik
