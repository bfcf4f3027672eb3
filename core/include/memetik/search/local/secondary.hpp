// Lowers the cost of the secondary goals while the primary goals stay within tolerance.
#pragma once

#include <optional>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/reach.hpp"

namespace memetik {

// It begins at a configuration that meets all other goals, or at the best compromise between them. Each step
// lowers the secondary cost along the primary goals' null space: dq = -(J_s^T J_s + W J_p^T J_p + lambda
// I)^-1 J_s^T r_s. Reach steps then bring the primary goals back within tolerance, or below a limit of their
// cost. The step is kept if that succeeds and the secondary cost has fallen.
class SecondaryDescent {
 public:
  explicit SecondaryDescent(const Problem& problem);

  // Improves q, which is in the query's box, in place. Returns the evaluations that it took. If a limit is
  // given, q need not meet the primary goals: their cost stays below the limit, and the required goals are
  // not violated more than at first.
  int run(const Query& query, Objective<double>& objective, double* q, int max_evaluations, Stop& stop,
          std::optional<double> limit = {});

 private:
  void store_derivatives(const Objective<double>& objective, const double* q);
  void propose(const Query& query, const double* q, double lambda);
  void solve(double lambda);
  bool return_to_primary(Objective<double>& objective, int& evaluations);
  bool keeps_primary(Objective<double>& objective, const double* q);

  const Problem* problem_;
  std::size_t count_;
  ReachStep<double> reach_;
  std::vector<double> hessian_, gradient_, matrix_, step_, trial_, free_, moves_;
  std::optional<double> limit_;  // of the primary goals' cost
  double violation_ = 0;         // of the required goals at first
  std::vector<double> errors_;
};

}  // namespace memetik
