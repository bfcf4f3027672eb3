#include "memetik/search/local/step_bounds.hpp"

#include <algorithm>
#include <numbers>

#include "memetik/search/box.hpp"

namespace memetik {

template <class T>
StepBounds<T>::StepBounds(const Problem& problem) : problem_(&problem) {
  const Tree& tree = problem.tree();
  const double size = tree.reach() > 0 ? tree.reach() : 1;
  for (std::size_t c = 0; c < problem.active().size(); ++c) {
    const int i = problem.active()[c];
    const Variable& v = tree.variables()[static_cast<std::size_t>(i)];
    const Interval interval = interval_of(tree, {}, static_cast<std::size_t>(i));
    lower_.push_back(T(interval.lower));
    upper_.push_back(T(interval.upper));
    scale_.push_back(T(v.kind == VariableKind::translation ? 1 / size : 1));
    if (v.repeats_after_turn && v.upper - v.lower >= 2 * std::numbers::pi) winding_.push_back(c);
    const bool first = rotation_vectors_.empty() || c >= rotation_vectors_.back().column + 3;
    if (v.kind == VariableKind::rotation_vector && first) rotation_vectors_.push_back({i, c, v.upper});
  }
}

template <class T>
void StepBounds<T>::set_query(const Query& query) {
  if (query.max_change.empty() && !narrowed_) return;
  narrowed_ = query.max_change.empty() ? 0 : (1u << Lanes<T>::count) - 1;
  for (std::size_t c = 0; c < lower_.size(); ++c) {
    const auto i = static_cast<std::size_t>(problem_->active()[c]);
    const Interval interval = interval_of(problem_->tree(), query, i);
    lower_[c] = T(interval.lower);
    upper_[c] = T(interval.upper);
  }
}

template <class T>
void StepBounds<T>::set_lane_query(int l, const Query& query) {
  const unsigned bit = 1u << l;
  if (query.max_change.empty() && !(narrowed_ & bit)) return;
  narrowed_ = query.max_change.empty() ? narrowed_ & ~bit : narrowed_ | bit;
  for (std::size_t c = 0; c < lower_.size(); ++c) {
    const auto i = static_cast<std::size_t>(problem_->active()[c]);
    const Interval interval = interval_of(problem_->tree(), query, i);
    set_lane(lower_[c], l, interval.lower);
    set_lane(upper_[c], l, interval.upper);
  }
}

template <class T>
void StepBounds<T>::remove_bounds(std::size_t c) {
  lower_[c] = T(-HUGE_VAL);
  upper_[c] = T(HUGE_VAL);
}

template <class T>
void StepBounds<T>::find_free(const T* q, const T* gradient, T* free) const {
  const int* active = problem_->active().data();
  for (std::size_t c = 0; c < lower_.size(); ++c)
    free[c] = select(holds(c, q[active[c]], gradient[c]), T(0), T(1));
}

// The factor that shortens a step to the maximum length.
template <class T>
MEMETIK_INLINE T StepBounds<T>::shortening(const T* step, double longest) const {
  T largest(longest);
  for (std::size_t c = 0; c < scale_.size(); ++c) largest = max(largest, abs(scale_[c] * step[c]));
  return T(longest) / largest;
}

template <class T>
auto StepBounds<T>::leads_out(const T* step, const T* q, double longest) const -> Truth {
  const T scale = shortening(step, longest);
  const int* active = problem_->active().data();
  Truth out = T(0) > T(0);
  for (std::size_t c = 0; c < scale_.size(); ++c) {
    const T value = q[active[c]] + scale * step[c];
    out = out | ((lower_[c] < upper_[c]) & ((value < lower_[c]) | (value > upper_[c])));
  }
  for (const RotationVector& vector : rotation_vectors_) {
    if (vector.largest >= std::numbers::pi) continue;
    const T *w = q + vector.variable, *change = step + vector.column;
    const Vec3<T> to{w[0] + scale * change[0], w[1] + scale * change[1], w[2] + scale * change[2]};
    out = out | (norm(to) > T(vector.largest));
  }
  return out;
}

template <class T>
void StepBounds<T>::apply(const T* step, T* q, double longest) const {
  const T scale = shortening(step, longest);
  const int* active = problem_->active().data();
  for (std::size_t c = 0; c < scale_.size(); ++c) {
    T& value = q[active[c]];
    value = min(max(value + scale * step[c], lower_[c]), upper_[c]);
  }
  for (const RotationVector& vector : rotation_vectors_) {  // |w| <= pi, and within the largest angle
    T* entry = q + vector.variable;
    const Vec3<T> w{entry[0], entry[1], entry[2]};
    const T angle = max(norm(w), T(1e-30));
    const T wrapped = select(angle > T(std::numbers::pi), T(1) - T(2 * std::numbers::pi) / angle, T(1));
    const T limit((1 - 1e-15) * vector.largest);  // keeps rounding errors within the limit
    Vec3<T> inside = (wrapped * min(T(1), limit / abs(wrapped * angle))) * w;
    if (narrowed_) [[unlikely]]
      inside = keep_narrowed(vector, w, inside);
    entry[0] = inside.x;
    entry[1] = inside.y;
    entry[2] = inside.z;
  }
}

template <class T>
void StepBounds<T>::wind(const T* step, T* q, double longest) const {
  constexpr double turn = 2 * std::numbers::pi;
  const T scale = shortening(step, longest);
  for (const std::size_t c : winding_) {
    T& value = q[problem_->active()[c]];
    const T to = value + scale * step[c];
    const auto wide = upper_[c] - lower_[c] >= T(turn);  // max_change may narrow it
    value = value + select(wide & (to < lower_[c]), T(turn), T(0)) -
            select(wide & (to > upper_[c]), T(turn), T(0));
  }
}

// A rotation vector whose change is limited is not wrapped, because wrapping would move it out of the box.
template <class T>
Vec3<T> StepBounds<T>::keep_narrowed(const RotationVector& vector, const Vec3<T>& w,
                                     const Vec3<T>& otherwise) const {
  const T *lower = lower_.data() + vector.column, *upper = upper_.data() + vector.column;
  const Vec3<T> center{0.5 * (lower[0] + upper[0]), 0.5 * (lower[1] + upper[1]), 0.5 * (lower[2] + upper[2])};
  const auto narrowed = lower[0] > T(-HUGE_VAL);
  if (vector.largest >= std::numbers::pi) return select(narrowed, w, otherwise);
  const auto outside = norm(w) > T(vector.largest);
  const Vec3<T> shortened = shorten_towards(center, w, T((1 - 1e-15) * vector.largest));
  return select(narrowed, select(outside, shortened, w), otherwise);
}

template class StepBounds<double>;
template class StepBounds<Pack>;

}  // namespace memetik
