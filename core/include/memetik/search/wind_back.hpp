// Joints that turn without end come back to the turn nearest the start.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

class WindBack {
 public:
  explicit WindBack(const Problem& problem);

  // Takes whole turns out of q, unless that breaks the tolerance of what is solved, or a goal of joints
  // prefers where it is. Returns whether q is another now.
  bool apply(const Query& query, Objective<double>& exact, std::vector<double>& q, bool solved);

 private:
  const Problem* problem_;
  std::vector<double> wound_;
};

}  // namespace memetik
