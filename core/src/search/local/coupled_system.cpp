#include "memetik/search/local/coupled_system.hpp"

#include <algorithm>

#include "memetik/math/pack.hpp"

namespace memetik {

template <class T>
CoupledSystem<T>::CoupledSystem(const Problem& problem) : problem_(&problem) {
  const int count = static_cast<int>(problem.active().size());
  int size = 0;
  for (int k = 0; k < count; ++k) {
    const auto columns = others(k);
    Row row{size, -1};
    bool nested = true;
    for (std::size_t n = 0; n < columns.size(); ++n) nested &= others(columns[n]).size() == n;
    if (!nested) {
      row.places = static_cast<int>(places_.size());
      for (std::size_t n = 0; n < columns.size(); ++n) {
        const auto own = others(columns[n]);
        for (std::size_t m = 0; m <= n; ++m)
          places_.push_back(
              static_cast<int>(std::lower_bound(own.begin(), own.end(), columns[m]) - own.begin()));
      }
    }
    rows_.push_back(row);
    size += static_cast<int>(columns.size()) + 1;
  }
  entries_.resize(static_cast<std::size_t>(size));
}

// A = L^T D L, from the last variable to the first. A variable of a tree couples only with variables before
// it on its own branch, and in this order elimination adds no further couplings (Featherstone 2005).
template <class T>
void CoupledSystem<T>::solve(T* x, double min_pivot) {
  const int count = static_cast<int>(rows_.size());
  for (int k = count; k-- > 0;) {
    T* own = row(k);
    const auto columns = others(k);
    const int size = static_cast<int>(columns.size());
    const T inverse = T(1) / max(own[size], T(min_pivot));
    const int* place = rows_[static_cast<std::size_t>(k)].places < 0
                           ? nullptr
                           : places_.data() + rows_[static_cast<std::size_t>(k)].places;
    for (int n = 0; n < size; ++n) {
      const int column = columns[static_cast<std::size_t>(n)];
      const T share = own[n] * inverse;
      T* target = row(column);
      if (!place) [[likely]]
        for (int m = 0; m <= n; ++m) target[m] -= share * own[m];
      else
        for (int m = 0; m <= n; ++m) target[*place++] -= share * own[m];
      x[column] -= share * x[k];
    }
    for (int n = 0; n < size; ++n) own[n] *= inverse;
    own[size] = inverse;
  }
  for (int k = 0; k < count; ++k) {
    const T* own = row(k);
    const auto columns = others(k);
    T sum = x[k] * own[columns.size()];
    for (std::size_t n = 0; n < columns.size(); ++n) sum -= own[n] * x[columns[n]];
    x[k] = sum;
  }
}

template class CoupledSystem<double>;
template class CoupledSystem<Pack>;

}  // namespace memetik
