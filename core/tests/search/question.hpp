// A question to a search: a problem, where to start, and the query that refers to both.
#pragma once

#include <vector>

#include "memetik/search/query.hpp"
#include "search/look.hpp"

namespace memetik {

struct Question {
  Problem problem;
  std::vector<double> start;
  Query query;

  Question(const Tree& tree, const std::vector<Goal>& goals, const std::vector<double>& first,
           std::uint64_t random_seed = 0, const std::vector<bool>& movable = {})
      : problem(tree, goals, movable),
        start(first),
        query{.parameters = problem.parameters(), .start = start, .random_seed = random_seed} {}
  Question(const Question&) = delete;

  Look look(const std::vector<double>& q, bool eased = false) const { return Look(problem, q, eased); }
};

}  // namespace memetik
