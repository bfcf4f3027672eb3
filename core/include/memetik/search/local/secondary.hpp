// Lowers the cost of the secondary goals while the primary goals stay within tolerance.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/box_step.hpp"
#include "memetik/search/local/reach.hpp"

namespace memetik {

// It begins at a configuration that meets all other goals. Each step lowers the secondary cost along their
// null space: dq = -(J_s^T J_s + W J_p^T J_p + lambda I)^-1 J_s^T r_s. Reach steps then bring the primary
// goals back within tolerance. The step is kept if that succeeds and the secondary cost has fallen.
class SecondaryDescent {
 public:
  explicit SecondaryDescent(const Problem& problem);

  // Only for problems with secondary goals. Improves q, which is in the query's box, in place. Returns the
  // evaluations that it took.
  int run(const Query& query, Objective<double>& objective, double* q, int max_evaluations, Stop& stop);

 private:
  void store_derivatives(const Objective<double>& objective, const double* q);
  void solve(double lambda);
  bool return_to_primary(Objective<double>& objective, int& evaluations);

  const Problem* problem_;
  std::size_t count_;
  ReachStep<double> reach_;
  std::vector<double> hessian_, gradient_, matrix_, vector_, trial_, free_;
  BoxStep step_;
};

}  // namespace memetik
