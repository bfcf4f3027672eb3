// Detects targets that no configuration can meet, because they are too far from or too close to the base for
// the chain's link lengths.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/problem.hpp"

namespace memetik {

// A point is chosen on the axis of every revolute joint. Two such points on the same body keep their
// distance. So the distance from the point on the first axis to that on the last axis is at most the sum of
// these distances, and at least the longest minus the sum of all others. The points are chosen to make the
// sum small: they coincide where axes intersect, as in a wrist. A prismatic joint adds half of its range.
class ReachBound {
 public:
  explicit ReachBound(const Problem& problem);

  // Whether some goal that decides success cannot be met by any configuration within the limits.
  bool excludes(std::span<const double> parameters) const;

  struct Excess {
    int goal;         // its index in the problem
    double distance;  // [m] by which every configuration misses the tolerance at least
    bool too_near;    // the target is too near to the base, else too far from it
  };
  // The goals that exclude the parameters.
  std::vector<Excess> excesses(std::span<const double> parameters) const;

  struct Chain {
    int goal;           // its index in the problem
    int parameter;      // index of the goal's first parameter
    Vec3<double> base;  // point on the first axis, in the root's frame
    Vec3<double> end;   // from the goal's point to the point on the last axis, in the link's frame
    double min_distance, max_distance;  // from base to end, tolerance included
  };
  // One for each goal whose chain is known to be bounded.
  std::span<const Chain> chains() const { return chains_; }

 private:
  void add(const Problem& problem, int index);
  // By how much the target is too far from the base, or too near, which is negative; 0 if neither is known.
  static double excess(const Chain& chain, std::span<const double> parameters);

  std::vector<Chain> chains_;
};

}  // namespace memetik
