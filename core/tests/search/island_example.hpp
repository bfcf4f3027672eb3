// Queries for islands.
#pragma once

#include "memetik/search/evolve/island.hpp"
#include "search/query_case.hpp"

namespace island_tests {

using namespace memetik;

struct Example : QueryCase {
  using QueryCase::QueryCase;
  Sampler sampler{problem};

  Island island(const Evolution& evolution = {}, bool eased = false) const {
    return Island(problem, sampler, evolution, eased);
  }
  void begin(Island& island, const std::vector<double>& best, int number = 0) const {
    Stop stop;
    island.begin(query, best.data(), number, stop);
  }
  void begin(Island& island, int number = 0) const { begin(island, start, number); }
  Island begun(const Evolution& evolution = {}, bool eased = false) const {
    Island own = island(evolution, eased);
    begin(own);
    return own;
  }
};

inline void run(Island& island, int evaluations) {
  Stop stop;
  island.run(evaluations, 1'000'000, stop);
}

}  // namespace island_tests
