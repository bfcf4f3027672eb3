// AvoidLimits: variables stay in the middle half of their range.
#pragma once

#include "memetik/goals/shared/hinge.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

struct AvoidLimits : GoalBase {
  static constexpr bool loss_per_row = true;

  struct Data {
    std::vector<double> middles, widths;  // of every variable's range
  };
  static Fields fields(Data& data) { return {{"middles", &data.middles}, {"widths", &data.widths}}; }

  static int row_count(const Goal& goal) { return static_cast<int>(goal.variables.size()); }

  // Residual max(0, 2 |q - middle| - width / 2) (Ruppel 2017, eq. 3.10): zero in the middle half of the
  // range, half the width at its ends.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    T squared(0);
    for (std::size_t i = 0; i < view.goal.variables.size(); ++i) {
      const T beyond = out(view, data, i).value;
      sink.rows(std::array{beyond});
      squared += beyond * beyond;
    }
    sink.error(squared, 0);
    if (!sink.wants_derivatives()) return;
    for (std::size_t i = 0; i < view.goal.variables.size(); ++i)
      sink.add_variable_rate(static_cast<int>(i), view.goal.variables[i], out(view, data, i).slope);
  }

 private:
  template <class T>
  static Excess<T> out(const GoalView<T>& view, const Data& data, std::size_t i) {
    const T middle(data.middles[i]), width(data.widths[i]);
    const T x = T(2) * (view.q[view.goal.variables[i]] - middle);
    const Excess<T> e = excess(x, T(-0.5) * width, T(0.5) * width);
    return {e.value, T(2) * e.slope};
  }
};

}  // namespace memetik::goals
