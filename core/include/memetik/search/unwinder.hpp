// Removes whole turns from the angles of a solution, to bring it near the start.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

class Unwinder {
 public:
  explicit Unwinder(const Problem& problem);

  // Changes q unless that would violate the tolerances of a solved q, or raise the cost of goals on joint
  // values. Returns whether q changed.
  bool apply(const Query& query, Objective<double>& exact, std::vector<double>& q, bool solved);

 private:
  const Problem* problem_;
  std::vector<double> unwound_;
};

}  // namespace memetik
