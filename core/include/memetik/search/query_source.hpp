// A query source provides queries and receives their solutions.
#pragma once

#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"

namespace memetik {

class QuerySource {
 public:
  virtual ~QuerySource() = default;
  virtual const Query* next() = 0;  // null when no query is left
  // Receives the solution of a query that next() returned.
  virtual void receive(const Query& query, Solution& solution) = 0;
};

}  // namespace memetik
