// The verifier decides which configuration becomes the solution. It is the only code that verifies success.
#pragma once

#include <memory>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/candidate_set.hpp"
#include "memetik/search/local/secondary.hpp"
#include "memetik/search/local/sublevel_descent.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/unwinder.hpp"

namespace memetik {

class Verifier {
 public:
  explicit Verifier(const Problem& problem);

  // Begins a query: the solution is its start, which is the first candidate. `keeps_branch`: see
  // SelectionRule.
  void begin(const Query& query, Solution& solution, bool keeps_branch);
  // Adds a candidate, with the variables that no deciding goal depends on as in the start. The solution
  // becomes the candidate that CandidateSet selects. Returns the measures of the one added.
  Measures offer(const Query& query, Solution& solution, std::vector<double> q, const Origin& origin);
  // Minimises the secondary goals from the candidate that CandidateSet names, as far as the others allow.
  // Returns whether there was one.
  bool settle_secondary(const Query& query, Solution& solution, Stop& stop);
  // Ends a search: minimises the secondary goals and asks the acceptor, also about an unsolved solution. If
  // the acceptor rejects it, but accepts the start, the start becomes the solution.
  void conclude(const Query& query, Solution& solution, Stop& stop);

  bool has_secondary() const { return problem_->rows() > problem_->primary_rows(); }
  // Evaluations that a search leaves for the secondary goals of its last candidates.
  std::int64_t reserve(const Query& query) const;
  // Whether the acceptor has rejected a configuration that meets all deciding goals.
  bool has_rejected() const { return has_rejected_; }

  // Whether q meets all deciding goals and the acceptor accepts it. May remove whole turns from q.
  bool verify(const Query& query, std::vector<double>& q, SolutionFields& effort);
  // Lowers the cost of secondary goals, if there are any, from a solved configuration along the null space of
  // the other goals.
  void descend_secondary(const Query& query, Solution& solution, Stop& stop);
  // Computes the solution's cost.
  void compute_cost(const Query& query, Solution& solution);
  // Removes whole turns, see Unwinder.
  bool unwind(const Query& query, std::vector<double>& q, bool solved) {
    return unwinder_.apply(query, exact_, q, solved);
  }
  Objective<double>& exact() { return exact_; }

 private:
  void find_irrelevant(const Query& query);
  Candidate measure(const Query& query, std::vector<double> q, const Origin& origin);
  void ask_acceptor(const Query& query, Candidate& candidate, SolutionFields& effort);
  void publish(Solution& solution);

  const Problem* problem_;
  Objective<double> exact_;
  SecondaryDescent secondary_;
  std::unique_ptr<SublevelDescent> sublevel_;  // null without secondary goals
  Unwinder unwinder_;
  CandidateSet candidates_;
  bool has_rejected_ = false;
  std::vector<int> irrelevant_;  // active variables that no deciding goal of the query depends on
  std::vector<double> errors_, difference_;
};

// Adds an entry to the query's trace, if it has one.
void add_trace_entry(const Query& query, const Solution& solution, Stage stage, double cost);

}  // namespace memetik
