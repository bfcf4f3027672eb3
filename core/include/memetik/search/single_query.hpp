// The source of a single query.
#pragma once

#include <utility>

#include "memetik/search/query_source.hpp"

namespace memetik {

class SingleQuery final : public QuerySource {
 public:
  SingleQuery(const Query& query, Solution& solution) : query_(&query), solution_(&solution) {}
  const Query* next() override { return std::exchange(query_, nullptr); }
  void receive(const Query&, Solution& solution) override { std::swap(*solution_, solution); }

 private:
  const Query* query_;
  Solution* solution_;
};

}  // namespace memetik
