// How far a step of a local search may go: variables are held at their bounds, steps are limited and end
// within the limits.
#pragma once

#include <vector>

#include "memetik/objective/problem.hpp"

namespace memetik {

template <class T>
class StepBounds {
 public:
  using Truth = typename Lanes<T>::Truth;

  explicit StepBounds(const Problem& problem);

  // Whether the c-th active variable is on a bound and descent would push it outwards.
  MEMETIK_INLINE Truth holds(std::size_t c, const T& value, const T& gradient) const {
    return ((value <= lower_[c]) & (gradient > T(0))) | ((value >= upper_[c]) & (gradient < T(0)));
  }
  // q <- q + step, one entry per active variable.
  void apply(const T* step, T* q) const;

 private:
  const Problem* problem_;
  std::vector<T> lower_, upper_, scale_;  // per active variable
  std::vector<int> balls_;                // variables that start a rotation vector
};

extern template class StepBounds<double>;
extern template class StepBounds<Pack>;

}  // namespace memetik
