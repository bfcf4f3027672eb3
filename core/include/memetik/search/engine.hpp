// An engine answers queries. It is the ladder, a race of searchers, or a method written in Python.
#pragma once

#include <cstddef>
#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"

namespace memetik {

class BatchShare;

// An engine belongs to one thread, though it may start work on others.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void solve(const Query& query, Solution& solution, Stop& stop, int threads) = 0;
  // Returns at most `count` distinct solutions, best first. The evaluations of each are those of the whole
  // search. Throws std::logic_error if the engine finds only one solution.
  virtual Solutions solve_all(const Query& query, std::size_t count, Stop& stop);
  // Solves all queries of the share on this thread, by default one after the other.
  virtual void solve_batch(BatchShare& share, Stop& stop);
};

// Sets the solution to the query's start with infinite cost.
void begin_at_start(const Query& query, Solution& solution);

// Sets how often a search of this problem reads the clock, depending on how long its steps take.
void set_clock_interval(const Problem& problem, Stop& stop);

// Why a search ended that did not end by itself.
StoppedBy stopped_by(const Stop& stop);

}  // namespace memetik
