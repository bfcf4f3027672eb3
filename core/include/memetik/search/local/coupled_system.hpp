// Symmetric positive definite systems with one equation per active variable of a problem. Two variables are
// coupled if they change a common row; on a tree these are the variables of one branch.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/problem.hpp"

namespace memetik {

// Only the entries of coupled variables are stored: row k has those before the k-th variable, in ascending
// order, and then its diagonal. Only construction allocates.
template <class T>
class CoupledSystem {
 public:
  explicit CoupledSystem(const Problem& problem);

  T* row(int k) { return entries_.data() + rows_[static_cast<std::size_t>(k)].first; }
  // The columns of row k before its diagonal.
  std::span<const int> others(int k) const { return problem_->coupled(k); }

  // x <- A^-1 x. A becomes its factors. A pivot that rounding made negative or zero is replaced by
  // `min_pivot`.
  void solve(T* x, double min_pivot);

 private:
  struct Row {
    int first;  // of its entries
    // The first entry of places_ for this row, or -1: the columns of row `others(k)[n]` are the first n of
    // those of row k, as on a branch of a tree.
    int places;
  };

  const Problem* problem_;
  std::vector<Row> rows_;
  std::vector<int>
      places_;  // for n, then for m <= n: the place of the column others(k)[m] in row others(k)[n]
  std::vector<T> entries_;
};

extern template class CoupledSystem<double>;
extern template class CoupledSystem<Pack>;

}  // namespace memetik
