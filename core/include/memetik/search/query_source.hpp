// Where queries come from, and where their solutions go.
#pragma once

#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"

namespace memetik {

class QuerySource {
 public:
  virtual ~QuerySource() = default;
  virtual const Query* next() = 0;  // null when there are no more
  virtual void take(const Query& query, Solution& solution) = 0;
};

}  // namespace memetik
