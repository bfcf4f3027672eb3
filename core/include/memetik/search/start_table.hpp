// Starts by place: for a serial chain, configurations that lead to the pose asked for.
#pragma once

#include <cstddef>
#include <span>

#include "memetik/objective/problem.hpp"
#include "memetik/search/start_table_training.hpp"

namespace memetik {

// Immutable and shared by all threads; the tree must outlive it.
class StartTable {
 public:
  using Place = StartTableGrid::Place;

  // Throws std::invalid_argument where the link does not hang on a chain that StartTableChain can use.
  StartTable(const Tree& tree, int link, const StartTableOptions& options = {});

  // The problem's goal that asks for a pose of this table's link, if every variable of its chain is free; or
  // null: the problem is not served.
  const Goal* goal_of(const Problem& problem) const;

  // Where the goal's target in the problem's parameters belongs; nowhere without goal.
  Place find(const Goal* goal, std::span<const double> parameters) const;
  // Overwrites the chain's variables of q by the start of this rank at a place, within the limits; false if
  // there are fewer.
  bool get(const Place& place, int rank, double* q) const;
  int count(const Place& place) const;

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
