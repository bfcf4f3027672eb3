// The damped Gauss-Newton step that most local searches use, solved in the cheaper of its two forms.
#pragma once

#include <memory>
#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/search/local/coupled_system.hpp"

namespace memetik {

// dq = -(J^T J + lambda I)^-1 J^T r (primal, one equation per variable)
//    = -J^T (J J^T + lambda I)^-1 r (dual, one equation per row), for the primary goals.
template <class T>
class DampedStep {
 public:
  // A column of J has `stride` entries; the first of them are the primary rows. gradient is J^T r.
  struct Linear {
    const T* columns;
    int stride;
    const T* residuals;
    const T* gradient;
    const T* column(int c) const { return columns + c * stride; }
  };

  explicit DampedStep(const Problem& problem);

  // Returns one entry per active variable. A variable is held if its `free` is 0, and moves if it is 1.
  const std::vector<T>& solve(const Linear& linear, const T* free, const T& lambda);

 private:
  bool takes_fewer_products_in_dual_form() const;
  void solve_aggregated(const Linear& linear, const T* free, const T& lambda);
  void solve_smaller(const Linear& linear, const T* free, const T& lambda);
  void solve_pose(const Linear& linear, const T* free, const T& lambda);
  void solve_point(const Linear& linear, const T* free, const T& lambda);
  void solve_dual(const Linear& linear, const T* free, const T& lambda);
  void solve_primal(const Linear& linear, const T* free, const T& lambda);
  const Problem* problem_;
  int skipped_;       // the first rows are of goals that aggregate
  int rows_, count_;  // the primary rows after them, active variables
  double min_damping_;
  bool dual_;                                   // the form of systems without aggregated rows
  std::vector<std::vector<RowRange>> support_;  // per active variable, after the skipped rows
  std::vector<T> matrix_, vector_;              // of the dual form
  std::unique_ptr<CoupledSystem<T>> primal_;    // null if only the dual form is used
  std::vector<T> step_, without_;
};

extern template class DampedStep<double>;
extern template class DampedStep<Pack>;

}  // namespace memetik
