// A start table: for a serial chain, it maps a target pose to starts from which local search reaches it.
#pragma once

#include <cstddef>
#include <span>

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/start_table_training.hpp"

namespace memetik {

// Immutable and shared by all threads; the tree must outlive it.
class StartTable {
 public:
  using Lookup = StartTableGrid::Lookup;

  // Throws std::invalid_argument if StartTableChain does not support the chain of joints to the link. If
  // `stop` is requested, the table has no starts for some targets.
  StartTable(const Tree& tree, int link, const StartTableOptions& options = {}, Stop stop = Stop());

  // Returns the problem's goal for the pose of this table's link. Null if there is no such goal or a variable
  // of the chain is not free: then the table has no starts for the problem.
  const Goal* goal_of(const Problem& problem) const;

  // Looks up the goal's target, which is in `parameters`. If goal is null, the result has no cell.
  Lookup find(const Goal* goal, std::span<const double> parameters) const;
  // Writes the start of this rank for the target into the chain's variables of q, within the limits. Returns
  // false if there are fewer starts.
  bool get(const Lookup& lookup, int rank, double* q) const;
  int count(const Lookup& lookup) const;

  std::size_t bytes() const;

 private:
  const float* start(int cell, int index) const;

  const Tree* tree_;
  int link_;
  int starts_per_cell_;
  StartTableChain chain_;
  StartTableGrid grid_;
  TrainedStarts starts_;
};

}  // namespace memetik
