// The bounds of a local search: variables are held at their bounds, the length of steps is limited, and steps
// end within the limits.
#pragma once

#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

template <class T>
class StepBounds {
 public:
  using Truth = typename Lanes<T>::Truth;

  explicit StepBounds(const Problem& problem);

  // Sets the query's box in all lanes or in one.
  void set_query(const Query& query);
  void set_lane_query(int lane, const Query& query);

  // Removes the bounds of the c-th active variable until the next query.
  void remove_bounds(std::size_t c);

  // Whether the c-th active variable is on a bound and descent would push it outwards.
  MEMETIK_INLINE Truth holds(std::size_t c, const T& value, const T& gradient) const {
    return ((value <= lower_[c]) & (gradient > T(0))) | ((value >= upper_[c]) & (gradient < T(0)));
  }
  const T& lower(std::size_t c) const { return lower_[c]; }
  const T& upper(std::size_t c) const { return upper_[c]; }
  // Writes per active variable 0 if it is held, otherwise 1.
  void find_free(const T* q, const T* gradient, T* free) const;
  // The longest step of any variable: [rad] for angles, in robot sizes for translations.
  static constexpr double longest_step = 1.8;

  // Whether a step would move a variable beyond its bounds or a rotation vector beyond its largest angle.
  // Locked variables are ignored.
  Truth leads_out(const T* step, const T* q, double longest = longest_step) const;
  // q <- q + step, one entry per active variable. The step is scaled down if an entry exceeds `longest`.
  void apply(const T* step, T* q, double longest = longest_step) const;
  // Turns angles by a whole turn if the step, as apply() would scale it, leads them out and they repeat
  // within their bounds: after apply() they are within them.
  void wind(const T* step, T* q, double longest = longest_step) const;

 private:
  struct RotationVector {
    int variable;        // the first variable of a rotation vector
    std::size_t column;  // its index among the active variables
    double largest;      // largest angle [rad]
  };
  T shortening(const T* step, double longest) const;
  Vec3<T> keep_narrowed(const RotationVector& vector, const Vec3<T>& w, const Vec3<T>& otherwise) const;

  const Problem* problem_;
  std::vector<T> lower_, upper_, scale_;  // per active variable
  std::vector<RotationVector> rotation_vectors_;
  std::vector<std::size_t> winding_;  // indices of the active variables that repeat after a turn
  unsigned narrowed_ = 0;             // one bit per lane: max_change narrows the limits
};

extern template class StepBounds<double>;
extern template class StepBounds<Pack>;

}  // namespace memetik
