// Many queries at once: lanes are queries, threads take blocks of them.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "memetik/search/ladder.hpp"

namespace memetik {

// Arrays of `count` rows. A target array has as many numbers per row as the goal's target.
struct BatchQuery {
  struct Targets {
    int goal;
    const double* values;
  };
  std::size_t count = 0;
  std::span<const double> parameters;  // of all goals, where no target array says otherwise
  std::vector<Targets> targets;
  const double* starts = nullptr;  // or one start for all:
  std::span<const double> start;
  bool start_given = true;
  std::uint64_t random_seed = 0;
  std::int64_t max_evaluations = 0;  // of each query
  std::span<const double> max_change = {};
  Acceptor* acceptor = nullptr;
  bool near_start = false;
};

struct BatchSolution {
  double* q;
  double* cost;
  unsigned char* status;
  unsigned char* stage;
  std::int64_t* evaluations;
};

// Answers every query; `engines` is one workspace per thread. When stopped, queries that were not begun
// are answered by their start.
void solve_batch(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
                 std::span<Engine* const> engines, Stop& stop);

}  // namespace memetik
