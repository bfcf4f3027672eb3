// The arguments of a solver's queries, read and checked at full speed; what is refused here, Python explains.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arguments.hpp"
#include "memetik/objective/history.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/batch.hpp"

namespace memetik {

// Keeps what it read last, because queries refer to it.
class SolverArguments {
 public:
  struct PastRows {
    Numbers rows;
    std::span<const double> values;  // of the rows, the newest last
    double dt = 1;
  };

  // `max_evaluations` is the budget of queries that name none. The problem must outlive this.
  SolverArguments(const Problem& problem, std::vector<nb::str> names, const std::vector<double>& neutral,
                  std::int64_t max_evaluations);

  PastRows read_history(nb::handle history, nb::handle dt) const;
  Query read_query(nb::handle start, nb::handle targets, nb::handle weights, nb::handle max_evaluations,
                   nb::handle random_seed, nb::handle max_change, const PastRows& past);
  // All that the queries of a batch have in common.
  BatchQuery read_batch(nb::handle start, nb::handle weights, nb::handle max_evaluations,
                        nb::handle random_seed, nb::handle max_change);

  // Of all goals, as the last query has them.
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  std::size_t goal_index(nb::handle name) const;
  // False: none is given, neither a start nor a past that ends at one; start_ is the neutral posture.
  bool read_start(nb::handle start, std::span<const double> past = {});
  void read_target(std::size_t goal, nb::handle value);
  void read_targets(nb::handle targets);
  void read_weights(nb::handle weights);
  std::span<const double> read_max_change(nb::handle max_change);
  std::int64_t read_budget(nb::handle max_evaluations) const;

  const Problem* problem_;
  std::vector<nb::str> names_;
  std::vector<double> neutral_;
  std::int64_t max_evaluations_;
  History history_;
  std::vector<double> start_, parameters_, max_change_;
};

Stop::Clock::time_point read_deadline(nb::handle timeout);

}  // namespace memetik
