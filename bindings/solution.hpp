// What a solver found, as Python sees it.
#pragma once

#include <vector>

#include "bindings.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

// A solution with what the call adds to it.
struct NativeSolution {
  Solution solution;
  std::vector<double> parameters;  // of all goals
  double seconds = 0;
  std::vector<TraceEntry> trace;
  std::vector<double> gaps;
  std::vector<Lineage> lineages;  // by island
};

using NewArray = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

// A copy that Python owns.
NewArray to_array(const std::vector<double>& values);

}  // namespace memetik
