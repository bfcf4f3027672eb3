// Distinct solutions of one query, collected from restarts: all of them where they are isolated, a spread of
// them where the robot is redundant.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/secondary.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/wind_back.hpp"

namespace memetik {

// Solutions are told apart on the joints, whole turns aside. They are ordered by the cost of the secondary
// goals, each of which descends first; without any, by the distance from the start.
class SolutionSet final : public Acceptor {
 public:
  struct Member {
    std::vector<double> q;
    double measure;  // what they are ordered by
    double cost;     // of the primary goals
  };

  // `acceptor` may be null: it decides which solutions count.
  SolutionSet(const Problem& problem, Acceptor* acceptor, Stop& stop);

  // Never satisfied: the search goes on as long as its budget lasts.
  bool takes(const Query& query, std::vector<double>& q, std::int64_t& evaluations) override;
  int most_evaluations() const override;

  bool empty() const { return solutions_.empty(); }
  // At most so many, the best first. Of a continuum, those that are farthest apart.
  std::vector<Member> select(std::size_t count) const;

 private:
  bool has_secondary() const { return problem_->rows() > problem_->primary_rows(); }
  void improve(const Query& query, std::vector<double>& q, std::int64_t& evaluations);
  double measure(const Query& query, const std::vector<double>& q);
  void add(const Query& query, std::vector<double> q);
  bool leaves_freedom(const Query& query, const std::vector<double>& q);
  double distance(const std::vector<double>& a, const std::vector<double>& b) const;
  bool leads_over_solutions(const std::vector<double>& q);
  double primary_cost(const std::vector<double>& q);

  const Problem* problem_;
  Acceptor* acceptor_;
  Stop* stop_;
  Objective<double> exact_;
  SecondaryDescent secondary_;
  ReachStep<double> reach_;
  WindBack wind_back_;
  std::vector<Member> solutions_;
  bool continuous_ = false;  // solutions have neighbours that are solutions
  mutable std::vector<double> difference_;
  std::vector<double> polished_;
};

}  // namespace memetik
