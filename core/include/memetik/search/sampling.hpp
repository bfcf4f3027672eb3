// Random configurations of a problem's active variables, uniform over each variable's search interval.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/search/box.hpp"

namespace memetik {

// The search interval is the query's box; where that is infinite, half a turn, or the robot's reach, to both
// sides of the start. Rotation vectors are uniform among the rotations within their largest angle.
class Sampler {
 public:
  explicit Sampler(const Problem& problem);

  // Overwrites the active variables of q.
  void sample(RandomStream random, const Query& query, double* q) const;

  Interval interval(std::size_t c, const Query& query) const;  // of the c-th active variable
  // How wide the intervals of all active variables are.
  void widths(const Query& query, std::span<double> out) const;
  bool depends_on_start() const { return depends_on_start_; }  // in more than whole turns

 private:
  struct Range {
    int variable;
    VariableKind kind;
    double lower, upper;  // infinite: half_width around the start
    double half_width;
    Interval around(const double* start) const;
  };
  const Problem* problem_;
  std::vector<Range> ranges_;  // per active variable
  bool depends_on_start_ = false;
};

}  // namespace memetik
