// L-BFGS-B: descent by gradients alone within bounds, for costs that are no sum of squares worth linearising.
#pragma once

#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/local/differentiable.hpp"
#include "memetik/search/local/lbfgs_model.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// The limited-memory BFGS method for bound constraints (Byrd, Lu, Nocedal and Zhu 1995). The Hessian is
// approximated by that of the last steps (LbfgsModel). An iteration follows the projected gradient to the
// minimum of that model along it (the generalised Cauchy point), minimises the model over the variables that
// are not on a bound then, and searches along the way there by the weak Wolfe conditions (bisection, Lewis
// and Overton 2013).
class Lbfgsb {
 public:
  struct Result {
    double cost;     // the function's value
    bool accepted;   // every primary goal within its tolerance
    bool converged;  // the projected gradient, or the gain, is nothing
    int evaluations;
    bool at_limit = false;  // the next step would leave the box
  };

  enum class Limits : unsigned char {
    hold,  // all variables within their bounds
    wind,  // the same, but for angles that have a whole turn within theirs: see box.hpp
    end,   // nothing is held, and a step that would leave the box is the end of the run
  };
  struct Options {
    bool scaled = false;  // variables count by how fast residuals change with them
    Limits limits = Limits::hold;
  };

  explicit Lbfgsb(const Problem& problem) : Lbfgsb(problem, Options{}) {}
  Lbfgsb(const Problem& problem, const Options& options);

  // From q, which is in the query's box, for at most max_evaluations >= 1.
  Result run(const Query& query, Differentiable& function, double* q, int max_evaluations, Stop& stop);
  // On from where the last run ended, with what it learned there of the same function.
  Result go_on(const Query& query, Differentiable& function, double* q, int max_evaluations, Stop& stop);
  // From q, on the cost of the primary goals.
  Result run(const Query& query, Objective<double>& objective, double* q, int max_evaluations, Stop& stop) {
    Cost cost(objective);
    return run(query, cost, q, max_evaluations, stop);
  }

 private:
  // Where the search is.
  struct Point {
    std::vector<double> x, gradient;  // of the active variables, scaled
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
  std::vector<double> units_;  // of x: a variable is its entry of x times its unit
  std::vector<double> lower_, upper_;
  std::vector<Interval> ranges_;  // per active variable
  std::vector<char> winds_;
  Point here_, trial_;
  std::vector<double> target_, direction_,
      breakpoints_;  // target: the Cauchy point, then the model's minimum
  std::vector<int> order_, free_, held_;
  LbfgsModel model_;
  LbfgsModel::Row c_;  // W^T (Cauchy point - x)
};

}  // namespace memetik
