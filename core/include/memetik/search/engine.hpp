// What answers queries: the ladder, a race of searchers, or a method written in Python.
#pragma once

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

class Ladder;

// One thread's workspace, though it may call others for help.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void solve(const Query& query, Solution& solution, Stop& stop, int threads) = 0;
  // The ladder, if queries of a batch, which this referee judges, are better answered side by side in its
  // lanes; else null.
  virtual Ladder* in_lanes(const Acceptor*) { return nullptr; }
};

// No answer yet.
void begin_at_start(const Query& query, Solution& solution);

// How often a search of this problem has to look at the clock: steps of some take long.
void pace(const Problem& problem, Stop& stop);

// Why a search ended without a solution.
Status status_of(const Stop& stop);

}  // namespace memetik
