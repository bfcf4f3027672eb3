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

  // Whether the problem asks for a pose of this table's link, with every variable of its chain free.
  bool serves(const Problem& problem) const { return goal_of(problem) != nullptr; }

  // Where the target of a problem that is served belongs; nowhere of one that is not.
  Place find(const Problem& problem, std::span<const double> parameters) const;
  // How many starts there are at a place, best first.
  int count(const Place& place) const;
  // Overwrites the chain's variables of q by one of them, within the limits.
  void get(const Place& place, int index, double* q) const;

  std::size_t bytes() const;

 private:
  const Goal* goal_of(const Problem& problem) const;
  const float* start(int cell, int index) const;

  const Tree* tree_;
  int link_;
  int starts_per_cell_;
  StartTableChain chain_;
  StartTableGrid grid_;
  TrainedStarts starts_;
};

}  // namespace memetik
