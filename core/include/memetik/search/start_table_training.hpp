// What a start table knows: for every cell the configurations that lead to its poses best.
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/search/start_table_grid.hpp"

namespace memetik {

// How large a start table is, and how much is tried to find what is in it.
struct StartTableOptions {
  StartTableGrid::Shape shape = {6, 9, 6};
  int starts = 4;       // per cell
  int draws = 200000;   // random configurations, for all cells together
  int candidates = 24;  // of them per cell
};

struct StartTableContent {
  std::vector<float> starts;        // per cell and start: its values, best first
  std::vector<std::uint8_t> count;  // per cell
};

StartTableContent train_starts(const Tree& tree, int link, const StartTableChain& chain,
                               const StartTableGrid& grid, const StartTableOptions& options);

}  // namespace memetik
