// Minimises the cost of the primary goals while the required goals hold.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/reach.hpp"
#include "memetik/search/local/settle.hpp"

namespace memetik {

// The augmented Lagrangian method (Hestenes 1969, Powell 1969): Settle minimises |r_p|^2 + rho |r_c + u|^2,
// with the residuals r_p of the primary goals, and r_c of the required ones, until these are within their
// tolerances. Then u <- u + r_c, and rho grows if r_c has not become much smaller. At last, reach steps
// project the result onto the required goals. If these are only penalised by large weights, Settle stalls.
class ConstrainedDescent {
 public:
  enum class Precision { rough, exact };  // how little a last step gains
  struct Result {
    int evaluations;
    bool converged;
  };

  explicit ConstrainedDescent(const Problem& problem);

  // Descends from q, which is in the query's box.
  Result run(const Query& query, std::vector<double>& q, Precision precision, int max_evaluations,
             Stop& stop);

 private:
  void begin(const Query& query);
  void set_penalty(double penalty);
  double update_shift();
  int project(std::vector<double>& q, Stop& stop);

  const Problem* problem_;
  Problem aimed_at_, projected_;  // the same with smaller tolerances of the required goals
  Objective<double> penalized_;
  Objective<double> required_, exact_;  // of the required goals alone, with half and with whole tolerances
  Settle<double> settle_;
  ReachStep<double> reach_;
  std::vector<double> parameters_, weights_;  // of the query
  std::vector<double> shift_;                 // u, and the penalty's root times u
  double penalty_ = 1;
};

}  // namespace memetik
