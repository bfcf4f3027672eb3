// PassThroughShape: the solids of links reach a place: the remote centre of motion of a curved instrument.
#pragma once

#include "memetik/collision/primitive.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the place, in the root's frame. Constants: for every solid its link, a place in goal.links, and its
// primitive.
struct PassThroughShape : GoalBase {
  static int row_count(const Goal&) { return 1; }
  static int parameter_count(const Goal& goal) { return static_cast<int>(goal.target.size()); }
  static void set_constants(const Goal&, double*) {}

  // Residual: the distance from the place to the nearest solid, nothing inside of one.
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const Vec3<T> place = view.vector(0);
    const std::size_t solids = view.goal.constants.size() / numbers;
    T nearest(1e30), where(0);
    for (std::size_t i = 0; i < solids; ++i) {
      const T distance = to_solid(view, i, place).value;
      where = select(distance < nearest, T(static_cast<double>(i)), where);
      nearest = min(nearest, distance);
    }
    const T outside = max(nearest, T(0));
    sink.rows(std::array{outside});
    sink.error(outside * outside, 0);
    if (!sink.wants_derivatives()) return;
    for (std::size_t i = 0; i < solids; ++i) {
      const T number(static_cast<double>(i));
      const auto chosen = (where >= number) & (where <= number) & (nearest > T(0));
      const Vec3<T> away = select(chosen, T(1), T(0)) * to_solid(view, i, place).normal;
      sink.moves(view.goal.links[slot(view.goal, i)], place,
                 [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{-dot(away, v)}; });
    }
  }

  static constexpr bool adds_up = true;

 private:
  static constexpr std::size_t numbers = 1 + Primitive::numbers;

  static std::size_t slot(const Goal& goal, std::size_t solid) {
    return static_cast<std::size_t>(goal.constants[solid * numbers]);
  }
  template <class T>
  static SignedDistance<T> to_solid(const GoalView<T>& view, std::size_t i, const Vec3<T>& place) {
    const Frame<T> frame = view.link(static_cast<int>(slot(view.goal, i)));
    const SignedDistance<T> local = signed_distance(
        Primitive::read(view.goal.constants.data() + i * numbers + 1), rotate_back(frame, place - frame.p));
    return {local.value, rotate(frame, local.normal)};
  }
};

}  // namespace memetik::goals
