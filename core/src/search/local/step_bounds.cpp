#include "memetik/search/local/step_bounds.hpp"

#include <algorithm>
#include <numbers>

#include "memetik/math/sincos.hpp"

namespace memetik {

namespace {

constexpr double longest_step = 1.8;  // [rad], of any variable; translations in units of the robot's size

}  // namespace

template <class T>
StepBounds<T>::StepBounds(const Problem& problem) : problem_(&problem) {
  const Tree& tree = problem.tree();
  const double size = tree.reach() > 0 ? tree.reach() : 1;
  for (const int i : problem.active()) {
    const Variable& v = tree.variables()[static_cast<std::size_t>(i)];
    const bool ball = v.kind == VariableKind::rotation_vector;
    lower_.push_back(ball ? -HUGE_VAL : std::max(v.lower, -max_angle));
    upper_.push_back(ball ? HUGE_VAL : std::min(v.upper, max_angle));
    scale_.push_back(v.kind == VariableKind::translation ? 1 / size : 1);
  }
  for (std::size_t c = 0; c < lower_.size(); ++c) {
    const auto i = static_cast<std::size_t>(problem.active()[c]);
    if (tree.variables()[i].kind == VariableKind::rotation_vector)
      balls_.push_back(static_cast<int>(i)), c += 2;
  }
}

template <class T>
void StepBounds<T>::apply(const T* step, T* q) const {
  T largest(longest_step);
  for (std::size_t c = 0; c < scale_.size(); ++c) largest = max(largest, abs(scale_[c] * step[c]));
  const T scale = T(longest_step) / largest;
  const int* active = problem_->active().data();
  for (std::size_t c = 0; c < scale_.size(); ++c) {
    T& value = q[active[c]];
    value = min(max(value + scale * step[c], lower_[c]), upper_[c]);
  }
  for (const int i : balls_) {  // |w| <= pi, and within the largest angle
    Vec3<T> w{q[i], q[i + 1], q[i + 2]};
    const T angle = max(norm(w), T(1e-30));
    const T wrapped = select(angle > T(std::numbers::pi), T(1) - T(2 * std::numbers::pi) / angle, T(1));
    // rounding must not lead out again
    const T limit((1 - 1e-15) * problem_->tree().variables()[static_cast<std::size_t>(i)].upper);
    w = (wrapped * min(T(1), limit / abs(wrapped * angle))) * w;
    q[i] = w.x;
    q[i + 1] = w.y;
    q[i + 2] = w.z;
  }
}

template class StepBounds<double>;
template class StepBounds<Pack>;

}  // namespace memetik
