// Where the attempts of a query begin: the user's start, the table's, the pool's best, then random ones.
// Where a query's variables may not go everywhere, or shall stay near, random ones from the beginning.
#pragma once

#include <climits>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/reach_bound.hpp"
#include "memetik/search/sampling.hpp"
#include "memetik/search/start_pool.hpp"
#include "memetik/search/start_table.hpp"

namespace memetik {

// Fixed for all queries of a problem, shared by all threads.
struct StartSources {
  explicit StartSources(const Problem& problem, const StartTable* start_table = nullptr)
      : sampler(problem),
        pool(problem, sampler),
        bound(problem),
        table(start_table),
        table_goal(start_table ? start_table->goal_of(problem) : nullptr) {}

  Sampler sampler;
  StartPool pool;
  ReachBound bound;
  const StartTable* table;  // may be null
  const Goal* table_goal;   // that it knows starts for
};

// What is remembered of one query between its attempts.
struct StartList {
  static constexpr int unknown = INT_MAX;

  const Query* query = nullptr;
  StartTable::Place place;
  StartPool::Best best;
  int table_count = unknown;  // starts of the table
  bool looked_up = false;     // place is known
  bool ranked = false;        // best is known
  bool spread = false;        // random starts are taken as they come, not the best of several
};

// One thread's maker of starts.
class Starts {
 public:
  Starts(const Problem& problem, const StartSources& sources);

  static constexpr int most_evaluations = 16;

  // Writes the start of an attempt, counted from 0; returns the evaluations it took to find it.
  int get(StartList& list, int attempt, double* q, Stop& stop);
  // One that is random in any case; spread: see StartList.
  int random(const Query& query, int attempt, double* q, Stop& stop, bool spread = false);

 private:
  int best_of_random(const Query& query, int attempt, double* q, Stop& stop);
  void near(const Query& query, int attempt, double* q);

  const Problem* problem_;
  const StartSources* sources_;
  Objective<Pack> scout_;  // looks at candidates
  std::vector<Pack> packed_;
  std::vector<double> candidates_;
};

}  // namespace memetik
