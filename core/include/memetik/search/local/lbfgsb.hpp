// L-BFGS-B: descent by gradients alone within bounds, for costs that are no sum of squares worth linearising.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// The limited-memory BFGS method for bound constraints (Byrd, Lu, Nocedal and Zhu 1995) on the cost of the
// primary goals. The Hessian is approximated by B = theta I - W M W^T of the last steps s and changes y of
// the gradient, W = [Y, theta S]. An iteration follows the projected gradient to the minimum of that model
// along it (the generalised Cauchy point), minimises the model over the variables that are not on a bound
// then, and searches along the way there by the weak Wolfe conditions (bisection, Lewis and Overton 2013).
class Lbfgsb {
 public:
  struct Result {
    double cost;
    bool accepted;   // every primary goal within its tolerance
    bool converged;  // the projected gradient, or the gain, is nothing
    int evaluations;
  };

  explicit Lbfgsb(const Problem& problem);

  // From q, which is in the query's box, for at most max_evaluations >= 1.
  Result run(const Query& query, Objective<double>& objective, double* q, int max_evaluations, Stop& stop);

 private:
  static constexpr int memory = 8;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2 * memory, 2 * memory>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2 * memory, 1>;

  // Where the search is.
  struct Point {
    Eigen::VectorXd x, gradient;  // of the active variables
    double cost = 0;
    bool accepted = false;
  };

  void evaluate(const Query& query, Objective<double>& objective, Point& point, Result& result);
  double projected_gradient() const;
  void find_cauchy_point();
  void minimize_in_subspace();
  bool search_along(const Query& query, Objective<double>& objective, int max_evaluations, Result& result,
                    Stop& stop);
  void learn();
  void forget();

  const Problem* problem_;
  std::vector<double> q_;
  Eigen::VectorXd lower_, upper_;
  Point here_, trial_;
  Eigen::VectorXd target_, direction_, breakpoints_;  // target: the Cauchy point, then the model's minimum
  std::vector<int> order_;
  std::vector<int> free_;
  Eigen::MatrixXd s_, y_, w_;  // a column per remembered step; w_ = [y, theta s]
  int count_ = 0;              // steps remembered
  double theta_ = 1;
  Small m_;
  SmallVector c_;  // W^T (Cauchy point - x)
};

}  // namespace memetik
