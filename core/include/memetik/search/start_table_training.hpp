// Training: chooses the starts of a start table.
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/search/start_table_grid.hpp"

namespace memetik {

// The size of a start table and the effort to train it. The defaults take 0.2 MB and a third of a second
// (one core, AVX2) for an arm with six or seven joints. Twice the candidates or three times the cells would
// save about 5 % of a solve's evaluations.
struct StartTableOptions {
  StartTableGrid::Shape shape = {.radius = 6, .height = 9, .direction = 6};
  int starts = 4;       // per cell
  int candidates = 20;  // per cell; training time grows with their square
  int draws = 200'000;  // random configurations that candidates of all cells are taken from
};

// The chosen starts of each cell, best first.
struct TrainedStarts {
  std::vector<float> values;  // per cell, start and variable
  std::vector<std::uint8_t> count;
};

// Tries random configurations of each cell as starts for one another's poses, with the same local search that
// will use them. Keeps those that reach the most poses in the fewest iterations. If stop is requested, the
// cells that are left get no starts.
TrainedStarts train_starts(const Tree& tree, int link, const StartTableChain& chain,
                           const StartTableGrid& grid, const StartTableOptions& options, Stop& stop);

}  // namespace memetik
