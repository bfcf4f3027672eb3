// What a solver found, as Python sees it.
#pragma once

#include <vector>

#include "bindings.hpp"
#include "memetik/runtime/trace.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

struct NativeSolution {
  Solution solution;
  std::vector<double> parameters;
  double seconds = 0;
  std::vector<TraceEntry> trace;
  std::vector<double> gaps;
  std::vector<Lineage> lineages;  // by island
};

using NewArray = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

// A copy that Python owns.
NewArray to_array(const std::vector<double>& values);

}  // namespace memetik
