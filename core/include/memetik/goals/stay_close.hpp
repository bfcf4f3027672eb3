// StayClose: some variables are close to given values. Differences are taken on the joint's manifold.
#pragma once

#include "memetik/goals/shared/joint_difference.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the wanted value of every variable.
struct StayClose : GoalBase {
  static constexpr bool loss_per_row = true;

  struct Data {
    std::vector<double> factors;  // one per variable; it scales the variable's row
  };
  static Fields fields(Data& data) { return {{"factors", &data.factors}}; }
  static std::span<const double> row_factors(const Goal& goal) { return data_of<StayClose>(goal).factors; }

  static int row_count(const Goal& goal) { return static_cast<int>(goal.variables.size()); }

  template <class T>
  static void evaluate(const GoalView<T>& view, const Data&, Sink<T>& sink) {
    const T *wanted = view.parameters, *factor = wanted + view.goal.variables.size();
    T squared(0);
    for_each_joint(
        view,
        [&](std::size_t i, const T& value, bool periodic) {
          const T d = value - wanted[i];
          const T difference = periodic ? wrapped(d) : d;
          sink.rows(std::array{factor[i] * difference});
          squared += difference * difference;
        },
        [&](std::size_t i, const Vec3<T>& w) {
          const Vec3<T> r = BallDifference<T>(w, vec3_at(wanted + i)).residual;
          sink.rows(std::array{factor[i] * r.x, factor[i + 1] * r.y, factor[i + 2] * r.z});
          squared += dot(r, r);
        });
    sink.error(squared, 0);
    if (!sink.wants_derivatives()) return;
    const auto variable = [&](std::size_t i) { return view.goal.variables[i]; };
    for_each_joint(
        view,
        [&](std::size_t i, const T&, bool) {
          sink.add_variable_rate(static_cast<int>(i), variable(i), factor[i]);
        },
        [&](std::size_t i, const Vec3<T>& w) {
          const BallDifference<T> difference(w, vec3_at(wanted + i));
          const int row = static_cast<int>(i);
          for (std::size_t j = 0; j < 3; ++j) {
            const Vec3<T>& rate = difference.rates[j];
            sink.add_variable_rate(row, variable(i + j), factor[i] * rate.x);
            sink.add_variable_rate(row + 1, variable(i + j), factor[i + 1] * rate.y);
            sink.add_variable_rate(row + 2, variable(i + j), factor[i + 2] * rate.z);
          }
        });
  }

 private:
  // Calls number(i, value, periodic) for single variables and rotation_vector(i, w) for rotation vectors; i
  // is the row.
  template <class T, class Number, class RotationVector>
  static void for_each_joint(const GoalView<T>& view, Number number, RotationVector rotation_vector) {
    for (std::size_t i = 0; i < view.goal.variables.size();) {
      const auto index = static_cast<std::size_t>(view.goal.variables[i]);
      const Variable& variable = view.kinematics.tree().variables()[index];
      if (variable.kind == VariableKind::rotation_vector) {
        rotation_vector(i, vec3_at(view.q + index));
        i += 3;
      } else {
        number(i, view.q[index], variable.periodic);
        i += 1;
      }
    }
  }
};

}  // namespace memetik::goals
