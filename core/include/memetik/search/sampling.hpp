// Random configurations of a problem's active variables, uniform over each variable's search interval.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/search/box.hpp"

namespace memetik {

// The search interval is the query's box. Where that is infinite, the interval extends half a turn (angles)
// or the robot's reach (translations) to both sides of the start. Rotation vectors are uniform over the
// rotations within their largest angle. Variables that only secondary goals depend on are not varied, unless
// there are no other goals: no start for them is better than the user's.
class Sampler {
 public:
  explicit Sampler(const Problem& problem);

  // Overwrites the varied variables of q.
  void sample(RandomStream random, const Query& query, double* q) const;

  // The search interval of the c-th active variable.
  Interval interval(std::size_t c, const Query& query) const;
  // Whether the c-th active variable is varied.
  bool varies(std::size_t c) const { return ranges_[c].varied; }
  // Writes the widths of the intervals of all active variables; 0 if a variable is not varied.
  void widths(const Query& query, std::span<double> out) const;
  // Whether samples depend on the query's start, apart from whole turns.
  bool depends_on_start() const { return depends_on_start_; }

 private:
  struct Range {
    int variable;
    VariableKind kind;
    double lower, upper;  // if infinite, half_width around the start is used
    double half_width;
    bool varied, bounded;
    Interval around(const double* start) const;
  };
  const Problem* problem_;
  std::vector<Range> ranges_;  // per active variable
  bool depends_on_start_ = false;
};

}  // namespace memetik
