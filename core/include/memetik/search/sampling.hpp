// Random configurations of a problem's active variables, uniform over each variable's search interval.
#pragma once

#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/random.hpp"

namespace memetik {

// The search interval is a variable's limits; where there are none, half a turn, or the robot's reach, to
// both sides of the start. Rotation vectors are uniform among the rotations within their largest angle.
class Sampler {
 public:
  explicit Sampler(const Problem& problem);

  // Overwrites the active variables of q, q[i * stride] the i-th, around those of `start`.
  void sample(RandomStream random, const double* start, double* q) const;

  double lower(std::size_t c, const double* start) const;  // of the c-th active variable
  double upper(std::size_t c, const double* start) const;
  bool depends_on_start() const { return depends_on_start_; }  // in more than whole turns

 private:
  struct Range {
    int variable;
    VariableKind kind;
    double lower, upper;  // infinite: half_width around the start
    double half_width;
  };
  std::vector<Range> ranges_;
  bool depends_on_start_ = false;
};

}  // namespace memetik
