// The cost, item by item: for fitnesses that are no plain sum.
#pragma once

namespace memetik {

// What one error of a goal contributes to the cost.
template <class T>
struct CostTerm {
  T cost, factor;   // the latter is the square root of the goal's weight
  int first, last;  // its rows, the latter excluded
};

}  // namespace memetik
