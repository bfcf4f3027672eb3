// The cost, split into the contributions of single errors: for fitness functions that are not plain sums.
#pragma once

namespace memetik {

// The contribution of one error of a goal to the cost.
template <class T>
struct CostTerm {
  T cost, factor;   // `factor` is the square root of the goal's weight
  int first, last;  // its rows are [first, last)
};

}  // namespace memetik
