// The chain of joints from the root to a link, as a start table needs it.
#pragma once

#include <vector>

#include "memetik/kinematics/tree.hpp"
#include "memetik/runtime/random.hpp"

namespace memetik {

// A serial chain whose first and last joint turn freely of all others, so that configurations for one pose
// serve for all poses that differ by turns of these two.
struct StartTableChain {
  // A variable with its search interval: its limits, or one turn where an angle has none.
  struct Variable {
    int index;  // of q
    double lower, upper;
  };

  // Throws std::invalid_argument where there is no such chain.
  StartTableChain(const Tree& tree, int link);

  void sample(RandomStream& random, double* q) const;

  // A start: the values of all variables, of the first and the last one without so many turns [rad].
  void detach(const double* q, double first, double last, float* start) const;
  // The reverse, within the limits. `fits` tells where they are not exceeded by more than a little.
  bool fits(const float* start, double first, double last) const;
  void attach(const float* start, double first, double last, double* q) const;

  std::vector<Variable> variables;  // each once; the first joint's comes first, the last joint's last
  Frame<double> base;               // the first joint's place, in the root's frame; its axis is z
  // A point on the last joint's axis and axes fixed to that joint, z along it; in the link's frame.
  Frame<double> tip;
};

}  // namespace memetik
