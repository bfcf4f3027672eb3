// The best compromise between goals that cannot all be met: Settle runs from many starts, one per lane.
#pragma once

#include <vector>

#include "memetik/search/local/settle.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/starts.hpp"
#include "memetik/search/verifier.hpp"

namespace memetik {

class Compromise {
 public:
  Compromise(const Problem& problem, const StartSources& sources, Verifier& verifier, bool eased);

  // Begins a query, whose best cost so far is known.
  void begin(double best_cost);
  // Descends from random starts and offers the results, until `budget` evaluations are spent, all goals are
  // met, or the search has converged. `attempts` counts the starts of the query.
  void run(const Query& query, Solution& solution, int& attempts, std::int64_t budget, Stop& stop);
  // Whether the last descents had nothing to gain.
  bool converged() const;

 private:
  void count(double cost, bool converged);
  void polish(const Query& query, Solution& solution, Stop& stop);

  const Problem* problem_;
  Verifier* verifier_;
  Objective<Pack> objective_;
  Settle<Pack> settle_;
  Objective<double> single_;
  Settle<double> polish_;
  Starts starts_;
  std::vector<Pack> q_;
  std::vector<double> start_;
  double best_ = 0;  // lowest cost of all descents
  int in_vain_ = 0;  // consecutive converged descents that did not lower the best cost
};

}  // namespace memetik
