// The starts of a query's attempts: first the user's start, then those of the table, the best of the pool,
// and finally random ones. If max_change limits active variables or starts must be near, all but the
// user's are random.
// Where the problem is decoupled, every other one is a decoupled start instead.
#pragma once

#include <array>
#include <climits>
#include <cstdint>
#include <memory>
#include <vector>

#include "memetik/objective/link_base.hpp"
#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/reach_bound.hpp"
#include "memetik/search/sampling.hpp"
#include "memetik/search/start_pool.hpp"
#include "memetik/search/start_table.hpp"

namespace memetik {

class Decoupling;
class DecoupledStarts;

// The sources of starts: the same for all queries of a problem, and shared by all threads.
struct StartSources {
  // `known` are the sources of another problem of the same tree, or null: see StartPool.
  explicit StartSources(const Problem& problem, const StartTable* start_table = nullptr,
                        const StartSources* known = nullptr)
      : sampler(problem),
        pool(problem, sampler, known ? &known->pool : nullptr),
        bound(problem),
        table(start_table),
        table_goal(start_table ? start_table->goal_of(problem) : nullptr) {}

  Sampler sampler;
  StartPool pool;
  ReachBound bound;
  const StartTable* table;                 // may be null
  const Goal* table_goal;                  // the goal that the table has starts for; may be null
  const Decoupling* decoupling = nullptr;  // of the problem, if starts are to use it
};

// The state of one query between its attempts.
struct StartList {
  static constexpr int unknown = INT_MAX;

  const Query* query = nullptr;
  StartTable::Lookup lookup;
  StartPool::Best best;
  std::array<std::uint16_t, 64> distal{};  // the best of DistalPool
  std::size_t distal_count = 0;            // of them
  int table_count = unknown;               // starts in the table
  bool looked_up = false;                  // `lookup` is computed
  bool ranked = false;                     // `best` is computed
  bool distal_ranked = false;              // `distal` is computed
  bool spread = false;                     // each random start is a single sample, not the best of several
};

// Generates starts; each thread has its own.
class Starts {
 public:
  Starts(const Problem& problem, const StartSources& sources);
  ~Starts();

  static constexpr int max_evaluations = 16;

  // Writes the start of an attempt, counted from 0, into q. Returns the evaluations that it took.
  int get(StartList& list, int attempt, double* q, Stop& stop);
  // The same, but the start is always random. See StartList for `spread`.
  int random(const Query& query, int attempt, double* q, Stop& stop, bool spread = false);
  // Of any start, also of decoupled ones.
  int most_evaluations() const;
  // Whether the last start is known to meet all goals that decide success.
  bool solved() const { return solved_; }

 private:
  bool is_narrowed(const Query& query) const;
  StartPool::Best best_of_pool(const Query& query);
  int best_of_random(const Query& query, int attempt, double* q, Stop& stop);
  void sample_near_start(const Query& query, int attempt, double* q);

  const Problem* problem_;
  const StartSources* sources_;
  int candidate_count_;                         // of a random start
  std::unique_ptr<DecoupledStarts> decoupled_;  // may be null
  bool solved_ = false;
  std::vector<LinkBase> bases_;        // of the pool's goals
  std::vector<Frame<double>> places_;  // of these
  Objective<Pack> scout_;              // evaluates candidates
  std::vector<Pack> packed_;
  std::vector<double> candidates_;
};

}  // namespace memetik
