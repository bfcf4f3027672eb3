// How far a step of a local search may go: variables are held at their bounds, steps are limited and end
// within the limits.
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

  // Where a query's variables may be, in all lanes or in one.
  void set_query(const Query& query);
  void set_lane_query(int lane, const Query& query);

  // The c-th active variable has no bounds until the next query.
  void open(std::size_t c);

  // Whether the c-th active variable is on a bound and descent would push it outwards.
  MEMETIK_INLINE Truth holds(std::size_t c, const T& value, const T& gradient) const {
    return ((value <= lower_[c]) & (gradient > T(0))) | ((value >= upper_[c]) & (gradient < T(0)));
  }
  const T& lower(std::size_t c) const { return lower_[c]; }
  const T& upper(std::size_t c) const { return upper_[c]; }
  // Per active variable: 0 where it is held, else 1.
  void find_free(const T* q, const T* gradient, T* free) const;
  static constexpr double longest_step = 1.8;  // [rad], of any variable; of translations, in robot sizes

  // Whether a step would take a variable beyond its bounds, or a rotation vector beyond its largest angle,
  // but for those that cannot move at all.
  Truth leads_out(const T* step, const T* q, double longest = longest_step) const;
  // q <- q + step, one entry per active variable; of longer steps a part.
  void apply(const T* step, T* q, double longest = longest_step) const;

 private:
  struct Ball {
    int variable;        // the first of a rotation vector
    std::size_t column;  // its place among the active ones
    double largest;      // angle
  };
  T shortening(const T* step, double longest) const;
  Vec3<T> keep_narrowed(const Ball& ball, const Vec3<T>& w, const Vec3<T>& otherwise) const;

  const Problem* problem_;
  std::vector<T> lower_, upper_, scale_;  // per active variable
  std::vector<Ball> balls_;
  unsigned narrowed_ = 0;  // bit per lane: not all of the limits' range
};

extern template class StepBounds<double>;
extern template class StepBounds<Pack>;

}  // namespace memetik
