// Many queries at once: lanes are queries, threads take blocks of them.
#pragma once

#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "memetik/math/pack.hpp"
#include "memetik/objective/history.hpp"
#include "memetik/runtime/thread_pool.hpp"
#include "memetik/search/engine.hpp"
#include "memetik/search/query_source.hpp"

namespace memetik {

// Arrays of `count` rows. A target array has as many numbers per row as the goal's target.
struct BatchQuery {
  struct Targets {
    int goal;
    const double* values;
  };
  std::size_t count = 0;
  Query common;  // what all queries have in common; its parameters are those of goals without a target array
  std::vector<Targets> targets;
  const double* starts = nullptr;  // null: the common start
};

// A row per query.
struct BatchSolution {
  double* q;
  SolutionFields* fields;
};

// One thread's share of a batch: queries from a counter that all threads share, solutions into the arrays.
class BatchShare final : public QuerySource {
 public:
  BatchShare(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
             std::atomic<std::size_t>& next_block, std::size_t block);

  const Query* next() override;
  void take(const Query& query, Solution& solution) override;

  // What all queries have in common.
  const Query& common() const { return queries_->common; }

  // Keeps what was found so far, to go on with the query later.
  void set_aside(const Query& query, const Solution& solution);
  // A query that was set aside, and what was found so far; null when there are no more.
  const Query* resume(Solution& solution);

 private:
  struct Seat {  // a query at work
    Query query;
    std::vector<double> parameters;
    std::size_t index = 0;
  };

  const Query* sit(std::size_t index);
  std::size_t release(const Query& query);
  void write(std::size_t index, const Solution& solution) const;
  std::size_t dof() const { return static_cast<std::size_t>(problem_->tree().dof()); }

  const Problem* problem_;
  History history_;
  const BatchQuery* queries_;
  BatchSolution solutions_;
  std::atomic<std::size_t>* next_block_;
  std::size_t block_;
  std::size_t next_ = 0, end_ = 0;
  std::array<Seat, pack_lanes + 1> seats_;
  std::array<Seat*, pack_lanes + 1> free_;
  std::size_t free_count_ = pack_lanes + 1;
  std::vector<std::size_t> set_aside_;
  std::size_t resumed_ = 0;  // of those
};

// Answers every query; there is an engine per thread. When stopped, queries that were not begun are answered
// by their start.
void solve_batch(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
                 std::span<Engine* const> engines, ThreadPool& pool, Stop& stop);

}  // namespace memetik
