// Balance: the centre of mass is above a place.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the place, in the root's frame; constants: the unit direction that is up.
struct Balance : GoalBase {
  static constexpr bool reads_masses = true;

  static int row_count(const Goal&) { return 3; }

  // Residual (I - u u^T) (c - p): as long as the horizontal distance.
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const Vec3<T> up = view.vector(3);
    const auto level = [&](const Vec3<T>& v) { return v - dot(up, v) * up; };
    const Vec3<T> residual = level(view.kinematics.center_of_mass() - view.vector(0));
    sink.rows(std::array{residual.x, residual.y, residual.z});
    sink.error(dot(residual, residual), 0);
    sink.moves_mass([&](const Vec3<T>& velocity) {
      const Vec3<T> rate = level(velocity);
      return std::array{rate.x, rate.y, rate.z};
    });
  }
};

}  // namespace memetik::goals
