// Balance: the centre of mass is vertically above a point.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the point, in the root's frame.
struct Balance : GoalBase {
  static constexpr bool reads_masses = true;

  struct Data {
    Vec3<double> up;  // a unit vector
  };
  static Fields fields(Data& data) { return {{"up", &data.up}}; }

  static int row_count(const Goal&) { return 3; }

  // Residual (I - u u^T) (c - p); its norm is the horizontal distance.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Vec3<T> up = broadcast<T>(data.up);
    const auto level = [&](const Vec3<T>& v) { return v - dot(up, v) * up; };
    const Vec3<T> residual = level(view.kinematics.center_of_mass() - view.target());
    sink.rows(std::array{residual.x, residual.y, residual.z});
    sink.error(dot(residual, residual), 0);
    sink.add_mass_rates([&](const Vec3<T>& velocity) {
      const Vec3<T> rate = level(velocity);
      return std::array{rate.x, rate.y, rate.z};
    });
  }
};

}  // namespace memetik::goals
