// What answers queries: the ladder, a race of searchers, or a method written in Python.
#pragma once

#include <cstddef>
#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"

namespace memetik {

class BatchShare;

// One thread's workspace, though it may use other threads.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void solve(const Query& query, Solution& solution, Stop& stop, int threads) = 0;
  // Distinct solutions, at most so many, the best first. Each tells the evaluations of the whole search.
  // Throws std::logic_error if the engine cannot tell solutions apart.
  virtual std::vector<Solution> solve_all(const Query& query, std::size_t count, Stop& stop);
  // All queries of the share, on this thread; by default one after the other.
  virtual void solve_batch(BatchShare& share, Stop& stop);
};

// No answer yet.
void begin_at_start(const Query& query, Solution& solution);

// How often a search of this problem has to look at the clock: steps of some take long.
void pace(const Problem& problem, Stop& stop);

// Why a search ended without a solution.
Status status_of(const Stop& stop);

}  // namespace memetik
