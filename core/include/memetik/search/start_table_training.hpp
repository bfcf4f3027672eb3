// How a start table comes to know what it knows.
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/search/start_table_grid.hpp"

namespace memetik {

// How large a start table is, and how much is tried to fill it. By default 0.2 MB and a third of a second
// (one core, AVX2) for an arm of six or seven joints; twice the candidates, or thrice the cells, would save
// about 5 % of a solve's evaluations.
struct StartTableOptions {
  StartTableGrid::Shape shape = {.radius = 6, .height = 9, .direction = 6};
  int starts = 4;       // per cell
  int candidates = 20;  // per cell; the time to train grows with their square
  int draws = 200'000;  // random configurations in which candidates are looked for, of all cells together
};

// Per cell up to so many starts, best first.
struct TrainedStarts {
  std::vector<float> values;  // per cell, start and variable
  std::vector<std::uint8_t> count;
};

// Random configurations of a cell are tried as starts for one another's poses, by the local search that will
// use them; those that lead to most of the poses in the fewest iterations are kept.
TrainedStarts train_starts(const Tree& tree, int link, const StartTableChain& chain,
                           const StartTableGrid& grid, const StartTableOptions& options);

}  // namespace memetik
