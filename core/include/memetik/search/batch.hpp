// Batches: each SIMD lane works on one query, and each thread takes blocks of queries.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "memetik/math/pack.hpp"
#include "memetik/objective/history.hpp"
#include "memetik/runtime/thread_pool.hpp"
#include "memetik/search/batch_queue.hpp"
#include "memetik/search/engine.hpp"
#include "memetik/search/query_source.hpp"

namespace memetik {

// Arrays of `count` rows. A row of a target array has the numbers of one target of the goal; a row of a
// weight array has one number.
struct BatchQuery {
  struct Array {
    int goal;
    const double* values;
  };
  std::size_t count = 0;
  Query common;  // shared by all queries; its parameters apply to goals without an array
  std::vector<Array> targets, weights;
  const double* starts = nullptr;  // null: all queries begin at the common start
};

// One row per query.
struct BatchSolution {
  double* q;
  SolutionFields* fields;
};

// One thread's share of a batch. It takes blocks of queries, which all threads share, and writes solutions
// into the arrays.
class BatchShare final : public QuerySource {
 public:
  BatchShare(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
             BatchQueue& queue);

  const Query* next() override;
  void receive(const Query& query, Solution& solution) override;

  // The part of a query that is the same for the whole batch.
  const Query& common() const { return queries_->common; }

  // Stores the query's best solution so far; resume() returns the query later, on any thread.
  void set_aside(const Query& query, const Solution& solution);
  // Returns the next query that was set aside and copies its solution so far; null when none is waiting.
  const Query* resume(Solution& solution);

 private:
  struct Slot {  // a query in progress
    Query query;
    std::vector<double> parameters;
    std::size_t index = 0;
  };

  const Query* load(std::size_t index);
  std::size_t release(const Query& query);
  void write(std::size_t index, const Solution& solution) const;
  std::size_t dof() const { return static_cast<std::size_t>(problem_->tree().dof()); }

  const Problem* problem_;
  History history_;
  const BatchQuery* queries_;
  BatchSolution solutions_;
  BatchQueue* queue_;
  BatchQueue::Block block_;  // what is left of the present block
  std::array<Slot, pack_lanes + 1> slots_;
  std::array<Slot*, pack_lanes + 1> free_;
  std::size_t free_count_ = pack_lanes + 1;
};

// The engines of a batch. A thread that has queries to solve calls engine_of(thread) once.
struct BatchEngines {
  int threads;
  std::function<Engine&(int thread)> engine_of;
};

// Solves every query. The calling thread begins alone; others join while the rest is long enough. If stopped
// early, the solution of a query that was not begun is its start.
void solve_batch(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
                 const BatchEngines& engines, ThreadPool& pool, Stop& stop);

}  // namespace memetik
