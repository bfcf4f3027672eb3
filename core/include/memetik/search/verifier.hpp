// The verifier decides which configuration becomes the solution. It is the only code that verifies success.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/secondary.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/unwinder.hpp"

namespace memetik {

class Verifier {
 public:
  explicit Verifier(const Problem& problem)
      : problem_(&problem), exact_(problem), secondary_(problem), unwinder_(problem) {}

  // Replaces the solution by q if q is better: within all tolerances and accepted by the acceptor, or of
  // lower cost. Returns whether it did.
  bool offer(const Query& query, Solution& solution, const std::vector<double>& q, Stage stage);
  // Lowers the cost of secondary goals, if there are any, from a solved configuration along the null space of
  // the primary goals.
  void descend_secondary(const Query& query, Solution& solution, Stop& stop);
  // Computes the solution's cost.
  void compute_cost(const Query& query, Solution& solution);
  // Removes whole turns, see Unwinder.
  bool unwind(const Query& query, std::vector<double>& q, bool solved) {
    return unwinder_.apply(query, exact_, q, solved);
  }
  Objective<double>& exact() { return exact_; }

 private:
  const Problem* problem_;
  Objective<double> exact_;
  SecondaryDescent secondary_;
  Unwinder unwinder_;
};

// Adds an entry to the query's trace, if it has one.
void add_trace_entry(const Query& query, const Solution& solution, Stage stage, double cost);

}  // namespace memetik
