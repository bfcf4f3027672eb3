// The best compromise between goals that cannot all be met: local searches from many starts.
#pragma once

#include <memory>
#include <vector>

#include "memetik/search/local/constrained_descent.hpp"
#include "memetik/search/local/settle.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/starts.hpp"
#include "memetik/search/verifier.hpp"

namespace memetik {

// Without required goals, Settle runs from several starts at once, one per lane, until it has roughly
// converged; the best result is then descended exactly. With required goals, every start gets a
// ConstrainedDescent, which is repeated exactly if it is the best so far.
class Compromise {
 public:
  Compromise(const Problem& problem, const StartSources& sources, Verifier& verifier, bool eased);

  // Begins a query: descends from its start, with at most `quota` evaluations. A descent can end at a saddle
  // point, for example if an arm is stretched and its target comes back into reach: so it is repeated from
  // nearby, unless the goals provably cannot be met.
  void begin(const Query& query, Solution& solution, std::int64_t quota, Stop& stop);
  // Descends from random starts and offers the results, until `quota` evaluations are spent, all goals are
  // met, or the search has converged. `budget` evaluations are left in all: a smaller budget ends the search
  // earlier, but does not change it. `attempts` counts the starts of the query.
  void run(const Query& query, Solution& solution, int& attempts, std::int64_t quota, std::int64_t budget,
           Stop& stop);
  // Whether the last descents had nothing to gain, and several ended at the best cost.
  bool converged() const;
  // Whether the gradient is zero at most starts: the goals jump, and only evolution can help.
  bool is_flat() const { return 2 * flat_ > descents_; }

 private:
  void descend_in_lanes(const Query& query, Solution& solution, int& attempts, std::int64_t quota,
                        Stop& stop);
  void descend_constrained(const Query& query, Solution& solution, int attempt, std::int64_t quota,
                           Stop& stop);
  void refine(const Query& query, Solution& solution, const Origin& origin, std::int64_t quota, Stop& stop);
  // Descends from q_ and offers the result. Returns whether the descent has converged.
  bool polish(const Query& query, Solution& solution, const Origin& origin, std::int64_t quota, Stop& stop);
  void nudge(const Query& query);
  void count(const Measures& measures, bool converged, bool flat);

  const Problem* problem_;
  Verifier* verifier_;
  Objective<Pack> lanes_;
  Settle<Pack> settle_lanes_;
  Objective<double> single_;
  Settle<double> settle_;
  std::unique_ptr<ConstrainedDescent> constrained_;  // null without required goals
  Starts starts_;
  std::vector<Pack> packed_;
  std::vector<double> q_;
  std::vector<double> rough_;    // the best result of a descent in lanes, until it is descended exactly
  Measures best_;                // of all descents
  int patience_ = 0;             // descents in vain after which the search has converged
  int hits_ = 0, min_hits_ = 0;  // descents that ended at the best cost, and how many it takes
  int in_vain_ = 0;              // consecutive converged descents that were no better than the best
  int descents_ = 0, flat_ = 0;
};

}  // namespace memetik
