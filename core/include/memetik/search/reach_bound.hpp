// Targets that no configuration can meet, because they are farther away than the chain is long.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/problem.hpp"

namespace memetik {

// On the axis of every hinge a point is chosen. Two such points of one body are always as far apart as they
// are now, so from a point on the first axis to one on the last it is at most the sum of these distances, and
// at least the longest less all others. Points are chosen to make the sum small: where axes intersect, as in
// a wrist, they coincide. A slide adds half its range.
class ReachBound {
 public:
  explicit ReachBound(const Problem& problem);

  // Whether some primary goal cannot be met, by any configuration within the limits.
  bool excludes(std::span<const double> parameters) const;

 private:
  struct Chain {
    int parameter;       // of the goal
    Vec3<double> base;   // point on the first axis, in the root's frame
    Vec3<double> end;    // from the goal's point to the one on the last axis, in the link's frame
    double least, most;  // distance from base to end, tolerance included
  };

  void add(const Problem& problem, const Goal& goal);

  std::vector<Chain> chains_;
};

}  // namespace memetik
