// Lowers the cost of the secondary goals where the other goals cannot be met.
#pragma once

#include <memory>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/reach.hpp"

namespace memetik {

// Minimises the secondary cost s on the sublevel set {q: p(q) <= limit} of the primary cost p. Near a minimum
// of p this set is a thin ellipsoid, whose shape the Gauss-Newton matrix J^T J does not tell: of a stretched
// arm it is singular, and the curvature is that of the residuals. So the symmetric rank-one formula (Conn,
// Gould, Toint 1991) updates the Hessian H_p, which is found by differences of gradients if a step fails.
// Each step minimises the model of s where the model of p is below the limit: (H_s + nu H_p + lambda I) d =
// -(g_s + nu g_p), with the multiplier nu found by bisection. If there are required goals, their rows join
// with a large weight, and reach steps bring them back.
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
  void find_gradients(const Objective<double>& objective);
  void begin_hessian(const Objective<double>& objective);
  int find_hessian(Objective<double>& objective, const double* q);
  void update_hessian(const std::vector<double>& earlier_gradient);
  void propose(const Query& query, const double* q, double lambda, double room);
  void solve_within(double lambda, double room);
  void solve(double lambda, double multiplier);
  double predicted_rise() const;
  int restore_required(Stop& stop);
  bool keeps_required();

  const Problem* problem_;
  std::size_t count_;
  ReachStep<double> reach_;
  std::vector<double> primary_gradient_, primary_hessian_;      // H_p in full
  std::vector<double> secondary_gradient_, secondary_hessian_;  // with the required goals; lower triangle
  std::vector<double> matrix_, step_, moves_, trial_;
  double size_ = 1, multiplier_ = 0;
  // For required goals only:
  std::unique_ptr<Objective<double>> required_;  // ignores all other goals
  std::vector<double> parameters_, errors_;
  double violation_ = 0;  // at first
};

}  // namespace memetik
