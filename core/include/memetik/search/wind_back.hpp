// Turns joints without limits by whole turns to the value nearest to the start.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

class WindBack {
 public:
  explicit WindBack(const Problem& problem);

  // Removes whole turns from q, unless a solved q would leave its tolerances or a goal about joint values
  // prefers q as it is. Returns whether q changed.
  bool apply(const Query& query, Objective<double>& exact, std::vector<double>& q, bool solved);

 private:
  const Problem* problem_;
  std::vector<double> wound_;
};

}  // namespace memetik
