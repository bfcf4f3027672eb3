// L-BFGS-B: gradient descent within bounds, for costs that are not well approximated by linearised residuals.
#pragma once

#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/local/differentiable.hpp"
#include "memetik/search/local/lbfgs_model.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// The limited-memory BFGS method for bound constraints (Byrd, Lu, Nocedal and Zhu 1995). LbfgsModel
// approximates the Hessian from the last steps. An iteration follows the projected gradient to the minimum of
// the model along it (the generalised Cauchy point), minimises the model over the variables that are not on a
// bound there, and searches along the line to that minimum by the weak Wolfe conditions (bisection, Lewis and
// Overton 2013).
class Lbfgsb {
 public:
  struct Result {
    double cost;     // the function's value
    bool accepted;   // every primary goal within its tolerance
    bool converged;  // the projected gradient or the gain is negligible
    int evaluations;
    bool at_limit = false;  // the next step would leave the box
  };

  enum class Limits : unsigned char {
    hold,  // all variables stay within their bounds
    wrap,  // the same, but angles whose bounds cover a full turn continue one turn back at a bound
    end,   // variables ignore their bounds, but a step that would leave the box ends the run
  };
  struct Options {
    bool scaled = false;  // scale variables by how fast residuals change with them
    Limits limits = Limits::hold;
  };

  explicit Lbfgsb(const Problem& problem) : Lbfgsb(problem, Options{}) {}
  Lbfgsb(const Problem& problem, const Options& options);

  // Minimises from q, which is in the query's box, with at most max_evaluations >= 1.
  Result run(const Query& query, Differentiable& function, double* q, int max_evaluations, Stop& stop);
  // Continues the last run of the same function with its point and its model of the Hessian.
  Result resume(const Query& query, Differentiable& function, double* q, int max_evaluations, Stop& stop);
  // Minimises the cost of the primary goals from q.
  Result run(const Query& query, Objective<double>& objective, double* q, int max_evaluations, Stop& stop) {
    Cost cost(objective);
    return run(query, cost, q, max_evaluations, stop);
  }

 private:
  struct Point {
    std::vector<double> x, gradient;  // per active variable, scaled
    double cost = 0;
    bool accepted = false;
  };

  Result descend(const Query& query, Differentiable& function, double* q, int max_evaluations, Stop& stop,
                 Result result);
  void scale_variables(const Differentiable& function);
  void evaluate(const Query& query, Differentiable& function, Point& point, Result& result);
  void set_bounds(const Query& query);
  void place(const Point& point);
  bool is_inside(const Query& query, const Point& point);
  double projected_gradient() const;
  void find_cauchy_point();
  void minimize_in_subspace();
  bool search_along(const Query& query, Differentiable& function, int max_evaluations, Result& result,
                    Stop& stop);

  const Problem* problem_;
  Options options_;
  std::vector<double> q_;
  std::vector<double> units_;  // a variable's value is its entry of x times its unit
  std::vector<double> lower_, upper_;
  std::vector<Interval> ranges_;  // per active variable
  std::vector<char> wraps_;
  Point here_, trial_;
  std::vector<double> target_, direction_,
      breakpoints_;  // target: the Cauchy point, then the model's minimum
  std::vector<int> order_, free_, held_;
  LbfgsModel model_;
  LbfgsModel::Row c_;  // W^T (Cauchy point - x)
};

}  // namespace memetik
