// A case for a search: a problem, a start, and the query that refers to both.
#pragma once

#include <vector>

#include "memetik/search/query.hpp"
#include "search/evaluation.hpp"

namespace memetik {

struct QueryCase {
  Problem problem;
  std::vector<double> start;
  Query query;

  QueryCase(const Tree& tree, const std::vector<Goal>& goals, const std::vector<double>& first,
            std::uint64_t random_seed = 0, const std::vector<bool>& movable = {})
      : problem(tree, goals, movable),
        start(first),
        query{.parameters = problem.parameters(), .start = start, .options = {.random_seed = random_seed}} {}
  QueryCase(const QueryCase&) = delete;

  Evaluation evaluate(const std::vector<double>& q, bool eased = false) const {
    return Evaluation(problem, q, eased);
  }
};

}  // namespace memetik
