// A query source provides queries and receives their solutions.
#pragma once

#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"

namespace memetik {

class QuerySource {
 public:
  virtual ~QuerySource() = default;
  virtual const Query* next() = 0;  // null when no query is left
  virtual void take(const Query& query, Solution& solution) = 0;
};

}  // namespace memetik
