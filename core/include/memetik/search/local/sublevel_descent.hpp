// Lowers the cost of the secondary goals where the other goals cannot be met.
#pragma once

#include <memory>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/reach.hpp"
#include "memetik/search/local/sublevel_model.hpp"

namespace memetik {

// Minimises the secondary cost s on the sublevel set {q: p(q) <= limit} of the primary cost p. Near a minimum
// of p this set is a thin ellipsoid. The Gauss-Newton matrix J^T J does not describe its shape: for a
// stretched arm it is singular, and the curvature comes from the residuals. So the symmetric rank-one formula
// (Conn, Gould, Toint 1991) updates the Hessian H_p; if a step fails, differences of gradients replace it.
// Each step minimises the model of s where the model of p is below the limit (SublevelModel). Required goals
// enter the model of s with a large weight, and reach steps restore them after each step.
class SublevelDescent {
 public:
  explicit SublevelDescent(const Problem& problem);

  // Improves q, which is in the query's box and below the limit, in place. Returns the evaluations spent. If
  // q is no minimum of the primary cost, that hardly falls, either: the result is a posture of equal primary
  // cost, whatever the number of evaluations.
  int run(const Query& query, Objective<double>& objective, double* q, double limit, int max_evaluations,
          Stop& stop);

 private:
  struct Costs {
    double primary, secondary;
  };

  static Costs costs(const Objective<double>& objective);
  int restore_required(Stop& stop);
  bool keeps_required();

  const Problem* problem_;
  std::size_t count_;
  ReachStep<double> reach_;
  SublevelModel model_;
  std::vector<double> trial_;
  // For required goals only:
  std::unique_ptr<Objective<double>> required_;  // ignores all other goals
  std::vector<double> parameters_, errors_;
  double violation_ = 0;  // at first
};

}  // namespace memetik
