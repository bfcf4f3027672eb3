// A solution as Python sees it.
#pragma once

#include <vector>

#include "bindings.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/solve_options.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

// A solution, and the data that only a call from Python needs.
struct NativeSolution {
  Solution solution;
  std::vector<double> parameters;    // the parameters of all goals
  std::vector<double> lower, upper;  // the box of the query; empty without max_change
  SolveOptions options;
  bool start_given = false;
  double seconds = 0;
  std::vector<TraceEntry> trace;
  std::vector<double> gaps;
  std::vector<Lineage> lineages;  // per island
};

// The solutions of one query, with the data that they have in common.
struct NativeSolutions {
  Solutions solutions;
  std::size_t dof;
  NativeSolution common;  // without q and fields

  NativeSolution at(std::size_t i) const;
};

using NewArray = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

// Copies values into an array that Python owns.
NewArray to_array(const std::vector<double>& values);

}  // namespace memetik
