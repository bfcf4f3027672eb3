// Distinct solutions of one query, collected from restarts: every solution found if solutions are isolated,
// and well-spread representatives if the robot is redundant.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/secondary.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/unwinder.hpp"

namespace memetik {

// Solutions are distinguished by their joint values, ignoring whole turns. If there are secondary goals, each
// solution first descends their cost, and solutions are ordered by it; otherwise by the distance to the
// start.
class SolutionSet final : public Acceptor {
 public:
  struct Member {
    std::vector<double> q;
    double measure;          // sort key
    double cost;             // cost of the primary goals
    bool is_branch = false;  // see add_branch
  };

  // `acceptor` is the user's validity check; it may be null.
  SolutionSet(const Problem& problem, Acceptor* acceptor, Stop& stop);

  // Always returns false, so that the search continues until its budget is used up.
  bool accepts(const Query& query, std::vector<double>& q, SolutionFields& effort) override;
  int max_evaluations() const override;

  // Branches known in closed form come first: solutions that are found later never replace them. `continuum`
  // tells whether there are others between them.
  void know_branches(bool continuum);
  void add_branch(const Query& query, std::vector<double> q, SolutionFields& effort);

  bool empty() const { return solutions_.empty(); }
  std::size_t size() const { return solutions_.size(); }
  // Returns at most `count` solutions, best first. From a continuum it selects the known branches, and then
  // those that are farthest apart.
  std::vector<Member> select(std::size_t count) const;

 private:
  bool has_secondary() const { return problem_->rows() > problem_->primary_rows(); }
  void improve(const Query& query, std::vector<double>& q, std::int64_t& evaluations);
  double measure(const Query& query, const std::vector<double>& q);
  void consider(const Query& query, std::vector<double>& q, bool is_branch, SolutionFields& effort);
  void add(const Query& query, std::vector<double> q, bool is_branch);
  bool has_freedom(const Query& query, const std::vector<double>& q);
  double distance(const std::vector<double>& a, const std::vector<double>& b) const;
  bool are_within(double limit, const std::vector<double>& a, const std::vector<double>& b) const;
  bool has_solutions_between(const std::vector<double>& q);
  double primary_cost(const std::vector<double>& q);

  const Problem* problem_;
  Acceptor* acceptor_;
  Stop* stop_;
  Objective<double> exact_;
  SecondaryDescent secondary_;
  ReachStep<double> reach_;
  Unwinder unwinder_;
  std::vector<Member> solutions_;
  bool continuous_ = false;  // solutions form a continuum
  bool knows_branches_ = false;
  mutable std::vector<double> difference_;
  std::vector<double> polished_;
};

}  // namespace memetik
